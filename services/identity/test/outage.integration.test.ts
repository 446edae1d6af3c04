import { createServer, type Server, type Socket } from 'node:net';
import { connect } from 'node:net';
import { identityFixture, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());

/** A port in front of Postgres that can be cut and joined again. */
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

it('tells an outage of Postgres as upstream_unavailable, and works again after it without a restart', async () => {
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
