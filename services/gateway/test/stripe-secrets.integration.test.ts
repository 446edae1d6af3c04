import Stripe from 'stripe';
import { NOW } from './analytics-stand-in';
import { startGateway, type Gateway } from './gateway-fixture';

const SECRET = 'whsec_0123456789abcdef';
const PING = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: {} } });
const SIGNATURE = Stripe.webhooks.generateTestHeaderString({
  payload: PING,
  secret: SECRET,
  timestamp: Math.floor(NOW / 1_000),
});

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const setSecret = (signing_secret: string, token = gateway.ours.token) =>
  gateway.request('PUT', '/api/v1/integrations/stripe', { json: { signing_secret }, token });
const post = async (workspaceId: number, origin = gateway.origin): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'stripe-signature': SIGNATURE };
  const url = `${origin}/webhooks/stripe/${workspaceId}`;
  return (await fetch(url, { method: 'POST', headers, body: PING })).status;
};

describe('signing secrets in the database', () => {
  const rows = async () =>
    (
      await gateway.database.pool.query<{ row: string }>(
        'SELECT s::text AS row FROM gateway.stripe_secrets s',
      )
    ).rows
      .map(({ row }) => row)
      .join();

  it('are sealed; older plain secrets are sealed when a gateway starts', async () => {
    const { token, workspaceId } = await gateway.newTenant('from before');
    await setSecret(SECRET, token);
    await gateway.database.pool.query(
      'UPDATE gateway.stripe_secrets SET sealed_secret = NULL, signing_secret = $2 WHERE workspace_id = $1',
      [workspaceId, SECRET],
    );
    expect(await rows()).toContain(SECRET);
    expect(await post(workspaceId)).toBe(200);
    const replica = await gateway.startReplica();
    await replica.stop();
    expect(await rows()).not.toContain(SECRET);
    expect(await rows()).not.toContain(Buffer.from(SECRET).toString('hex'));
    expect(await post(workspaceId)).toBe(200);
  });

  it('prevent a gateway without the key, or with another key, from starting', async () => {
    await setSecret(SECRET);
    await expect(gateway.startReplica({ secretsKeys: undefined })).rejects.toThrow(/SECRETS_KEY is needed/);
    await expect(gateway.startReplica({ secretsKeys: [Buffer.alloc(32, 8)] })).rejects.toThrow(
      /SECRETS_KEY is not the key/,
    );
  });

  it('are resealed with the first of several keys, after which the others are not needed', async () => {
    await setSecret(SECRET);
    const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const statusBy = async (...secretsKeys: [Buffer, ...Buffer[]]) => {
      const replica = await gateway.startReplica({ secretsKeys });
      const status = await post(gateway.ours.workspaceId, replica.origin);
      await replica.stop();
      return status;
    };
    expect(await statusBy(older, newer)).toBe(200);
    expect(await statusBy(older)).toBe(200);
    expect(await statusBy(newer, older)).toBe(200);
    expect(await statusBy(newer)).toBe(200);
    await expect(statusBy(older)).rejects.toThrow(/SECRETS_KEY is not the key/);
    // Restores the state that the following tests expect.
    expect(await statusBy(older, newer)).toBe(200);
  });

  it('cannot be used for another workspace', async () => {
    const { workspaceId } = await gateway.newTenant('thief');
    await gateway.database.pool.query(
      `INSERT INTO gateway.stripe_secrets (workspace_id, sealed_secret, set_at)
       SELECT $2, sealed_secret, set_at FROM gateway.stripe_secrets WHERE workspace_id = $1`,
      [gateway.ours.workspaceId, workspaceId],
    );
    expect(await post(workspaceId)).toBe(500);
    await gateway.database.pool.query('DELETE FROM gateway.stripe_secrets WHERE workspace_id = $1', [
      workspaceId,
    ]);
  });
});
