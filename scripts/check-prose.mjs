// Checks Markdown files, the texts of the OpenAPI document and the strings of the dashboard with textlint, and the length of sentences in
// comments: npm run prose [-- <file>…]
import { TextlintKernel } from '@textlint/kernel';
import markdownPlugin from '@textlint/textlint-plugin-markdown';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSummary, FILE_RULES, findLongSentences, TEXT_RULES } from './language/prose-rules.mjs';

// build.mjs also has it, but loads esbuild.
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const kernel = new TextlintKernel();
const plugins = [{ pluginId: 'markdown', plugin: markdownPlugin.default ?? markdownPlugin }];

const listFiles = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));

async function lint(text, rules, filePath = join(root, 'text.md')) {
  const { messages } = await kernel.lintText(text, { filePath, ext: '.md', plugins, rules });
  return messages;
}

/** Long sentences in the comments of code. */
async function* findInComments(files) {
  const { lineOf, readTexts } = await import('./language/texts.mjs');
  for (const file of files) {
    const { comments = '' } = readTexts(file, readFileSync(join(root, file), 'utf8')) ?? {};
    // Other text separates comments.
    for (const { 0: comment, index } of comments.matchAll(/[^\0]+/g))
      for (const { offset, message } of findLongSentences(comment))
        yield `${file}:${lineOf(comments, index + offset)}: ${message}`;
  }
}

async function* findInMarkdown(files) {
  for (const file of files)
    for (const { line, message } of await lint(
      readFileSync(join(root, file), 'utf8'),
      FILE_RULES,
      join(root, file),
    ))
      yield `${file}:${line}: ${message}`;
}

/** Every summary and description below a node of the OpenAPI document, with its path. */
function* textsOf(node, path) {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'example' || key === 'examples') continue;
    if ((key === 'summary' || key === 'description') && typeof value === 'string') yield { key, value, path };
    else yield* textsOf(value, [...path, key]);
  }
}

async function* findInOpenApi() {
  const { readOpenApiDocument } = await import('./openapi-document.mjs');
  const seen = new Set();
  for (const { key, value, path } of textsOf((await readOpenApiDocument()).document, [])) {
    // Shared parameters and schemas repeat their texts.
    if (seen.has(value)) continue;
    seen.add(value);
    const place = `OpenAPI ${path.join(' ')}`;
    const fault = key === 'summary' ? checkSummary(value) : undefined;
    if (fault !== undefined) yield `${place}: ${fault}`;
    for (const { message } of await lint(value, TEXT_RULES)) yield `${place}: ${message}`;
  }
}

/** Texts that people read in the dashboard: JSX text, and strings that begin with a capital letter and contain a space. */
function* dashboardTexts(file, ts) {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found = [];
  const visit = (node) => {
    const text =
      ts.isJsxText(node) || ts.isStringLiteralLike(node) ? node.text.replace(/\s+/g, ' ').trim() : '';
    // `M10 3a7…` is the path of an icon.
    if (/^\p{Lu}(?!\d).* /u.test(text))
      found.push({ text, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(source);
  yield* found;
}

async function* findInDashboard(files) {
  const { default: ts } = await import('typescript');
  for (const file of files)
    for (const { text, line } of dashboardTexts(file, ts))
      for (const { message } of await lint(text, TEXT_RULES)) yield `${file}:${line}: ${message}`;
}

const wanted = process.argv.slice(2).map((path) => relative(root, resolve(path)));
const markdown = wanted.length > 0 ? wanted : listFiles('*.md');
const findings = [];
for await (const finding of findInMarkdown(markdown)) findings.push(finding);
if (wanted.length === 0) {
  for await (const finding of findInOpenApi()) findings.push(finding);
  const sources = listFiles('services/dashboard/src').filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  for await (const finding of findInDashboard(sources)) findings.push(finding);
  const code = listFiles('*.ts', '*.tsx', '*.mjs', '*.cjs', '*.proto').filter(
    (path) => !/\/gen\//.test(path),
  );
  for await (const finding of findInComments(code)) findings.push(finding);
}
for (const finding of findings) console.log(finding);
if (findings.length > 0) {
  console.error(`${findings.length} findings. The rules are in scripts/language/prose-rules.mjs.`);
  process.exitCode = 1;
} else console.log('No findings.');
