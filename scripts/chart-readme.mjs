// Writes the table of values in helm/headwater/README.md from the comments of values.yaml. With --check, only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, parseDocument } from 'yaml';
import { root } from './build.mjs';

const chart = join(root, 'helm/headwater');
const BEGIN = '<!-- values: generated from values.yaml by npm run generate:chart -->';
const END = '<!-- end of values -->';

/** One row per entry with a `# --` comment: the entries of this map, then of nested maps. */
function rowsOf(map, path) {
  return map.items.flatMap(({ key, value }) => {
    const name = [...path, key.value].join('.');
    // The parser attaches the comment before the first entry to the map.
    const comment = key.commentBefore ?? (map.items[0]?.key === key ? map.commentBefore : undefined);
    const at = comment?.lastIndexOf(' -- ') ?? -1;
    const own = at >= 0 ? [[name, defaultOf(value), comment.slice(at + 4).replace(/\n\s*/g, ' ')]] : [];
    return [...own, ...(isMap(value) && !value.flow ? rowsOf(value, [...path, key.value]) : [])];
  });
}

function defaultOf(value) {
  if (isScalar(value)) return JSON.stringify(value.value);
  const json = JSON.stringify(value.toJSON());
  return isMap(value) && !value.flow && value.items.length > 0 ? '' : json;
}

const rows = rowsOf(parseDocument(readFileSync(join(chart, 'values.yaml'), 'utf8')).contents, []);
const escape = (text) => text.replaceAll('|', '\\|');
const table = ['| value | default | description |', '|---|---|---|']
  .concat(
    rows.map(
      ([name, fallback, description]) =>
        `| \`${name}\` | ${fallback === '' ? '' : `\`${escape(fallback)}\``} | ${escape(description)} |`,
    ),
  )
  .join('\n');

const file = join(chart, 'README.md');
const before = readFileSync(file, 'utf8');
const after = `${before.slice(0, before.indexOf(BEGIN))}${BEGIN}\n\n${table}\n\n${END}${before.slice(before.indexOf(END) + END.length)}`;
if (!process.argv.includes('--check')) writeFileSync(file, after);
else if (after !== before) {
  console.error(
    'helm/headwater/README.md differs from values.yaml. Run `npm run generate:chart` and commit.',
  );
  process.exitCode = 1;
}
