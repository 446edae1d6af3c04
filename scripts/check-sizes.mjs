// Checks the sizes of source files: npm run sizes. Prints the number, the median, the 90th percentile and the maximum per package.
// Fails for files with more than MAX_LINES, and for small files with a single importer, which belong into that importer.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from './build.mjs';

const MAX_LINES = 300;
const SMALL_LINES = 40;

/** Small files with a single importer that stay. */
const SMALL_FILES = [
  { path: /\/(main|config|module|dependencies|interceptors)\.ts$/, why: 'every service has these files' },
  {
    path: /^services\/shared\/kit\/src\/fast\//,
    why: 'optimisations are separate, so that they can be removed',
  },
  { path: /^services\/tracker\/src\//, why: 'one browser feature per file' },
  {
    path: /^services\/collector\/src\/domain\/(steps|sources)\//,
    why: 'lists of steps and of traffic sources',
  },
  { path: /^services\/analytics\/src\/clickhouse\//, why: 'a layer that imports no queries' },
  { importer: /\/main\.ts$/, why: 'an entry point has at most 15 lines' },
  { importer: /\/module\.ts$|\/routes\/endpoints\.ts$/, why: 'composition roots only connect other files' },
];

const mayStaySmall = (path, importer) =>
  // A unit with its own tests stays.
  existsSync(join(root, path.replace(/\.tsx?$/, '.test.ts'))) ||
  SMALL_FILES.some((rule) => (rule.path?.test(path) ?? true) && (rule.importer?.test(importer) ?? true));

const isCode = (path) => /\.(tsx?|mjs|cjs)$/.test(path) && !/\/gen\/|^package-lock/.test(path);
const isSource = (path) =>
  /\/src\/.*\.tsx?$|^scripts\/.*\.mjs$/.test(path) &&
  !/\/(gen|test|testing)\/|\.test\.tsx?$|\.d\.ts$/.test(path);

const code = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\0')
  .filter((path) => isCode(path) && existsSync(join(root, path)));
const countLines = (text) => text.trimEnd().split('\n').length;
const files = code.filter(isSource);
const sources = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const linesOf = (path) => countLines(sources.get(path));

const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces;
const packageOf = (path) => packages.find((folder) => path.startsWith(`${folder}/`)) ?? 'scripts';
const folderOfName = new Map(
  packages.map((folder) => [
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name,
    folder,
  ]),
);

/** The source file that an import leads to; undefined for npm packages and generated files. */
function resolveImport(from, specifier) {
  const [, name, rest] = /^(@headwater\/[^/]+)\/(.+)$/.exec(specifier) ?? [];
  const base = name ? `${folderOfName.get(name)}/src/${rest}` : join(dirname(from), specifier);
  if (!name && !specifier.startsWith('.')) return undefined;
  return [base, `${base}.ts`, `${base}.tsx`].find((path) => sources.has(path));
}

const importers = new Map(files.map((path) => [path, new Set()]));
for (const [path, source] of sources)
  for (const { fileName } of ts.preProcessFile(source, true, true).importedFiles) {
    const target = resolveImport(path, fileName);
    if (target !== undefined) importers.get(target).add(path);
  }

const quantile = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];
const byPackage = groupBy(files, packageOf);
function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
const report = (name, paths) => {
  const sorted = paths.map(linesOf).sort((a, b) => a - b);
  const numbers = [paths.length, quantile(sorted, 0.5), quantile(sorted, 0.9), sorted.at(-1)];
  console.log(`${name.padEnd(28)}${numbers.map((number) => String(number).padStart(8)).join('')}`);
};
console.log(`${'package'.padEnd(28)}   files  median     p90     max`);
for (const [name, paths] of [...byPackage].sort(([a], [b]) => (a < b ? -1 : 1))) report(name, paths);
report('all', files);

const longFiles = code.flatMap((path) => {
  const lines = countLines(readFileSync(join(root, path), 'utf8'));
  return lines > MAX_LINES ? [`${path}: ${lines} lines (max ${MAX_LINES}). Split it by topic.`] : [];
});
const smallFiles = files.flatMap((path) => {
  const lines = linesOf(path);
  const [importer, ...others] = importers.get(path);
  if (lines > SMALL_LINES || importer === undefined || others.length > 0) return [];
  if (packageOf(importer) !== packageOf(path) || mayStaySmall(path, importer)) return [];
  return linesOf(importer) + lines > MAX_LINES
    ? []
    : [`${path}: ${lines} lines, imported only by ${importer}. Move its content there.`];
});
const faults = [...longFiles, ...smallFiles];
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`${faults.length} files to split or to merge.`);
  process.exitCode = 1;
}
