// Builds the dashboard into dist/ when its sources changed: `node services/dashboard/build.mjs`.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const folder = fileURLToPath(new URL('.', import.meta.url));
const dist = join(folder, 'dist');
const stamp = join(dist, '.sources');

/** Max sizes in bytes, compressed with brotli. */
const BUDGET = {
  /** All files that the browser loads to show a first page. */
  first: 80 * 1024,
  /** The files that it loads in addition for another page. */
  further: 40 * 1024,
};

/** The script that shows all pages, and the translations, as Vite names them. */
const APP = 'src/app.tsx';
const TRANSLATIONS = /^src\/strings\/de\//;

/** Sources of the built files, next to the versions of the libraries. */
const SOURCES = [
  'index.html',
  'package.json',
  'vite.config.mjs',
  'world-map.mjs',
  'build.mjs',
  'src',
  'public',
  '../client/src',
  '../shared/kit/src/csv-cell.ts',
  '../../protos/src/drop-reasons.ts',
  '../../protos/src/limits.ts',
  '../../protos/src/vocabulary.ts',
  '../../protos/src/webhook-events.ts',
];

/**
 * Builds the files for the browser in one to two seconds. Does nothing when the sources are unchanged.
 *
 * @returns {Promise<{built: boolean, pages: {page: string, first: number, further: number}[]}>} sizes in bytes with brotli
 */
export async function buildDashboard() {
  const sources = hashOfSources();
  const built = !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources;
  if (built) {
    const { build } = await import('vite');
    const { output } = await build({
      configFile: join(folder, 'vite.config.mjs'),
      logLevel: 'warn',
      // Vite would use that of the environment, such as `test`: libraries then contain checks for developers.
      define: { 'process.env.NODE_ENV': '"production"' },
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
  return { built, pages: measurePages() };
}

/**
 * The sizes of the built pages, and of the dialogs that any page can load. `first`: with the files of every page, and the
 * translations; `further`: without them.
 */
function measurePages() {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const size = (name) => statSync(join(dist, `${name}.br`)).size;
  /** The files of a script, of those that it imports, and their styles. */
  const filesWith = (key) => {
    const { file, css = [], imports = [] } = manifest[key];
    return new Set([file, ...css, ...imports.flatMap((each) => [...filesWith(each)])]);
  };
  const sumOf = (sizes) => sizes.reduce((total, each) => total + each, 0);
  const sum = (files) => sumOf([...files].map(size));
  /** The scripts that a script and those that it imports can load later. */
  const laterOf = (key) => {
    const { dynamicImports = [], imports = [] } = manifest[key];
    return new Set([...dynamicImports, ...imports.flatMap((each) => [...laterOf(each)])]);
  };
  // The start script loads the texts of the language before the app, whose modules read them when they load.
  if (manifest['index.html'].imports.some((key) => manifest[key].name !== 'language'))
    throw new Error(
      'main.tsx imports modules of the app: add them to the group "language" in vite.config.mjs',
    );
  const common = new Set([...filesWith('index.html'), ...filesWith(APP)]);
  // English texts are in the code. In another language, a first page also loads the texts of the frame and of the page.
  const texts = Object.keys(manifest).filter((key) => TRANSLATIONS.test(key));
  const sizeOf = (key) => size(manifest[key].file);
  const isOfFrame = (key) => /\/(shell|shared)\.ts$/.test(key);
  const translations =
    sumOf(texts.filter(isOfFrame).map(sizeOf)) +
    Math.max(...texts.filter((key) => !isOfFrame(key)).map(sizeOf));
  const always = sum([...common, 'index.html', ...readdirSync(join(folder, 'public'))]);
  const pages = [...laterOf(APP)].filter((key) => !TRANSLATIONS.test(key));
  return pages.map((key) => {
    const further = sum([...filesWith(key)].filter((name) => !common.has(name)));
    return { page: manifest[key].name, first: always + translations + further, further };
  });
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
  for (const name of [
    'vite',
    'preact',
    'preact-iso',
    'uplot',
    'cally',
    '@github/combobox-nav',
    '@tanstack/query-core',
    'world-atlas',
    'd3-geo',
  ])
    hash.update(versionOf(name));
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
  const { built, pages } = await buildDashboard();
  const largest = (kind) => pages.reduce((a, b) => (a[kind] > b[kind] ? a : b));
  for (const [kind, label] of [
    ['first', 'first page'],
    ['further', 'further page'],
  ]) {
    const { page, [kind]: bytes } = largest(kind);
    console.log(`${label}: max ${bytes} bytes with brotli (${page}, budget ${BUDGET[kind]})`);
    if (bytes > BUDGET[kind]) process.exitCode = 1;
  }
  if (!built) console.log('dist/ is unchanged');
}
