// Replaces positions in dist/<program>.js by positions in the sources, in the stack traces of a log:
//   node scripts/source-positions.mjs <folder of source maps> < log
// The maps and the programs must be of the same build: deploy/Dockerfile describes how to get them.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** `/app/dist/gateway.js:120:15`, also in a JSON string. */
const POSITION = /[^\s()"\\]*\bdist\/([\w-]+)\.js:(\d+):(\d+)/g;

const folder = process.argv[2];
if (!folder)
  throw new Error('The folder is missing. Usage: node scripts/source-positions.mjs <folder of source maps>');
const maps = new Map();

/** The source map of a program; undefined if the folder has none. */
function mapOf(program) {
  const file = join(folder, `${program}.js.map`);
  if (!maps.has(program))
    maps.set(program, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  return maps.get(program);
}

function sourceOf(position, program, line, column) {
  const { fileName, lineNumber, columnNumber } =
    mapOf(program)?.findOrigin(Number(line), Number(column)) ?? {};
  if (fileName === undefined) return position;
  return `${fileName.replace(/^(\.\.\/)+/, '')}:${lineNumber}:${columnNumber}`;
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(line.replaceAll(POSITION, sourceOf));
