import type { IncomingHttpHeaders } from 'node:http';
import { failure } from '@headwater/protos/error-codes';

/** What the dashboard's pages send with each request. A strange page can not: it would have to be asked for (CORS). */
export const DASHBOARD_HEADER = 'x-headwater-dashboard';

export function isFromDashboard(headers: IncomingHttpHeaders): boolean {
  return headers[DASHBOARD_HEADER] === '1';
}

/**
 * Refuses what does not come from a page of this very origin. Browsers say it in `Sec-Fetch-Site`; where they don't
 * (plain http, older ones) `Origin` has to name the host that was asked, or the one of PUBLIC_URL.
 *
 * @throws AppError `origin_not_allowed`.
 */
export function refuseForeignPage(
  headers: IncomingHttpHeaders,
  { method, publicUrl }: { readonly method: string; readonly publicUrl: string },
): void {
  if (!isFromDashboard(headers)) throw foreign(`Send ${DASHBOARD_HEADER}: 1 with it.`);
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin') return;
    throw foreign('It came from another site.');
  }
  const { origin, host } = headers;
  if (origin === undefined) {
    // Browsers send no Origin with what changes nothing.
    if (method === 'GET' || method === 'HEAD') return;
    throw foreign('It has no Origin.');
  }
  const named = URL.canParse(origin) ? new URL(origin) : undefined;
  if (named?.host !== host && named?.origin !== new URL(publicUrl).origin)
    throw foreign('It came from another origin.');
}

function foreign(reason: string) {
  return failure('origin_not_allowed', `Only the dashboard's own pages may ask this. ${reason}`);
}
