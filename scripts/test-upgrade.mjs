// Tests the previous code with the current schema, as in a rolling upgrade or a rollback. Checks out the code from before the newest
// migration of each store and runs its tests for separate processes on databases that it created and the current migrations upgraded:
//   npm run test:upgrade [gateway|sites|identity|eventstore …]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';
import { checkOut, commitBefore, STORES } from './older-code.mjs';

/** Visits, imports, the API contract, the README's calls, webhooks, and a site with a purge. */
const TESTS = ['services/e2e/test/processes', 'services/e2e/test/traces'];

/** Makes `migrate` of the old code an upgrade: the current `migrate` runs after it. */
function migrateAsNow(old) {
  const start = join(old, 'scripts/start.mjs');
  writeFileSync(join(old, 'scripts/start-old.mjs'), readFileSync(start));
  const now = pathToFileURL(join(root, 'scripts/start.mjs')).href;
  writeFileSync(
    start,
    `import { spawnSync } from 'node:child_process';
if (process.argv[2] === 'migrate') {
  const file = new URL('./start-old.mjs', import.meta.url);
  const { status } = spawnSync(process.execPath, [file.pathname, 'migrate'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
  await import('${now}');
} else await import('./start-old.mjs');
`,
  );
}

function testOn(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-upgrade-'));
  const old = join(folder, 'old');
  try {
    checkOut(commit, old);
    migrateAsNow(old);
    return spawnSync('npx', ['jest', '--runInBand', ...TESTS], { cwd: old, stdio: 'inherit' }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune'], { cwd: root });
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((store) => !Object.hasOwn(STORES, store));
if (unknown.length > 0) {
  console.error(`Unknown store ${unknown.join(', ')}. Use ${Object.keys(STORES).join(', ')}.`);
  process.exit(2);
}
const commits = new Map();
for (const store of wanted.length > 0 ? wanted : Object.keys(STORES)) {
  const commit = commitBefore([STORES[store]]);
  if (commit === undefined)
    console.log(`Skipped ${store}: the clone has no commit before its newest migration.`);
  else commits.set(commit, [...(commits.get(commit) ?? []), store]);
}
if (commits.size === 0) {
  console.error('No store was tested. Fetch the whole history first: git fetch --unshallow');
  process.exit(1);
}
let failed = 0;
for (const [commit, stores] of commits) {
  const title = `code from before the newest migration of ${stores.join(', ')} (${commit.slice(0, 9)})`;
  console.log(`== ${title}, with the current schema`);
  const passed = testOn(commit);
  console.log(`${passed ? 'passed' : 'FAILED'}: ${title}`);
  if (!passed) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
