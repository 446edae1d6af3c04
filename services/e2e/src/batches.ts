import type { BrowserContext, Page, Request, Response } from 'playwright-core';

/**
 * Refuses batches as a replica of an earlier version does. The page then sends each read alone, so that a test can intercept single
 * ones. Ends with `page.unrouteAll`.
 */
export const refuseBatches = (page: Page): Promise<unknown> =>
  page.route('**/api/v1/batch', (route) => route.fulfill({ status: 404, body: '' }));

/** Repeats the body of a batch: drivers of Firefox don't see bodies. */
const BODY_HEADER = 'x-body-of-batch';

/** A string, because the code runs in the browser. */
const REPEAT_BODIES = `(() => {
  const { fetch } = window;
  window.fetch = (target, init) => {
    if (target !== '/api/v1/batch') return fetch(target, init);
    const headers = new Headers(init.headers);
    headers.set('${BODY_HEADER}', init.body);
    return fetch(target, { ...init, headers });
  };
})()`;

/** Lets `readsOf` see the reads of batches in the requests of all pages of a browser context. */
export const showReads = (context: BrowserContext): Promise<unknown> => context.addInitScript(REPEAT_BODIES);

/** The URLs of the reads that a request sends: those of a batch, otherwise its own. Batches need `showReads`. */
export function readsOf(request: Request): readonly string[] {
  const { origin, pathname } = new URL(request.url());
  if (pathname !== '/api/v1/batch') return [request.url()];
  const { requests } = JSON.parse(request.headers()[BODY_HEADER] ?? '') as { requests: { path: string }[] };
  return requests.map(({ path }) => `${origin}${path}`);
}

/** The URL of a failed request, or the failed parts of a batch. */
export async function failuresOf(response: Response): Promise<string[]> {
  if (response.status() >= 400) return [response.url()];
  if (!response.url().endsWith('/api/v1/batch')) return [];
  const text = await response.text().catch((error: unknown) => {
    // The page stops a request that it no longer needs.
    if (response.request().failure()) return '';
    throw error;
  });
  const parts = text.split('\n').filter(Boolean);
  return parts.filter((part) => (JSON.parse(part) as { status: number }).status >= 400);
}
