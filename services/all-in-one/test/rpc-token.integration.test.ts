import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { createServingProbe } from '@headwater/kit/rpc/serving-probe';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { loadAnalytics, loadCollector, loadIdentity, loadSites } from '@headwater/protos/services';
import { startHeadwater, type RunningHeadwater } from './running-headwater';

const SERVICES = {
  sites: loadSites(),
  identity: loadIdentity(),
  analytics: loadAnalytics(),
  collector: loadCollector(),
};

let database: TestDatabase;
let clickhouse: TestClickhouse;
let dataDir: string;
let headwater: RunningHeadwater | undefined;

beforeAll(async () => {
  [database, clickhouse] = await Promise.all([testDatabase(), testClickhouse()]);
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-rpc-token-'));
  chmodSync(dataDir, 0o711);
}, 60_000);
afterAll(async () => {
  await headwater?.stop();
  await database.drop();
  await clickhouse.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () =>
  startHeadwater({ DATA_DIR: dataDir, DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url });
const storedToken = () => readFileSync(join(dataDir, 'rpc-token'), 'utf8').trim();

test('refuses gRPC calls of other programs, and keeps the service token across a restart', async () => {
  headwater = await start();
  const token = storedToken();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(join(dataDir, 'rpc-token')).mode & 0o777).toBe(0o600);
  expect(headwater.output()).not.toContain(token);
  // The first access token is stored beside it. The output names only its file.
  expect(headwater.output()).toContain(join(dataDir, 'token'));
  expect(headwater.output()).not.toContain(readFileSync(join(dataDir, 'token'), 'utf8').trim());
  for (const [name, service] of Object.entries(SERVICES)) {
    const address = new RegExp(`${name} (127\\.0\\.0\\.1:\\d+)`).exec(headwater.output())?.[1] ?? '';
    const client = createRpcClient<object>({ service, address });
    const calls = Object.entries<(request: object) => Promise<unknown>>(client.calls).filter(
      ([method]) => !service.definition[method as never]?.['responseStream'],
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const [method, call] of calls)
      await expect(call({}).catch((error: unknown) => [method, error])).resolves.toEqual([
        method,
        expect.objectContaining({
          cause: expect.objectContaining({ details: expect.stringContaining('RPC_TOKEN') }),
        }),
      ]);
    client.close();
    const probe = createServingProbe(address);
    expect(await probe.isServing(10_000)).toBe(true);
    probe.close();
  }
  await headwater.stop();

  headwater = await start();
  expect(storedToken()).toBe(token);
}, 240_000);
