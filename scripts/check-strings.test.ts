import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A title, the source of a file, and the literal texts that the check finds in it. */
const EXAMPLES: readonly (readonly [string, string, readonly string[]])[] = [
  ['finds the text of an element', '<p>Loading sites</p>', ['Loading sites']],
  ['finds an attribute with a text', '<Card title="Sites" class="Wide card" />', ['Sites']],
  ['finds a lower-case label', '<input placeholder="search" />', ['search']],
  ['finds a label in a table', "const TABS = [{ key: 'a', label: 'visits' }];", ['visits']],
  ['finds a message', "throw new Error('Something went wrong');", ['Something went wrong']],
  ['finds a part of a template', 'const text = `${name} by ${dimension}`;', ['by']],
  [
    'finds both texts of a condition',
    "const text = isNew ? 'New site' : 'Old site';",
    ['New site', 'Old site'],
  ],
  [
    'allows texts of the catalogue',
    "<Card title={t('Sites')}>{rich('Open {link}', { link: <b>{name}</b> })}</Card>",
    [],
  ],
  ['allows products', '<b>Stripe</b>', []],
  [
    'allows paths, names of icons, and keys',
    "const url = `/api/v1/sites/${id}`; const icon = 'trash'; const of = { Sites: 1 };",
    [],
  ],
  ['allows types', "type State = 'Open' | 'Done';", []],
];

const folder = mkdtempSync(join(tmpdir(), 'strings-'));
const found: string[][] = [];
beforeAll(() => {
  const files = EXAMPLES.map(([, source], index) => {
    const file = join(folder, `page-${index}.tsx`);
    writeFileSync(file, source);
    return file;
  });
  const code = `import { readTexts } from ${JSON.stringify(join(__dirname, 'check-strings.mjs'))};
    const found = ${JSON.stringify(files)}.map((file) => readTexts(file).literals.map(({ text }) => text));
    console.log(JSON.stringify(found));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  found.push(...(JSON.parse(stdout) as string[][]));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(EXAMPLES.map(([title, , texts], index) => [title, index, texts] as const))(
  '%s',
  (_, index, texts) => {
    expect(found[index]).toEqual(texts);
  },
);
