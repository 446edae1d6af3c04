// Prints the stored sessions that would move to another channel or source: the rules of an older commit against those of this checkout.
//
//   CLICKHOUSE_URL=http://user:password@host:port/database node services/collector/scripts/compare-rules.mjs <commit>
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAcquisition, ROOT } from './load-rules.mjs';
import { printMovedSessions } from './moved-sessions.mjs';

const [commit] = process.argv.slice(2);
if (commit === undefined) {
  console.error('usage: compare-rules.mjs <commit>');
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'rules-'));
const old = join(scratch, 'old');
try {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', old, commit], { cwd: ROOT });
  for (const packages of ['node_modules', 'services/collector/node_modules'])
    if (existsSync(join(ROOT, packages))) symlinkSync(join(ROOT, packages), join(old, packages));
  const before = await loadAcquisition(old);
  const after = await loadAcquisition(ROOT);
  await printMovedSessions({ before, after }, process.env.CLICKHOUSE_URL);
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', old], { cwd: ROOT });
  rmSync(scratch, { recursive: true, force: true });
}
