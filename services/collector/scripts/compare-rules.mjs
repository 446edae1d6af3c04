// Prints the sessions that would move to another channel or source: the rules of an older commit against those of this checkout.
//
//   node services/collector/scripts/compare-rules.mjs <commit> <events.ndjson> [domain]
//
// The file has one exported event per line (`format=ndjson`). Of each session, the first line counts. Exports have no click ids, so a
// session that began with a paid click may differ from its stored channel; both rules read the same line and agree on it.
import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, URLSearchParams } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TAGS = ['utm_source', 'utm_medium', 'utm_campaign'];
const [commit, file, domain = ''] = process.argv.slice(2);
if (commit === undefined || file === undefined) {
  console.error('usage: compare-rules.mjs <commit> <events.ndjson> [domain]');
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'rules-'));
const old = join(scratch, 'old');
try {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', old, commit], { cwd: ROOT });
  for (const packages of ['node_modules', 'services/collector/node_modules'])
    if (existsSync(join(ROOT, packages))) symlinkSync(join(ROOT, packages), join(old, packages));
  const before = await rulesOf(old, 'before.cjs');
  const after = await rulesOf(ROOT, 'after.cjs');
  const { sessions, moves } = await compare(before, after);
  const moved = [...moves.values()].reduce((sum, { count }) => sum + count, 0);
  console.log(`${moved} of ${sessions} sessions would move`);
  for (const [move, { count, example }] of [...moves].sort((a, b) => b[1].count - a[1].count))
    console.log(`${String(count).padStart(8)}  ${move}  e.g. ${example}`);
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', old], { cwd: ROOT });
  rmSync(scratch, { recursive: true, force: true });
}

async function compare(before, after) {
  const seen = new Set();
  const moves = new Map();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() === '') continue;
    const row = JSON.parse(line);
    const id = row.session_id ?? row.sessionId ?? String(seen.size);
    if (seen.has(id)) continue;
    seen.add(id);
    const [from, to] = [before, after].map((rules) => verdict(rules, row));
    if (from === to) continue;
    const example = [row.referrer, ...TAGS.map((tag) => row[tag])].filter(Boolean).join(' ');
    const move = `${from} -> ${to}`;
    moves.set(move, { example, ...moves.get(move), count: (moves.get(move)?.count ?? 0) + 1 });
  }
  return { sessions: seen.size, moves };
}

function verdict({ acquisitionOf }, row) {
  const query = new URLSearchParams(TAGS.map((tag) => [tag, row[tag] ?? '']));
  const landing = { hostname: domain, pathname: '/', secure: true, query };
  const referrer = row.referrer ? `https://${row.referrer}` : '';
  const { channel, source } = acquisitionOf(landing, referrer, domain || 'invalid');
  return `${channel} / ${source || '(none)'}`;
}

/** The rules of a checkout, bundled. */
async function rulesOf(root, name) {
  const outfile = join(scratch, name);
  const entry = join(root, 'services/collector/src/domain/acquisition.ts');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  return createRequire(import.meta.url)(outfile);
}
