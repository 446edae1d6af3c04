// Checks the texts of the dashboard and their translations: npm run strings. Fails for texts that are not in the catalogue
// (services/dashboard/src/strings), unused and repeated texts, translations with other values, and texts that a page does not load.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './build.mjs';

const SOURCES = join(root, 'services/dashboard/src');
const TRANSLATIONS = join(SOURCES, 'strings/de');
/** Texts of these files load before the app. Each page loads one other file. */
const FRAME = ['shell', 'shared'];
/** Labels with translations, which the dashboard imports. */
/** Files that load pages and dialogs with their part of the catalogue. */
const LOADERS = ['app.tsx', 'reports.ts', 'commands/saved-views.tsx'].map((name) => join(SOURCES, name));
const VOCABULARY = ['protos/src/vocabulary.ts', 'protos/src/drop-reasons.ts'];

/** Attributes and properties of components with texts. */
const TEXT_ATTRIBUTES =
  /^(label|title|lead|placeholder|aria-label|aria-description|alt|emptyText|submit|consequence)$/;

/** Files without texts for people. */
const WITHOUT_TEXTS = [
  { path: /components\/icon\.tsx$/, why: 'paths of icons' },
  { path: /(chart\/plot|overview\/annotations-picture)\.ts$/, why: 'fonts of a canvas' },
  { path: /pages\/setup\/code\.ts$/, why: 'code in programming languages' },
  { path: /strings\//, why: 'the catalogue' },
];
const NOT_TRANSLATED = [
  { text: /^(Headwater|Stripe|Paddle|Lemon Squeezy|Polar|Docker Compose|Kubernetes)$/, why: 'products' },
  { text: /^(Claude (Code|Desktop)|Cursor|VS Code)$/, why: 'products' },
  { text: /^(English|Deutsch)$/, why: 'each language has its own name' },
  { text: /^(CSV|PNG|API|HTML|Node|Python|curl)$/, why: 'formats and programming languages' },
  { text: /^(Developers|Developer tools|Settings) > /, why: 'menus of payment providers' },
  { text: /^(Authorization: Bearer|Content-Type|X-Headwater-\w+)$/, why: 'HTTP' },
  { text: /^(example\.com|https:\/\/.*|signup server|plan|\w+_…)$/, why: 'examples of values' },
  {
    text: /^(Enter|Escape|AbortError|Ctrl|Tab|Control\+K Meta\+K)$/,
    why: 'names of keys and errors',
  },
  { text: /^use\w+ needs /, why: 'errors for developers' },
  { text: /^claude mcp add /, why: 'a command' },
];

const parse = (path) =>
  ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
const lineOf = (source, node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
const nameOf = (path) => relative(root, path);

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path));
}

/** @returns the texts of a catalogue file with their translations: `{ text, forms }` */
function translationsIn(path) {
  const found = [];
  const visit = (node) => {
    if (ts.isPropertyAssignment(node)) {
      const { initializer: value, name } = node;
      const forms = ts.isObjectLiteralExpression(value)
        ? value.properties.map((property) => property.initializer.text)
        : [value.text];
      found.push({ text: name.text, forms });
    } else ts.forEachChild(node, visit);
  };
  visit(parse(path));
  return found;
}

const isTranslation = (node) =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^(t|rich)$/.test(node.expression.text);

/** The texts that an expression may have: `isNew ? 'New' : 'Old'` has two. */
function textsOf(node) {
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  return ts.isStringLiteralLike(node) ? [node.text] : [];
}

const isAllowed = (text) => NOT_TRANSLATED.some((exception) => exception.text.test(text));
const isClass = (node) => ts.isJsxAttribute(node) && node.name.getText() === 'class';

/** Whether a string reads like a text for people: `Loading sites`. */
const readsLikeText = (text) => /^\p{Lu}\p{Ll}/u.test(text) || /^\p{Lu} \p{Ll}/u.test(text);
/** Whether a part of a template does: ` of `, `by `, `Site `. */
const isPartOfText = (text) => /(^| )\p{L}{2,} $|^ \p{L}{2,}( |$)/u.test(text) && !/[/=:<]/.test(text);

