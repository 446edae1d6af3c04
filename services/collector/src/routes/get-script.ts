import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path/posix';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Route } from '../http/exchange';

/** The browser script in all encodings. */
export interface ScriptFile {
  /** Each encoding has its own: strong validators differ between encodings. */
  readonly variants: readonly {
    readonly encoding: 'br' | 'gzip' | '';
    readonly etag: string;
    readonly body: Buffer;
  }[];
}

/** The default collect path in the built script: `collect`, relative to the script. */
const DEFAULT_PATH = '||"collect"';

/** The configured paths of the collector. */
export interface ServedPaths {
  readonly scriptPath: string;
  readonly collectPath: string;
}

/**
 * Reads and compresses the built script. Its default collect path becomes relative to the script's, so that a proxy may serve
 * both paths under a prefix.
 *
 * @throws Error when the script is not built.
 */
export async function readScriptFile(
  path: string,
  { scriptPath, collectPath }: ServedPaths,
): Promise<ScriptFile> {
  const built = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The browser script is not built (${path}). Run: npm run build`, { cause });
  });
  if (built.split(DEFAULT_PATH).length !== 2)
    throw new Error(`The browser script (${path}) does not name its collect path once. Run: npm run build`);
  const collect = relative(dirname(scriptPath), collectPath);
  const plain = Buffer.from(built.replace(DEFAULT_PATH, () => `||${JSON.stringify(collect)}`));
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 20);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return {
    variants: [
      { encoding: 'br', etag: `"${hash}-br"`, body: br },
      { encoding: 'gzip', etag: `"${hash}-gz"`, body: gz },
      { encoding: '', etag: `"${hash}"`, body: plain },
    ],
  };
}

/** Long enough to save most requests, short enough that a new release is in use within hours. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400';

/** `GET /hw.js`: the browser script, compressed and cacheable; 304 if the browser has it. */
export function getScript(script: ScriptFile): Route {
  return ({ request, response, headers }) => {
    const accepted = request.headers['accept-encoding'] ?? '';
    const variant = script.variants.find(({ encoding }) => encoding === '' || accepts(accepted, encoding));
    if (!variant) throw new Error('unreachable: the plain variant always matches');
    headers['ETag'] = variant.etag;
    headers['Cache-Control'] = CACHE_CONTROL;
    headers['Vary'] = 'Accept-Encoding';
    headers['Access-Control-Allow-Origin'] = '*';
    headers['Cross-Origin-Resource-Policy'] = 'cross-origin';
    headers['Timing-Allow-Origin'] = '*';
    if (isCached(request.headers['if-none-match'], script)) {
      response.writeHead(304, headers).end();
      return;
    }
    headers['Content-Type'] = 'text/javascript; charset=utf-8';
    headers['Content-Length'] = variant.body.length;
    if (variant.encoding !== '') headers['Content-Encoding'] = variant.encoding;
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : variant.body);
  };
}

/** False when the encoding is not in the list or excluded by `;q=0`. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((one) => {
    const [name = '', ...parameters] = one.trim().toLowerCase().split(';');
    return name.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
}

/** The ETag of any encoding matches: the script is the same. */
function isCached(header: string | undefined, script: ScriptFile): boolean {
  if (header === undefined) return false;
  const etags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return etags.includes('*') || script.variants.some(({ etag }) => etags.includes(etag));
}
