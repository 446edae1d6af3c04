import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'headwater-shallow-'));
const clone = join(directory, 'clone');
const folder = join(directory, 'code');

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
  // The clone has the last commit.
  copyFileSync(join(root, 'scripts/older-code.mjs'), join(clone, 'scripts/older-code.mjs'));
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

test.each(['v0.0.1', '0123456789abcdef0123456789abcdef01234567'])(
  'names the commit %s that a shallow clone lacks',
  (commit) => {
    expect(checkOut(commit)).toMatchObject({
      status: 1,
      stderr: `The clone has no commit ${commit}. If the name is right, run git fetch --unshallow\n`,
    });
    expect(existsSync(folder)).toBe(false);
  },
);
