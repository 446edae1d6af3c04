import type { Module } from '../src/module';
import { operationsModule } from '../src/metrics/operations-module';
import { processMetrics } from '../src/metrics/process-metrics';
import { createPool } from '../src/pg/pool';
import { silentLog } from '../src/testing/silent-log';
import { testDatabase, type TestDatabase } from '../src/testing/test-database';

let operations: Module;
let missing: string[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  operations = operationsModule({ host: '127.0.0.1', port: 0, notReady: () => Promise.resolve(missing) });
  await operations.start();
});

afterAll(async () => {
  await operations.stop();
  await database.drop();
});

const get = async (path: string, method = 'GET') => {
  const response = await fetch(`http://127.0.0.1:${operations.ports?.()['metrics']}${path}`, { method });
  return { status: response.status, text: await response.text() };
};

test('exports the metrics of the process and of Node', async () => {
  processMetrics().rpcServed('headwater.test.v1.Echo', 'Echo', { code: 'ok', ms: 3 });
  processMetrics().rpcCalled('headwater.test.v1.Echo', 'Echo', 'upstream_unavailable');
  processMetrics().httpServed({ method: 'GET', route: '/api/v1/sites/{id}', status: 200, ms: 30 });
  const { status, text } = await get('/metrics');
  expect(status).toBe(200);
  expect(text).toContain(
    'headwater_rpc_server_seconds_bucket{le="0.005",service="headwater.test.v1.Echo",method="Echo",code="ok"} 1',
  );
  expect(text).toContain(
    'headwater_rpc_client_calls_total{service="headwater.test.v1.Echo",method="Echo",code="upstream_unavailable"} 1',
  );
  expect(text).toContain(
    'headwater_http_seconds_count{method="GET",route="/api/v1/sites/{id}",status="200"} 1',
  );
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});

test('bounds label values for any client input', async () => {
  processMetrics().httpServed({ method: 'BREW-0123456789', route: undefined, status: 405, ms: 1 });
  const { text } = await get('/metrics');
  expect(text).toContain('{method="other",route="none",status="405"}');
  expect(text).not.toContain('BREW-0123456789');
});

test('exports the clock of the process at the time of the scrape', async () => {
  const before = Date.now();
  const { text } = await get('/metrics');
  const seconds = Number(/^headwater_clock_seconds (\S+)$/m.exec(text)?.[1]);
  expect(seconds * 1_000).toBeGreaterThanOrEqual(before - 1);
  expect(seconds * 1_000).toBeLessThanOrEqual(Date.now() + 1);
});

test('exports the connections of a pool until it ends', async () => {
  const pool = createPool({ databaseUrl: database.url, applicationName: 'operations', log: silentLog() });
  await pool.query('SELECT 1');
  expect((await get('/metrics')).text).toContain(
    'headwater_pg_pool_connections{pool="operations",state="idle"} 1',
  );
  await pool.end();
  expect((await get('/metrics')).text).not.toContain('pool="operations"');
});

test('is alive without its databases, and ready with them', async () => {
  expect(await get('/readyz')).toEqual({ status: 200, text: 'ok\n' });
  missing = ['sites'];
  expect(await get('/readyz')).toEqual({ status: 503, text: 'sites\n' });
  expect((await get('/healthz')).status).toBe(200);
});

test.each([
  ['/', 'GET'],
  ['/metrics', 'POST'],
  ['/__proto__', 'GET'],
])('rejects %s %s', async (path, method) => {
  expect((await get(path, method)).status).toBe(404);
});
