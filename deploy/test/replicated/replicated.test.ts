import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { waitFor } from '../../../services/shared/kit/src/testing/wait-for';
import { startProcesses, type ProcessSystem } from '../../../services/e2e/src/start-processes';

const URLS = ['http://127.0.0.1:18123', 'http://127.0.0.1:18124'] as const;
const TABLE = 'headwater.events_local';
const hasDocker = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;
if (!hasDocker) console.warn('Replicated tables are not tested: no Docker engine is running.');

let system: ProcessSystem;
let site: number;
let sent = 0;

const compose = (...args: readonly string[]): void => {
  execFileSync('docker', ['compose', '--file', join(__dirname, 'compose.yaml'), ...args], {
    stdio: 'inherit',
  });
};

/** Runs a query on one replica. */
async function query(replica: 0 | 1, statement: string): Promise<string> {
  const response = await fetch(`${URLS[replica]}/?user=headwater&password=replicated`, {
    method: 'POST',
    body: statement,
  });
  const text = (await response.text()).trim();
  if (!response.ok) throw new Error(text);
  return text;
}

async function callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${system.apiUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${system.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function sendEvents(): Promise<void> {
  const events = Array.from({ length: 20 }, () => ({
    event_id: randomUUID(),
    anonymous_id: randomUUID(),
    name: 'ping',
  }));
  sent += (await callApi<{ accepted: number }>('POST', `/sites/${site}/events`, { events })).accepted;
}

const counted = async (): Promise<number> =>
  (await callApi<{ data: { events: number } }>('GET', `/sites/${site}/events/ping`)).data.events;
const stored = async (replica: 0 | 1): Promise<number> =>
  Number(await query(replica, `SELECT uniqExact(event_id) FROM ${TABLE} WHERE site_id = ${site}`));

(hasDocker ? describe : describe.skip)('a shard with two replicas', () => {
  beforeAll(async () => {
    compose('up', '--detach', '--wait');
    system = await startProcesses({
      CLICKHOUSE_URL: `${URLS[0].replace('//', '//headwater:replicated@')}/headwater`,
      CLICKHOUSE_CLUSTER: 'events',
      CLICKHOUSE_NODES: URLS.map((url) => new URL(url).host).join(','),
      CLICKHOUSE_REPLICATED: 'on',
    });
    site = (await callApi<{ id: number }>('POST', '/sites', { domain: 'replicated.example' })).id;
  });
  afterAll(async () => {
    await system.stop();
    compose('down', '--volumes');
  });

  test('stores each event on both replicas', async () => {
    await sendEvents();
    await waitFor('the events to be counted', async () => (await counted()) === sent);
    await waitFor('the second replica', async () => (await stored(1)) === sent);
    expect(
      await query(0, `SELECT engine FROM system.tables WHERE database || '.' || name = '${TABLE}'`),
    ).toMatch(/^Replicated/);
  });

  test('accepts and counts events while a replica is stopped, which then fetches them', async () => {
    compose('stop', 'replica-1');
    await sendEvents();
    await waitFor('the events to be counted', async () => (await counted()) === sent, 60_000);
    compose('up', '--detach', '--wait', 'replica-1');
    await waitFor('the replica to catch up', async () => (await stored(1)) === sent, 60_000);
  });

  test('migrates again without a change', async () => {
    const tables = "SELECT groupArray(create_table_query) FROM system.tables WHERE database = 'headwater'";
    const before = await query(1, tables);
    await system.runJob('migrate');
    expect(await query(1, tables)).toBe(before);
  });
});
