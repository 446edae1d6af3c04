import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startShards, type Shards } from '@headwater/engines/start-shards';
import { podOf } from './pods';
import { render } from './render';

// Runs the script of the CronJob on two embedded engines, which have no Keeper and no bucket.
const directory = mkdtempSync(join(tmpdir(), 'headwater-backup-'));
chmodSync(directory, 0o711);
const [text] = podOf(render('operators'), 'clickhouse-backup').spec.containers[0].args as [string];
const replacements = [
  [' ON CLUSTER events', ''],
  ['S3(backups,', 'File('],
  ['clusterAllReplicas(events,', 'clusterAllReplicas(shards,'],
  ['sleep 5', 'sleep 0.1'],
] as const;
/** Embedded engines come without the native client: this one sends statements over HTTP. */
const CLIENT = `#!/usr/bin/env node
fetch(process.env.CLICKHOUSE_URL, {
  method: 'POST',
  body: process.argv[process.argv.indexOf('--query') + 1],
  headers: { authorization: process.env.AUTHORIZATION },
}).then(async (response) => {
  (response.ok ? process.stdout : process.stderr).write(await response.text());
  process.exitCode = response.ok ? 0 : 1;
});
`;
let shards: Shards;

beforeAll(async () => {
  writeFileSync(join(directory, 'clickhouse-client'), CLIENT, { mode: 0o755 });
  shards = await startShards(directory, 2);
});
afterAll(async () => {
  await shards.stop();
  rmSync(directory, { recursive: true });
});
beforeEach(async () => {
  await query('DROP DATABASE IF EXISTS headwater SYNC');
  await query('CREATE DATABASE headwater');
  await query('CREATE TABLE headwater.events (text String) ENGINE = MergeTree ORDER BY ()');
  await query('INSERT INTO headwater.events SELECT randomString(1000) FROM numbers(4000)');
});

function connection(shard: number): { origin: string; authorization: string } {
  const { origin, username, password } = new URL(shards.engines[shard]?.url ?? '');
  return { origin, authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

async function query(statement: string): Promise<string> {
  const { origin, authorization } = connection(0);
  const response = await fetch(origin, { method: 'POST', body: statement, headers: { authorization } });
  const body = (await response.text()).trim();
  if (!response.ok) throw new Error(body);
  return body;
}

/** Runs the script. It connects to a shard, as the Service connects it to any node. */
function backUp(shard = 0): Promise<{ code: number; output: string }> {
  const script = replacements.reduce((sum, [from, to]) => {
    expect(sum).toContain(from);
    return sum.replaceAll(from, to);
  }, text);
  const { origin, authorization } = connection(shard);
  const env = {
    PATH: [directory, process.env['PATH']].join(delimiter),
    CLICKHOUSE_URL: origin,
    AUTHORIZATION: authorization,
  };
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

const stored = (): string[] => readdirSync(join(directory, 'shard-1/backups'));

test('ends with 0 after a complete backup', async () => {
  const before = stored();
  const { code, output } = await backUp();
  expect(output).toMatch(/backup headwater-\S+Z: BACKUP_CREATED\n$/);
  expect(code).toBe(0);
  const added = stored().filter((name) => !before.includes(name));
  expect(added).toHaveLength(1);
  await query('DROP DATABASE headwater SYNC');
  await query(`RESTORE DATABASE headwater FROM File('${added[0]}')`);
  expect(await query('SELECT count() FROM headwater.events')).toBe('4000');
});

test('ends with 1 and the error after a failed backup', async () => {
  await query('DROP DATABASE headwater SYNC');
  const { code, output } = await backUp();
  expect(output).toMatch(/BACKUP_FAILED[^]*Database headwater/);
  expect(code).toBe(1);
});

test('waits for a running backup of another node instead of starting one', async () => {
  const before = stored();
  const id = 'headwater-2026-01-01T00-00-00Z';
  // Eight seconds for the four megabytes.
  await query(
    `BACKUP DATABASE headwater TO File('running') SETTINGS id = '${id}', max_backup_bandwidth = 500000 ASYNC`,
  );
  const { code, output } = await backUp(1);
  expect(output).toBe(`backup ${id} already runs\nbackup ${id}: BACKUP_CREATED\n`);
  expect(code).toBe(0);
  expect(stored().filter((name) => !before.includes(name))).toEqual(['running']);
});
