// Builds the browser script and enforces its byte budget: `node services/tracker/build.mjs`.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Minified and brotli-compressed, as a visitor downloads it. */
export const BYTE_BUDGET = 2560;

/**
 * Property names that only these modules use; the build shortens them. None may be a name of the browser, of the collector's JSON or of
 * a `data-` attribute.
 */
const INTERNAL = /^(send|sharesCookies|keepUnanswered|sendLast|take|put|forget|retry|read|write)$/;

/**
 * Bundles src/main.ts to dist/hw.js.
 *
 * @returns {Promise<{code: string, brotliBytes: number}>}
 * @throws when the script exceeds its budget
 */
export async function buildTracker() {
  const { outputFiles } = await build({
    entryPoints: [`${folder}src/main.ts`],
    bundle: true,
    minify: true,
    format: 'iife',
    // Browsers of 2020 and later; older ones cannot parse the script, and their visits are not tracked.
    target: 'es2020',
    charset: 'utf8',
    legalComments: 'none',
    mangleProps: INTERNAL,
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    write: false,
  });
  const code = outputFiles[0].text;
  const brotliBytes = brotliCompressSync(code).length;
  await mkdir(`${folder}dist`, { recursive: true });
  // Renamed into place: tests build concurrently, and none may read an incomplete script.
  const staged = `${folder}dist/hw.js.${process.pid}`;
  await writeFile(staged, code);
  await rename(staged, `${folder}dist/hw.js`);
  return { code, brotliBytes };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code, brotliBytes } = await buildTracker();
  console.log(
    `dist/hw.js: ${Buffer.byteLength(code)} bytes, ${brotliBytes} with brotli (budget ${BYTE_BUDGET})`,
  );
  if (brotliBytes > BYTE_BUDGET) process.exitCode = 1;
}
