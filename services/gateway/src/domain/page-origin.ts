import { parseUrl } from '@headwater/kit/parse-url';
import type { IncomingHttpHeaders } from 'node:http';
import { failure } from '@headwater/protos/error-codes';

/** Sent by dashboard pages with each request. Pages of other origins can't send it without a CORS preflight, which fails. */
export const DASHBOARD_HEADER = 'x-headwater-dashboard';

export function isFromDashboard(headers: IncomingHttpHeaders): boolean {
  return headers[DASHBOARD_HEADER] === '1';
}

/**
 * Rejects requests that don't come from a page of this origin. Checks `Sec-Fetch-Site`. Without it (plain http, old
 * browsers), `Origin` must equal the request's host or the origin of PUBLIC_URL.
 *
 * @throws AppError `origin_not_allowed`.
 */
export function requireDashboardPage(
  headers: IncomingHttpHeaders,
  { method, publicUrl }: { readonly method: string; readonly publicUrl: string },
): void {
  if (!isFromDashboard(headers)) throw notDashboard(`The header ${DASHBOARD_HEADER}: 1 is missing.`);
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin') return;
    throw notDashboard('The request came from another site.');
  }
  const { origin, host } = headers;
  if (origin === undefined) {
    // Browsers omit Origin for same-origin GET and HEAD.
    if (method === 'GET' || method === 'HEAD') return;
    throw notDashboard('The request has no Origin.');
  }
  const parsed = parseUrl(origin);
  if (parsed?.host !== host && parsed?.origin !== new URL(publicUrl).origin)
    throw notDashboard('The request came from another origin.');
}

function notDashboard(reason: string) {
  return failure(
    'origin_not_allowed',
    `Only pages of the dashboard may call this endpoint. ${reason} Use an API token.`,
  );
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects MCP requests that a web page of another origin triggers in a browser: a foreign `Origin`, or a foreign `Host`
 * (DNS rebinding). Servers send no `Origin`.
 *
 * @throws AppError `origin_not_allowed`.
 */
export function rejectForeignOrigin({ host, origin }: IncomingHttpHeaders, publicUrl: string): void {
  const own = new URL(publicUrl);
  const hostname = hostnameOf(`http://${host ?? ''}`);
  if (hostname === undefined || ![own.hostname, ...LOOPBACK].includes(hostname))
    throw failure(
      'origin_not_allowed',
      'Host not allowed. Connect through the host of PUBLIC_URL, or set PUBLIC_URL to the URL that clients use.',
    );
  if (origin === undefined || origin === own.origin) return;
  const page = hostnameOf(origin);
  // Allows pages of this machine, such as an MCP inspector, if the API runs on this machine too.
  if (page !== undefined && LOOPBACK.includes(page) && LOOPBACK.includes(own.hostname)) return;
  throw failure(
    'origin_not_allowed',
    'Origin not allowed. Call this endpoint from a server, without an Origin header.',
  );
}

function hostnameOf(url: string): string | undefined {
  return parseUrl(url)?.hostname;
}
