/** What the dashboard's page may load: its own files, asked of its own origin, and nothing else. */
const SOURCES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
];

/** Whether a path is one of a shared page, which may stand in a frame of any site: it has no session to be misused. */
export function isSharedPage(path: string): boolean {
  return path.startsWith('/share/');
}

/** The Content-Security-Policy of the page at a path. */
export function dashboardPolicy(path: string): string {
  return [...SOURCES, `frame-ancestors ${isSharedPage(path) ? '*' : "'none'"}`].join('; ');
}

/** Below these a page is never meant. */
const NO_PAGES =
  /^\/(?:api|docs|mcp|dashboard|webhooks|assets|openapi\.json|llms\.txt|healthz|readyz)(?:\/|$)/;

/** Whether a request for a path is one of a person who wants to see a page of the dashboard. */
export function isPageRequest(path: string, accept: string | undefined): boolean {
  return !NO_PAGES.test(path) && (path === '/' || /\btext\/html\b/i.test(accept ?? ''));
}

/** What is shown in the dashboard's place where it was not built. */
export const NOT_BUILT_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Headwater</title>' +
  '<h1>Headwater</h1><p>The dashboard is not built. Run <code>npm run build</code> and start the gateway again.</p>' +
  '<p>The API describes itself at <a href="/docs">/docs</a>.</p></html>';
