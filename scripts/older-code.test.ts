import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'headwater-shallow-'));
const [origin, clone, folder] = ['origin', 'clone', 'code'].map((name) => join(directory, name)) as [
  string,
  string,
  string,
];
const MIGRATIONS = 'services/sites/migrations';

const git = (...options: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...options], {
    cwd: origin,
    encoding: 'utf8',
  });

beforeAll(() => {
  for (const name of ['scripts', MIGRATIONS]) mkdirSync(join(origin, name), { recursive: true });
  for (const name of ['older-code.mjs', 'build.mjs'])
    copyFileSync(join(root, 'scripts', name), join(origin, 'scripts', name));
  git('init', '--quiet', '--initial-branch=main');
  for (const migration of ['0001_first.sql', '0002_second.sql']) {
    writeFileSync(join(origin, MIGRATIONS, migration), '');
    git('add', '.');
    git('commit', '--quiet', '-m', migration);
  }
  git('clone', '--quiet', '--depth', '1', `file://${origin}`, clone);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function checkOut(...commit: readonly string[]): { readonly status: number | null; readonly stderr: string } {
  const options = { cwd: clone, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['scripts/older-code.mjs', folder, ...commit], options);
}

test('reports that a shallow clone has no code from before the newest migration', () => {
  expect(checkOut()).toMatchObject({
    status: 77,
    stderr: 'The clone has no commit before the newest migration: run git fetch --unshallow\n',
  });
  expect(existsSync(folder)).toBe(false);
});

test.each(['v0.0.1', 'main~1'])('names the commit %s that a shallow clone lacks', (commit) => {
  expect(checkOut(commit)).toMatchObject({
    status: 1,
    stderr: `The clone has no commit ${commit}. If the name is right, run git fetch --unshallow\n`,
  });
  expect(existsSync(folder)).toBe(false);
});
