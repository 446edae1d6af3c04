import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import express, { type RequestHandler } from 'express';
import { matchesEtag } from '../domain/request-headers';
import { sendEmpty } from './answer';
import { exchangeOf } from './exchange';
import { documentHeaders } from './security-headers';
import { requireRead } from './serve-pages';

const PAGE = '/index.html';
/** The logged route of pages. The actual path of a shared page is a secret. */
const PAGE_ROUTE = '/{page}';

/** The build names these files after a hash of their content. */
const HASHED_FILES = '/assets/';

/** Paths of other handlers, which are never pages. */
const NOT_PAGES =
  /^\/(?:api|docs|mcp|dashboard|webhooks|assets|openapi\.json|llms\.txt|healthz|readyz)(?:\/|$)/;

/** Allows pages to load only files of their own origin. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ";

const NOT_BUILT_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Headwater</title>' +
  '<h1>Headwater</h1><p>The dashboard is not built. Run <code>npm run build</code> and restart the gateway.</p>' +
  '<p>The API reference is at <a href="/docs">/docs</a>.</p></html>';

/** A built file. */
interface BuiltFile {
  /** Hash of the content. Size and mtime would not do: in reproducible images, pages of two releases may share both. */
  readonly etag: string;
  /** Whether the build has written a compressed copy, `<name>.br`. */
  readonly hasBrotli: boolean;
}

/**
 * Serves the built dashboard: its files, and its page at `/` and at each path that no other handler serves. Needs no
 * session.
 *
 * @param folder the build's output; a page with instructions is served if it does not exist
 */
export function serveDashboard(folder: string): RequestHandler {
  const files = listFiles(folder);
  const commonHeaders = documentHeaders();
  const sendFile = express.static(folder, {
    index: false,
    redirect: false,
    acceptRanges: false,
    lastModified: false,
    cacheControl: false,
    etag: false,
  });
  return (request, response, next) => {
    const { path } = request;
    const isFile = path !== PAGE && files.has(path);
    if (!isFile && !isPageRequest(path, request.headers.accept)) return next();
    const exchange = exchangeOf(response);
    const { headers } = exchange;
    exchange.route = isFile ? path : PAGE_ROUTE;
    requireRead(request, response);
    headers.setAll(commonHeaders);
    headers.set('Content-Security-Policy', `${POLICY}${isSharedPage(path) ? '*' : "'none'"}`);
    if (isSharedPage(path)) {
      headers.delete('X-Frame-Options');
      // Search engines would make the link public.
      headers.set('X-Robots-Tag', 'noindex');
    }
    const name = isFile ? path : PAGE;
    const file = files.get(name);
    if (!file) {
      headers.copyTo(response);
      return void response.status(503).type('.html').send(NOT_BUILT_PAGE);
    }
    headers.setAll({
      // Pages must be revalidated: an outdated page would load scripts that no longer exist.
      'Cache-Control': name.startsWith(HASHED_FILES) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    });
    if (matchesEtag(request.headers['if-none-match'], file.etag)) return sendEmpty(response, 304);
    const isBrotli = file.hasBrotli && request.acceptsEncodings('br') === 'br';
    if (isBrotli) headers.set('Content-Encoding', 'br');
    headers.copyTo(response);
    response.type(extname(name));
    request.url = isBrotli ? `${name}.br` : name;
    sendFile(request, response, next);
  };
}

/** The files of the build by path, without hidden files, compressed copies and temporary files (`<name>.<pid>`). */
function listFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const served = names.filter((name) => !/(?:^|\/)\.|\.(?:br|\d+)$/.test(name));
  return new Map(
    served.map((name) => {
      const digest = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('base64url');
      return [`/${name}`, { etag: `"${digest.slice(0, 27)}"`, hasBrotli: names.includes(`${name}.br`) }];
    }),
  );
}

/** Whether the path is a shared page. Other sites may frame it, because it has no session. */
function isSharedPage(path: string): boolean {
  return path.startsWith('/share/');
}

/** Whether a browser navigates to a page of the dashboard. */
function isPageRequest(path: string, accept: string | undefined): boolean {
  return !NOT_PAGES.test(path) && (path === '/' || /\btext\/html\b/i.test(accept ?? ''));
}
