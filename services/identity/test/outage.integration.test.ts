import { createServer, type Server, type Socket } from 'node:net';
import { connect } from 'node:net';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { identityFixture, KEY_NEW, KEY_OLD, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());

/** A TCP proxy in front of Postgres that can be cut and restored. */
async function cuttable(
  target: URL,
): Promise<{ port: number; cut(): void; join(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  let open = true;
  const server: Server = createServer((near) => {
    if (!open) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    open = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut,
    join: () => {
      open = true;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('maps an outage of Postgres to upstream_unavailable, and recovers without a restart', async () => {
  const target = new URL(fixture.database.url);
  const proxy = await cuttable(target);
  const url = new URL(target);
  url.port = String(proxy.port);
  url.hostname = '127.0.0.1';
  const replica = await fixture.start({ DATABASE_URL: url.toString() });
  const account = { email: 'ada@example.com' };
  const identify = () => replica.calls.Identify({ anonymousId: 'v1', account }, { workspaceId: 1 });

  await identify();
  proxy.cut();
  const outage = { kind: 'unavailable', code: 'upstream_unavailable', retryAfterSeconds: 2 };
  await expect(identify()).rejects.toMatchObject(outage);
  await expect(
    replica.calls.BulkIdentify({ users: [{ index: 0, account }] }, { workspaceId: 1 }),
  ).rejects.toMatchObject(outage);
  proxy.join();
  expect(await identify()).toMatchObject({ linked: false, enriched: true });
  await replica.stop();
  await proxy.close();
});

it.each([
  ['serves calls', { HMAC_KEYS: KEY_OLD }, undefined],
  ['refuses calls with wrong keys', { HMAC_KEYS: KEY_NEW }, 'HMAC_KEYS lacks old'],
])('when started during an outage of Postgres, %s after the outage', async (_, env, refusal) => {
  const account = { email: 'edsger@example.com' };
  await fixture.calls.Identify({ anonymousId: 'v3', account }, { workspaceId: 3 });
  const proxy = await cuttable(new URL(fixture.database.url));
  const url = new URL(fixture.database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  proxy.cut();
  const replica = await fixture.start({ ...env, DATABASE_URL: url.toString() });
  const call = () =>
    replica.calls
      .Identify({ anonymousId: 'v3', account }, { workspaceId: 3 })
      .catch((error: unknown) => error);
  const outage = { kind: 'unavailable', code: 'upstream_unavailable', retryAfterSeconds: 2 };
  expect(await call()).toMatchObject(outage);
  proxy.join();
  if (refusal === undefined) await waitFor('a response', async () => !((await call()) instanceof Error));
  else {
    await waitFor('the refusal', () => fixture.lines.some((line) => line.includes(refusal)));
    expect(await call()).toMatchObject(outage);
  }
  expect(await fixture.count('profiles', 3)).toBe(1);
  await replica.stop();
  await proxy.close();
});

it('maps a read-only primary to upstream_unavailable, and recovers without a restart', async () => {
  const { pool, url } = fixture.database;
  const name = new URL(url).pathname.slice(1);
  const replica = await fixture.start({});
  const account = { email: 'grace@example.com' };
  const identify = () => replica.calls.Identify({ anonymousId: 'v2', account }, { workspaceId: 1 });
  const cutAll = () =>
    pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid != pg_backend_pid()',
      [name],
    );
  try {
    await pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await cutAll();
    const outage = { kind: 'unavailable', code: 'upstream_unavailable', retryAfterSeconds: 2 };
    await expect(identify()).rejects.toMatchObject(outage);
    // The next query may be the first one to detect a cut connection.
    await waitFor('a read to succeed', () =>
      replica.calls.LookUpAttribution({ email: 'ada@example.com' }, { workspaceId: 1 }).then(
        () => true,
        () => false,
      ),
    );
  } finally {
    await pool.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  }
  await waitFor('a write to succeed', () =>
    identify().then(
      () => true,
      () => false,
    ),
  );
  await replica.stop();
});

it('refuses calls beyond the connections of their workspace as too many, and serves other workspaces', async () => {
  const holder = await fixture.database.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE identity.profiles IN ACCESS EXCLUSIVE MODE');
  const account = { email: 'ada@example.com' };
  const calls = Array.from({ length: 10 }, () =>
    fixture.calls.LookUpAttribution(account, { workspaceId: 7 }).catch((error: unknown) => error),
  );
  const refused = await Promise.race(calls);
  expect(refused).toMatchObject({ kind: 'rate_limited', code: 'workspace_busy', retryAfterSeconds: 1 });
  await fixture.calls.ListErasures({ limit: 1 }, { workspaceId: 8 });
  await holder.query('ROLLBACK');
  holder.release();
  const answers = await Promise.all(calls);
  expect(answers.filter((answer) => !(answer instanceof Error))).toHaveLength(6);
});
