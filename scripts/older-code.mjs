// Checks out the code from before the newest migration with its packages, for tests of an upgrade:
//   node scripts/older-code.mjs <empty folder> [commit]
// Builds the programs of that code and prints its commit. Exits with 77 if the clone is too shallow for the default commit.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './build.mjs';

/** The folder of migrations of each store. */
export const STORES = {
  gateway: 'services/gateway/migrations',
  sites: 'services/sites/migrations',
  identity: 'services/identity/migrations',
  eventstore: 'services/shared/eventstore/migrations',
};
/** The scope of our workspaces. npm links them into node_modules, and the older code must not use the current ones. */
const OWN = '@headwater';
/** The exit code of checks that could not run. */
const NOT_RUN = 77;

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/**
 * @param {readonly string[]} folders with migrations
 * @returns the commit before their newest migration; undefined if the clone is too shallow
 */
export function commitBefore(folders) {
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', ...folders);
  if (added === '') return undefined;
  const [, parent] = git('rev-list', '--parents', '-1', added).split(' ');
  return parent;
}

/**
 * Checks out a commit with its packages.
 *
 * @param {string} commit
 * @param {string} folder empty or new. Once it is deleted, `git worktree prune` removes its entry from the repository
 */
export function checkOut(commit, folder) {
  git('worktree', 'add', '--detach', '--quiet', folder, commit);
  const lock = (of) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(folder) !== lock(root))
    return execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', process.stderr, 'inherit'] });
  for (const part of ['.', ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces])
    if (existsSync(join(root, part, 'node_modules')) && existsSync(join(folder, part)))
      shareModules(join(root, part, 'node_modules'), join(folder, part, 'node_modules'));
}

/** Links the installed packages, but the older code's workspaces instead of the current ones. */
function shareModules(from, to) {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name !== OWN) symlinkSync(join(from, name), join(to, name));
    else {
      mkdirSync(join(to, OWN));
      for (const link of readdirSync(join(from, OWN)))
        symlinkSync(readlinkSync(join(from, OWN, link)), join(to, OWN, link));
    }
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder, commit = commitBefore(Object.values(STORES))] = process.argv.slice(2);
  if (!folder) throw new Error('The folder is missing. Usage: node scripts/older-code.mjs <folder> [commit]');
  if (commit === undefined) {
    console.error('The clone has no commit before the newest migration: run git fetch --unshallow');
    process.exit(NOT_RUN);
  }
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status !== 0) {
    console.error(`The clone has no commit ${commit}. If the name is right, run git fetch --unshallow`);
    process.exit(1);
  }
  checkOut(commit, resolve(folder));
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: resolve(folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  console.log(commit);
}
