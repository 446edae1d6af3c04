import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** A built file, as it is sent. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly plain: Buffer;
  /** Made at its first call. */
  brotli(): Promise<Buffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** The build gives each of them a name of its contents. */
const NAMED_BY_CONTENTS = '/assets/';

/** The files of a built web app by the path that each has under `/`; none when it is not built. */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const type = TYPES[extname(name)];
      const path = `/${name.replaceAll('\\', '/')}`;
      return type === undefined ? [] : [[path, staticFile(path, type, readFileSync(join(folder, name)))]];
    }),
  );
}

function staticFile(path: string, type: string, plain: Buffer): StaticFile {
  let compressed: Promise<Buffer> | undefined;
  return {
    type,
    plain,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    // A page is looked after each time: an old one would ask for scripts that are gone.
    cacheControl: path.startsWith(NAMED_BY_CONTENTS) ? 'public, max-age=31536000, immutable' : 'no-cache',
    brotli: () => (compressed ??= promisify(brotliCompress)(plain)),
  };
}
