import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A title, the name and the source of a file, and the findings in it as `line: finding`. */
const EXAMPLES: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'accepts plain language',
    'a.ts',
    '/** Returns the cached row. */\nexport const row = "Retry after 1 s.";\n',
    [],
  ],
  [
    'splits identifiers into words',
    'a.ts',
    'const toldChanges = 1;\nconst LEAST_WAIT = 2;\nconst retold = 3;\n',
    ['1: "told" in the name "toldChanges"', '2: "least wait" in the name "LEAST_WAIT"'],
  ],
  ['checks file names', 'told-changes.ts', 'export {};\n', ['1: "told" in the name "told-changes.ts"']],
  ['reports names only where they are declared', 'a.ts', 'import { told } from "./told";\n\ntold();\n', []],
  [
    'finds phrases across lines of a block comment',
    'a.ts',
    '/**\n * Starts all at\n * once.\n */\n',
    ['2: "at once"'],
  ],
  [
    'finds phrases across line comments',
    'a.ts',
    '// Starts all at\n// once.\nexport {};\n',
    ['1: "at once"'],
  ],
  ['does not join comments across code', 'a.ts', 'const a = 1; // at\nconst b = 2; // once\n', []],
  [
    'reads strings and templates',
    'a.ts',
    'const a = "told";\nconst b = `asks ${a}`;\n',
    ['1: "told"', '2: "asks"'],
  ],
  ['reads JSX text, but no class names', 'a.tsx', 'const a = <p class="figure">Told</p>;\n', ['1: "Told"']],
  [
    'skips backticks, paths and settings',
    'a.ts',
    '// `told`, /notices and LINK_SWEEP_PAUSE_MS\nexport {};\n',
    [],
  ],
  ['allows names of the .proto files', 'a.ts', 'const handlers = { RecordNotices: 1, notices: 2 };\n', []],
  ['allows settings in config files', 'config.ts', 'const settings = { LINK_SWEEP_PAUSE_MS: 1 };\n', []],
  [
    'reports noun clauses at the start of a sentence',
    'a.ts',
    '/** What a visitor did. */\nexport {};\n',
    ['1: "What"'],
  ],
  ['allows questions', 'a.ts', 'const heading = "What does this page show?";\n', []],
  ['reads Markdown without code', 'a.md', '# A\n\nThe list is told.\n\n```sh\ntold\n```\n', ['3: "told"']],
  ['reads YAML comments', 'a.yaml', '# -- Told once.\nname: told\n', ['1: "Told"']],
  ['reads JSON descriptions', 'a.json', '{ "description": "told", "name": "told" }\n', ['1: "told"']],
  ['reads shell comments', '.ci/run', '#!/bin/sh\n# Told once.\necho told\n', ['2: "Told"']],
];

let folder: string;
let output: string;
let status: number | null;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'words-'));
  const paths = EXAMPLES.map(([, name, source], index) => {
    const path = join(folder, String(index), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, source);
    return path;
  });
  const options = [join(__dirname, 'check-words.mjs'), ...paths];
  ({ stdout: output, status } = spawnSync('node', options, { encoding: 'utf8' }));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each(EXAMPLES.map(([title, name, , expected], index) => ({ title, name, index, expected })))(
  '$title',
  ({ name, index, expected }) => {
    const prefix = `/${index}/${name}:`;
    const findings = output.split('\n').filter((line) => line.includes(prefix));
    expect(
      findings.map((line) => line.replace(/ -> .*/, '').slice(line.indexOf(prefix) + prefix.length)),
    ).toEqual(expected);
  },
);

test('fails if it finds a word', () => {
  expect(status).toBe(1);
});
