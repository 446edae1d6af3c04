import type { Route } from '../http/exchange';
import type { ScriptFile } from '../http/script-file';

/** Long enough to spare visitors the request, short enough that a new release is everywhere within hours. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';

/** `GET /hw.js`: the browser script, compressed, cacheable, 304 when the browser has it. */
export function getScript(script: ScriptFile): Route {
  return ({ request, response, headers }) => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const variant = script.variants.find(({ encoding }) => encoding === '' || accepts(accepted, encoding));
    if (!variant) throw new Error('unreachable: the plain variant is always there');
    headers['ETag'] = variant.etag;
    headers['Cache-Control'] = CACHE_CONTROL;
    headers['Vary'] = 'Accept-Encoding';
    headers['Access-Control-Allow-Origin'] = '*';
    headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
    headers['Timing-Allow-Origin'] = '*';
    if (isKnown(request.headers['if-none-match'], script)) {
      response.writeHead(304, headers).end();
      return;
    }
    headers['Content-Type'] = 'text/javascript; charset=utf-8';
    headers['Content-Length'] = variant.body.length;
    if (variant.encoding !== '') headers['Content-Encoding'] = variant.encoding;
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : variant.body);
  };
}

/** True unless the encoding is missing from the list or refused by `;q=0`. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((one) => {
    const [name = '', ...parameters] = one.trim().toLowerCase().split(';');
    return name.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
}

/** Whatever encoding the browser has: they all hold the same script. */
function isKnown(header: string | undefined, script: ScriptFile): boolean {
  if (header === undefined) return false;
  const known = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || script.variants.some(({ etag }) => known.includes(etag));
}
