// Checks names, comments, strings and prose against the word list in language/words.mjs:
//   npm run words [-- --summary] [-- <folder or file>…]
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf, readTexts, splitName } from './language/texts.mjs';
import { EXCEPTIONS, UNCHECKED_FILES, WORDS } from './language/words.mjs';

// build.mjs also has it, but loads esbuild.
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const SENTENCE_START = String.raw`(?<=(?:^|\0|[.!?]['")*]*|\n\s*(?:[-*>|]|\n))\s*)`;

const PATTERNS = WORDS.map(({ find, start, ...word }) => ({
  ...word,
  pattern: new RegExp(
    String.raw`${start ? SENTENCE_START : '(?<!\\w)'}(?:${find.replaceAll(' ', '\\s+')})(?!\w)`,
    // At the start of a sentence only the capital letter counts.
    start ? 'g' : 'gi',
  ),
}));

/** Files of the repository, tracked or new, below the given paths; files that are named are listed wherever they are. */
function listFiles(paths) {
  const files = paths.filter((path) => existsSync(path) && statSync(path).isFile());
  const folders = paths.filter((path) => !files.includes(path));
  if (folders.length === 0) return files.map((path) => relative(root, path));
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...folders],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  return [...new Set([...files.map((path) => relative(root, path)), ...listed.split('\0')])].filter(
    (path) =>
      path !== '' &&
      existsSync(join(root, path)) &&
      !UNCHECKED_FILES.some(({ path: unchecked }) => unchecked.test(path)),
  );
}

/** The names that the .proto files declare, as they are written in code: `RecordNotices`, `noticeId`. */
function readProtoNames() {
  const names = new Set();
  const declaration =
    /^\s*(?:message|enum|service|rpc|oneof)\s+(\w+)|^\s*(?:repeated |optional )?[\w.<>, ]+\s(\w+)\s*=\s*\d+/gm;
  for (const file of listFiles([join(root, 'protos/headwater')]).filter((path) => path.endsWith('.proto')))
    for (const [, type, field] of readFileSync(join(root, file), 'utf8').matchAll(declaration))
      names.add(type ?? field.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
  return names;
}

const protoNames = readProtoNames();
const capitalise = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** Public names stay: those of the .proto files, with the types derived from them, and settings. */
const isPublic = (name, file) =>
  protoNames.has(name) ||
  protoNames.has(capitalise(name)) ||
  (/config/.test(file) && /^[A-Z][A-Z0-9_]+$/.test(name));

const isAllowed = (file, line, found, name) =>
  EXCEPTIONS.some(
    (exception) =>
      (exception.words?.test(found) ?? true) &&
      (exception.path?.test(file) ?? true) &&
      (exception.name === undefined || (name !== undefined && exception.name.test(name))) &&
      (exception.text?.test(line) ?? true),
  );

function* findInNames(file, lines, names, { pattern, use }) {
  const seen = new Set();
  for (const { name, line } of names) {
    const [found] = splitName(name).match(pattern) ?? [];
    if (found === undefined || seen.has(name)) continue;
    if ((line > 0 && isPublic(name, file)) || isAllowed(file, lines[line - 1] ?? name, found, name)) continue;
    seen.add(name);
    yield { line: Math.max(line, 1), found, shown: `"${found}" in the name "${name}"`, use };
  }
}

function* findInText(file, lines, text, { pattern, use }) {
  for (const match of text.matchAll(pattern)) {
    const line = lineOf(text, match.index);
    const found = match[0].trim().replace(/\s+/g, ' ');
    if (!isAllowed(file, lines[line - 1], found)) yield { line, found, shown: `"${found}"`, use };
  }
}

function* findInFile(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const texts = readTexts(file, source);
  if (texts === undefined) return;
  const lines = source.split('\n');
  const names = [
    { name: basename(file), line: 0 },
    ...(texts.names ?? []).map(({ name, offset }) => ({ name, line: lineOf(source, offset) })),
  ];
  for (const word of PATTERNS) {
    if (word.in.includes('names')) yield* findInNames(file, lines, names, word);
    for (const kind of ['comments', 'strings', 'prose'])
      if (word.in.includes(kind) && texts[kind] !== undefined)
        yield* findInText(file, lines, texts[kind], word);
  }
}

const options = process.argv.slice(2);
const paths = options.filter((option) => !option.startsWith('--')).map((path) => resolve(path));
const counts = new Map();
let total = 0;
for (const file of listFiles(paths.length > 0 ? paths : [root]))
  for (const { line, found, shown, use } of [...findInFile(file)].sort((a, b) => a.line - b.line)) {
    total += 1;
    const folder = file
      .split('/')
      .slice(0, file.startsWith('services/shared') ? 3 : 2)
      .join('/');
    for (const key of [`word ${found.toLowerCase()}`, `folder ${folder}`])
      counts.set(key, (counts.get(key) ?? 0) + 1);
    if (!options.includes('--summary')) console.log(`${file}:${line}: ${shown} -> ${use}`);
  }
if (options.includes('--summary'))
  for (const [key, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(5)} ${key}`);
if (total > 0) {
  console.error(`${total} private words. The list and its exceptions are in scripts/language/words.mjs.`);
  process.exitCode = 1;
} else console.log('No private words.');
