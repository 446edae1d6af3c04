import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prose-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The findings in a Markdown file with this text, as `line: message`. */
function findingsIn(text: string): string[] {
  const path = join(folder, 'page.md');
  writeFileSync(path, text);
  const { stdout } = spawnSync('node', [join(__dirname, 'check-prose.mjs'), path], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes('page.md:'))
    .map((line) => line.replace(/^.*page\.md:/, ''));
}

const words = (count: number): string => `${Array.from({ length: count }, () => 'word').join(' ')}.`;

test('reports sentences with more than 25 words, also in table cells', () => {
  expect(findingsIn(`# Title\n\n${words(25)}\n`)).toEqual([]);
  expect(findingsIn(`# Title\n\nShort. ${words(26)}\n`)).toEqual([
    expect.stringMatching(/^3: 26 words \(max 25\)/),
  ]);
  expect(findingsIn(`| a | b |\n|---|---|\n| c | ${words(26)} |\n`)).toEqual([
    expect.stringMatching(/^3: 26 words/),
  ]);
});

test('counts code and enumerations as one word', () => {
  expect(findingsIn(`\`${words(30)}\` works.\n`)).toEqual([]);
  expect(findingsIn(`It supports ${Array.from({ length: 30 }, () => 'one').join(', ')} and more.\n`)).toEqual(
    [],
  );
});

test('reports a passive with its agent, but no passive without one', () => {
  expect(findingsIn('The events are sent by sites.\n')).toEqual([
    expect.stringMatching(/passive with an agent/),
  ]);
  expect(findingsIn('The rows are sorted by time. The key is 32 bytes by default.\n')).toEqual([]);
});

test('reports links to files that do not exist', () => {
  writeFileSync(join(folder, 'other.md'), '');
  expect(
    findingsIn('See [one](other.md#part), [two](https://example.com) and [three](missing.md).\n'),
  ).toEqual(['1: The file missing.md does not exist.']);
});
