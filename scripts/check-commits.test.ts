import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;

const git = (...options: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
const commit = (subject: string): string => git('commit', '--quiet', '--allow-empty', '-m', subject);

/** The exit code of the check and the faults that it reports. */
function check(directory = folder): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('node', [join(__dirname, 'check-commits.mjs')], {
    cwd: directory,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commits-'));
  git('init', '--quiet', '--initial-branch=main');
  commit('an old commit of any form.');
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts/check-commits.mjs'), '');
  git('add', '.');
  commit('the commit that adds the check');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('accepts imperative subjects after the commit that adds the check', () => {
  commit('feat(gateway): add a route for goals');
  commit('build: bump esbuild');
  commit('refactor(kit,sites)!: rename the cache');
  commit('Revert "feat(gateway): add a route for goals"');
  expect(check()).toEqual({ status: 0, output: '4 commits checked, 0 faults.\n' });
});

test.each([
  ['feat(gateway): adds a route', 'starts with "adds"'],
  ['feat(gateway): added a route', 'starts with "added"'],
  ['fix: what an idle process keeps', 'starts with "what"'],
  ['fix: a test that failed', 'starts with "a"'],
  ['Add a route', 'does not read "type(scope): subject"'],
  ['feature: add a route', 'does not read "type(scope): subject"'],
  ['docs: describe the route.', 'ends with a full stop'],
  [`docs: describe ${'x'.repeat(58)}`, 'has 73 characters (max 72)'],
])('rejects "%s"', (subject, fault) => {
  commit(subject);
  const { status, output } = check();
  expect(output).toContain(fault);
  expect(status).toBe(1);
});

test('ignores merge commits', () => {
  git('checkout', '--quiet', '-b', 'topic');
  commit('fix: close the pool');
  git('checkout', '--quiet', 'main');
  commit('fix: close the log');
  git('merge', '--quiet', '--no-ff', '-m', 'Merge topic', 'topic');
  expect(check()).toEqual({ status: 0, output: '2 commits checked, 0 faults.\n' });
});

test('skips a shallow clone and a folder without git', () => {
  const clone = join(folder, 'clone');
  commit('not checked');
  git('clone', '--quiet', '--depth', '1', `file://${folder}`, clone);
  expect(check(clone)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^Skipped: the clone is shallow/),
  });
  expect(check(tmpdir())).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^Skipped: this folder/),
  });
});