/** @returns the texts that a file uses, and its literal texts: `{ used: string[], literals: { line, text }[] }` */
export function readTexts(path) {
  const source = parse(path);
  const used = [];
  const literals = [];
  const report = (node, text) =>
    isAllowed(text.trim()) || literals.push({ line: lineOf(source, node), text: text.trim() });
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isClass(node)) return;
    if (isTranslation(node)) {
      used.push(...textsOf(node.arguments[0]));
      node.arguments.slice(1).forEach(visit);
      return;
    }
    if (ts.isJsxText(node)) {
      if (/\p{L}/u.test(node.text)) report(node, node.text);
    } else if (ts.isStringLiteralLike(node)) {
      const { parent } = node;
      const attribute =
        ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : '';
      const isName = ts.isPropertyAssignment(parent) && parent.name === node;
      if (
        !isName &&
        /\p{L}/u.test(node.text) &&
        (readsLikeText(node.text) || TEXT_ATTRIBUTES.test(attribute))
      )
        report(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
      for (const part of parts) if (isPartOfText(part.text)) report(part, part.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { used, literals };
}

/** The files that a file imports statically, also through others. */
function importsOf(path, seen = new Set()) {
  if (seen.has(path) || LOADERS.includes(path)) return seen;
  seen.add(path);
  for (const { fileName } of ts.preProcessFile(readFileSync(path, 'utf8'), true, true).importedFiles) {
    const target = ['.ts', '.tsx']
      .map((ending) => join(dirname(path), `${fileName}${ending}`))
      .find((each) => fileName.startsWith('.') && existsSync(each));
    if (target !== undefined) importsOf(target, seen);
  }
  return seen;
}

/** The pages with the part of the catalogue that they load: `withTexts('sites', async () => import('./pages/…'))`. */
function pagesOf(loader) {
  const calls = readFileSync(loader, 'utf8').matchAll(
    /withTexts\(\s*'(\w+)',\s*async \(\) =>\s*\(\s*await import\('([^']+)'\)/g,
  );
  return [...calls].map(([, part, path]) => ({ part, path: join(dirname(loader), `${path}.tsx`) }));
}

/** All findings, one a line. */
function findAll() {
  const findings = [];
  const partOf = new Map();
  for (const path of filesIn(TRANSLATIONS)) {
    const part = /(\w+)\.ts$/.exec(path)[1];
    for (const { text, forms } of translationsIn(path)) {
      if (partOf.has(text)) findings.push(`${nameOf(path)}: "${text}" is also in ${partOf.get(text)}.ts`);
      partOf.set(text, part);
      const values = (form) => [...new Set(form.match(/\{\w+\}/g))].sort().join();
      for (const form of forms)
        if (values(form) !== values(text))
          findings.push(`${nameOf(path)}: "${form}" has other values than "${text}"`);
    }
  }
  const texts = new Map();
  const files = filesIn(SOURCES).filter((path) => !WITHOUT_TEXTS.some((file) => file.path.test(path)));
  for (const path of files) {
    const { used, literals } = readTexts(path);
    texts.set(path, used);
    for (const { line, text } of literals)
      findings.push(`${nameOf(path)}:${line}: "${text}" is not from the catalogue: use t('…')`);
  }
  const vocabulary = VOCABULARY.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/'([^'\n]+)'/g)].map(([, text]) => text),
  );
  const used = new Set([...texts.values(), vocabulary].flat());
  for (const [text, part] of partOf) if (!used.has(text)) findings.push(`${part}.ts: "${text}" is unused`);

  const pages = LOADERS.flatMap(pagesOf);
  const check = (path, parts) => {
    for (const text of texts.get(path) ?? [])
      if (partOf.has(text) && !parts.includes(partOf.get(text)))
        findings.push(`${nameOf(path)}: "${text}" is in ${partOf.get(text)}.ts, which it does not load`);
  };
  for (const path of texts.keys()) if (!path.includes('/pages/')) check(path, FRAME);
  for (const { part, path } of pages)
    for (const each of importsOf(path)) if (each.includes('/pages/')) check(each, [...FRAME, part]);
  const reached = new Set(pages.flatMap(({ path }) => [...importsOf(path)]));
  for (const path of texts.keys())
    if (path.includes('/pages/') && !reached.has(path)) findings.push(`${nameOf(path)}: no page imports it`);
  return [...new Set(findings)];
}

if (process.argv[1] === import.meta.filename) {
  const findings = findAll();
  for (const finding of findings) console.log(finding);
  if (findings.length > 0) {
    console.error(`${findings.length} findings. services/dashboard/README.md describes the catalogue.`);
    process.exitCode = 1;
  } else console.log('No findings.');
}
