import type { Page, Request } from 'playwright-core';

/**
 * Refuses batches as a replica of an earlier version does. The page then sends each read alone, so that a test can intercept single
 * ones. Ends with `page.unrouteAll`.
 */
export const refuseBatches = (page: Page): Promise<unknown> =>
  page.route('**/api/v1/batch', (route) => route.fulfill({ status: 404, body: '' }));

/** The URLs of the reads that a request sends: those of a batch, otherwise its own. */
export function readsOf(request: Request): readonly string[] {
  const { origin, pathname } = new URL(request.url());
  if (pathname !== '/api/v1/batch') return [request.url()];
  const { requests } = request.postDataJSON() as { requests: { path: string }[] };
  return requests.map(({ path }) => `${origin}${path}`);
}
