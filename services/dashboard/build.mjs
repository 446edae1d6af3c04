// Builds the dashboard into dist/ when its sources changed: `node services/dashboard/build.mjs`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const folder = fileURLToPath(new URL('.', import.meta.url));
const dist = join(folder, 'dist');
const stamp = join(dist, '.sources');

/** Max size of all files together, compressed with brotli. */
export const BYTE_BUDGET = 80 * 1024;

/** Sources of the built files, next to the versions of the libraries. */
const SOURCES = [
  'index.html',
  'package.json',
  'vite.config.mjs',
  'build.mjs',
  'src',
  'public',
  '../client/src',
  '../shared/kit/src/csv-cell.ts',
  '../../protos/src/drop-reasons.ts',
  '../../protos/src/vocabulary.ts',
];

/**
 * Builds the files for the browser in one to two seconds. Does nothing when the sources are unchanged.
 *
 * @returns {Promise<{built: boolean, brotliBytes: number}>}
 */
export async function buildDashboard() {
  const sources = hashOfSources();
  const built = !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources;
  if (built) {
    const { build } = await import('vite');
    const { output } = await build({
      configFile: join(folder, 'vite.config.mjs'),
      logLevel: 'warn',
      build: { write: false },
    });
    const files = new Map(output.map((file) => [file.fileName, file.code ?? file.source]));
    for (const name of readdirSync(join(folder, 'public')))
      files.set(name, readFileSync(join(folder, 'public', name)));
    // The gateway serves the compressed copies.
    for (const [name, contents] of [...files])
      if (/\.(html|js|css|svg)$/.test(name)) files.set(`${name}.br`, brotliCompressSync(contents));
    write(files, sources);
  }
  const brotliBytes = filesOf(dist)
    .filter((file) => file !== stamp && !file.endsWith('.br'))
    .reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0);
  return { built, brotliBytes };
}

/** Renames complete files into dist/, index.html last, because another process may serve or write these files. */
function write(files, sources) {
  const put = (name, contents) => {
    const path = join(dist, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  };
  for (const [name, contents] of files) if (name !== 'index.html') put(name, contents);
  put('index.html', files.get('index.html'));
  put('.sources', sources);
  for (const file of filesOf(dist))
    if (!files.has(relative(dist, file)) && file !== stamp && !/\.\d+$/.test(file))
      rmSync(file, { force: true });
}

function hashOfSources() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((path) => filesOf(join(folder, path)));
  for (const file of files) hash.update(`${relative(folder, file)}\0`).update(readFileSync(file));
  for (const name of ['vite', 'preact', 'preact-iso', 'uplot']) hash.update(versionOf(name));
  return hash.digest('hex');
}

function versionOf(name) {
  return JSON.parse(readFileSync(join(folder, '../../node_modules', name, 'package.json'), 'utf8')).version;
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesOf(join(path, name)));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { built, brotliBytes } = await buildDashboard();
  console.log(`dist/: ${brotliBytes} bytes with brotli (budget ${BYTE_BUDGET})${built ? '' : ', unchanged'}`);
  if (brotliBytes > BYTE_BUDGET) process.exitCode = 1;
}
