// Splits a source file into names, comments, strings and prose. Each part keeps its offset in the file.
import ts from 'typescript';

/** Fills the space between texts: no pattern matches it, and no phrase continues across it. */
const GAP = '\0';

/** The file's text in which only the given ranges are readable; white space stays, so that lines keep their numbers. */
function mask(source, ranges) {
  const masked = [];
  let at = 0;
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    masked.push(source.slice(at, start).replace(/\S/g, GAP), source.slice(start, end));
    at = end;
  }
  masked.push(source.slice(at).replace(/\S/g, GAP));
  return masked.join('');
}

const blank = (text) => text.replace(/\S/g, ' ');
const hide = (text) => text.replace(/\S/g, GAP);

/** Removes what is not a sentence: code in backticks, names of settings, links and paths. */
function withoutCode(text) {
  return text
    .replace(/```[\s\S]*?```/g, hide)
    .replace(/`[^`]*`/g, hide)
    .replace(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*/g, hide)
    .replace(/\bhttps?:\/\/[^\s)'"]+/g, hide)
    .replace(/(?<=\]\()[^)\s]+/g, hide)
    .replace(/(?<![\w/])\/[\w.{}:/-]+/g, hide);
}

/** Comment markers become spaces: a sentence may continue on the next line. */
const withoutMarkers = (comment) => comment.replace(/^\/\*+|\*+\/$|^[ \t]*\*(?!\/)|^[ \t]*\/\/+/gm, blank);

const DECLARATIONS = new Set([
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.EnumMember,
  ts.SyntaxKind.TypeParameter,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.JsxAttribute,
]);

const isImportPath = (node) =>
  ts.isImportDeclaration(node.parent) ||
  ts.isExportDeclaration(node.parent) ||
  ts.isExternalModuleReference(node.parent) ||
  (ts.isLiteralTypeNode(node.parent) && ts.isImportTypeNode(node.parent.parent)) ||
  (ts.isCallExpression(node.parent) &&
    /^(import|require|jest\.mock)$/.test(node.parent.expression.getText()));

/** The names of CSS classes and icons are no text. */
const isClassName = (node) =>
  ts.isJsxAttribute(node.parent) && ['class', 'className', 'icon'].includes(node.parent.name.getText());

/** The offsets of all comments, from the scanner's trivia around each token. */
function commentRanges(source, file) {
  const ranges = new Map();
  const visit = (node) => {
    // JSX text has no comments; two slashes in it are text.
    if (node.kind === ts.SyntaxKind.JsxText) return;
    for (const range of ts.getLeadingCommentRanges(source, node.pos) ?? []) ranges.set(range.pos, range.end);
    for (const range of ts.getTrailingCommentRanges(source, node.end) ?? []) ranges.set(range.pos, range.end);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return [...ranges];
}

function readTypeScript(path, source) {
  const kind = /\.[tj]sx$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const names = [];
  const strings = [];
  const visit = (node) => {
    if (DECLARATIONS.has(node.kind) && node.name && ts.isIdentifier(node.name))
      names.push({ name: node.name.text, offset: node.name.getStart(file) });
    else if (ts.isStringLiteralLike(node) && !isImportPath(node) && !isClassName(node))
      strings.push([node.getStart(file) + 1, node.end - 1]);
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
      strings.push([node.getStart(file) + 1, node.end - 1]);
    else if (ts.isJsxText(node)) strings.push([node.getStart(file), node.end]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return {
    names,
    comments: withoutCode(withoutMarkers(mask(source, commentRanges(source, file)))),
    strings: withoutCode(mask(source, strings)),
  };
}

/** Comments that begin with a marker and end with the line. */
function readLineComments(source, marker) {
  const ranges = [...source.matchAll(marker)].map((match) => [
    match.index + match[0].length,
    lineEnd(source, match.index),
  ]);
  return { comments: withoutCode(mask(source, ranges)) };
}

const lineEnd = (source, from) => {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
};

/** Titles and descriptions of JSON documents: dashboards, schemas. */
function readJson(source) {
  const ranges = [
    ...source.matchAll(/"(?:title|description|summary|legendFormat|content)"\s*:\s*"((?:[^"\\]|\\.)*)"/g),
  ];
  return {
    prose: withoutCode(
      mask(
        source,
        ranges.map((match) => [
          match.index + match[0].length - 1 - match[1].length,
          match.index + match[0].length - 1,
        ]),
      ),
    ),
  };
}

const HASH = /(?<=^|[ \t])#+!?(?= )/gm;

/**
 * The readable parts of a file, or undefined for a type of file that has none.
 * @returns {{ names?: { name: string, offset: number }[], comments?: string, strings?: string, prose?: string } | undefined}
 */
export function readTexts(path, source) {
  if (/\.(ts|tsx|mjs|cjs|js)$/.test(path)) return readTypeScript(path, source);
  if (path.endsWith('.proto')) return readLineComments(source, /(?<=^|\s)\/\/+/gm);
  if (path.endsWith('.sql')) return readLineComments(source, /--+/gm);
  if (/\.(md|txt)$/.test(path)) return { prose: withoutCode(source) };
  if (path.endsWith('.json')) return readJson(source);
  if (path.endsWith('.css')) return readTypeScriptComments(source);
  if (/\.(yaml|yml|tpl)$/.test(path)) return readYaml(source);
  if (/(Dockerfile|Caddyfile|\.conf|\.example|\.ci\/[\w-]+|ignore|\.npmrc)$/.test(path))
    return readLineComments(source, HASH);
  return undefined;
}

/** Comments, template comments, and the texts of alerts and events. */
function readYaml(source) {
  const ranges = [
    ...[...source.matchAll(HASH)].map((match) => [
      match.index + match[0].length,
      lineEnd(source, match.index),
    ]),
    ...[...source.matchAll(/\{\{-?\s*\/\*([\s\S]*?)\*\//g)].map((match) => [
      match.index,
      match.index + match[0].length,
    ]),
    ...[...source.matchAll(/^\s*-?\s*(?:summary|description|message|title): (?=\S)/gm)].map((match) => [
      match.index + match[0].length,
      lineEnd(source, match.index),
    ]),
    ...[...source.matchAll(/\bfail (?:\(printf )?"([^"]*)"/g)].map((match) => [
      match.index,
      match.index + match[0].length,
    ]),
  ];
  return { prose: withoutCode(mask(source, apart(ranges))) };
}

/** Ranges that overlap are one range. */
function apart(ranges) {
  const merged = [];
  for (const [start, end] of ranges.sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

const readTypeScriptComments = (source) => ({
  comments: withoutCode(
    withoutMarkers(
      mask(
        source,
        [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map((match) => [
          match.index,
          match.index + match[0].length,
        ]),
      ),
    ),
  ),
});

/** The words of a name, in lower case: `exactName`, `EXACT_NAME` and `exact-name` become "exact name". */
export function splitName(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The 1-based line of an offset. */
export function lineOf(source, offset) {
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}
