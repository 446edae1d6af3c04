import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationFiles } from './migration-files';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('migrationFiles', () => {
  it('splits statements at semicolons at the end of a line, and ignores comments', () => {
    writeFileSync(join(folder, '0001_a.sql'), "-- why\nCREATE a DEFAULT ';x';\n\nCREATE b;\n-- the end\n");
    expect(migrationFiles(folder)[0]?.statements).toEqual(["-- why\nCREATE a DEFAULT ';x'", 'CREATE b']);
  });

  it('has the same checksum for all line ends', () => {
    writeFileSync(join(folder, '0001_a.sql'), 'A;\nB;\n');
    writeFileSync(join(folder, '0002_a.sql'), 'A;\r\nB;\r\n');
    const [unix, windows] = migrationFiles(folder);
    expect(windows?.checksum).toBe(unix?.checksum);
  });

  it.each([
    ['a gap', ['0001_a.sql', '0003_b.sql']],
    ['two of one number', ['0001_a.sql', '0001_b.sql']],
    ['a stray file', ['0001_a.sql', 'notes.txt']],
  ])('refuses %s', (_, names) => {
    for (const name of names) writeFileSync(join(folder, name), 'A;');
    expect(() => migrationFiles(folder)).toThrow(/Migration .* should start with/);
  });
});
