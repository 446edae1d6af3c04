import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { packageRoot } from '@headwater/kit/package-root';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { loadIdentity } from '@headwater/protos/services';
import { identityFixture, KEY_OLD, type IdentityFixture, type Running } from './identity-fixture';

const WORKSPACE = { workspaceId: 1 };
const PAYMENTS = 60_000;
const PROGRAM = join(packageRoot('@headwater/identity'), '../../dist/identity.js');

let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await identityFixture();
  for (let by = 0; by < 5; by++) {
    fixture.analytics.sees(1, `v${by}`, { channel: by % 2 ? 'Email' : 'Direct' });
    await fixture.calls.Identify(
      { anonymousId: `v${by}`, account: { email: `account-${by}@example.com`, userId: `user-${by}` } },
      WORKSPACE,
    );
  }
  await insertPayments('first', PAYMENTS);
});
afterAll(() => fixture.stop());

const insertPayments = (name: string, count: number) =>
  fixture.database.pool.query(
    `INSERT INTO identity.payments (workspace_id, payment_id, user_id, customer_id, currency, amount_minor, type, occurred_at, created_at)
     SELECT 1, $1 || n, CASE WHEN n % 2 = 0 THEN 'user-' || n % 5 END, CASE WHEN n % 2 = 1 THEN 'customer-' || n % 1000 END,
            'EUR', n, 'sale', at, at
       FROM generate_series(1, $2::int) AS n CROSS JOIN LATERAL (SELECT timestamptz '2026-10-01 12:00Z' + n * interval '1 s' AS at) AS time`,
    [name, count],
  );

const revenue = ({ calls }: Pick<Running, 'calls'>) =>
  calls.QueryRevenue(
    { from: '2026-01-01', to: '2026-10-31', grain: 'month', dimension: 'channel', model: 'linear' },
    { ...WORKSPACE, deadlineMs: 60_000 },
  );

/** Waits until a process reads the rows of a copy. */
const isLoading = () =>
  waitFor('the load of a copy', async () => {
    const { rowCount } = await fixture.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND query LIKE 'FETCH % FROM rows'`,
    );
    return rowCount;
  });

/** Starts a process, which loads a copy for its first report, and ends it by a signal some time later. @returns whether it answered */
async function endLoad(signal: 'SIGTERM' | 'SIGKILL', afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...{ PATH: process.env['PATH'], IDENTITY_PORT: '0', HMAC_KEYS: KEY_OLD, LEDGER_COPY_ROWS: '0' },
      ...{ DATABASE_URL: fixture.database.url, ANALYTICS_ADDRESS: fixture.analytics.address },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const port = await new Promise<string>((resolve) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /"grpc":(\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const client = createRpcClient({ service: loadIdentity(), address: `127.0.0.1:${port}` });
  const report = revenue(client).then(
    () => true,
    () => false,
  );
  await isLoading();
  await pause(afterMs);
  child.kill(signal);
  await insertPayments(`${signal} ${afterMs} `, 10);
  await ended;
  client.close();
  return report;
}

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a process that ends by %s while it loads a copy leaves equal answers',
  async (signal) => {
    const answered: boolean[] = [];
    for (const afterMs of [0, 100, 400]) answered.push(await endLoad(signal, afterMs));
    // A stopping process still answers. If all killed processes answer, none ended during its load.
    if (signal === 'SIGTERM') expect(answered).not.toContain(false);
    else expect(answered).toContain(false);
    const restarted = await fixture.start({ LEDGER_COPY_ROWS: '0' });
    const expected = await revenue(fixture);
    expect(expected.currencies[0]?.payments).toBeGreaterThan(PAYMENTS);
    expect(await revenue(restarted)).toEqual(expected);
    await insertPayments(`after ${signal} `, 10);
    expect(await revenue(restarted)).toEqual(await revenue(fixture));
    await restarted.stop();
  },
  120_000,
);
