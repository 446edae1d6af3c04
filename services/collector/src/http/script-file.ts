import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path/posix';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** The browser script in the encodings that browsers ask for. */
export interface ScriptFile {
  /** Strong validators differ between encodings: each has its own. */
  readonly variants: readonly {
    readonly encoding: 'br' | 'gzip' | '';
    readonly etag: string;
    readonly body: Buffer;
  }[];
}

/** Where the script sends events to where its element does not say: `collect` beside it, as it stands in the built script. */
const BESIDE = '||"collect"';

/** Which paths the collector serves. */
export interface ServedPaths {
  readonly scriptPath: string;
  readonly collectPath: string;
}

/**
 * Reads and compresses the built script. It sends events to the collect path as seen from the script's, so that a proxy may
 * serve both below a folder of its own.
 *
 * @throws telling how to build it when it is not there.
 */
export async function readScriptFile(
  path: string,
  { scriptPath, collectPath }: ServedPaths,
): Promise<ScriptFile> {
  const built = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The browser script is not built (${path}). Run: npm run build`, { cause });
  });
  if (built.split(BESIDE).length !== 2)
    throw new Error(`The browser script (${path}) does not name its collect path once. Run: npm run build`);
  const collect = relative(dirname(scriptPath), collectPath);
  const plain = Buffer.from(built.replace(BESIDE, () => `||${JSON.stringify(collect)}`));
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
