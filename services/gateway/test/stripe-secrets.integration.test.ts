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
const webhookOf = async (token = gateway.ours.token) =>
  String((await gateway.request('GET', '/api/v1/integrations/stripe', { token })).body['webhookPath']);
const post = async (path: string, origin = gateway.origin): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'stripe-signature': SIGNATURE };
  return (await fetch(`${origin}${path}`, { method: 'POST', headers, body: PING })).status;
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
    const webhook = await webhookOf(token);
    expect(await post(webhook)).toBe(200);
    const replica = await gateway.startReplica();
    await replica.stop();
    expect(await rows()).not.toContain(SECRET);
    expect(await rows()).not.toContain(Buffer.from(SECRET).toString('hex'));
    expect(await post(webhook)).toBe(200);
  });

  it('prevent a gateway with another key from starting', async () => {
    await setSecret(SECRET);
    await expect(gateway.startReplica({ secretsKeys: [Buffer.alloc(32, 8)] })).rejects.toThrow(
      /SECRETS_KEY is not the key/,
    );
  });

  it('are resealed with the first of several keys, after which the others are not needed', async () => {
    await setSecret(SECRET);
    const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const statusBy = async (...secretsKeys: [Buffer, ...Buffer[]]) => {
      const replica = await gateway.startReplica({ secretsKeys });
      const status = await post(await webhookOf(), replica.origin);
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
    const { workspaceId, token } = await gateway.newTenant('thief');
    await gateway.database.pool.query(
      `INSERT INTO gateway.stripe_secrets (workspace_id, sealed_secret, set_at)
       SELECT $2, sealed_secret, set_at FROM gateway.stripe_secrets WHERE workspace_id = $1`,
      [gateway.ours.workspaceId, workspaceId],
    );
    expect(await post(await webhookOf(token))).toBe(500);
    await gateway.database.pool.query('DELETE FROM gateway.stripe_secrets WHERE workspace_id = $1', [
      workspaceId,
    ]);
  });
});

it('needs the scopes of everything that Stripe events change', async () => {
  const { token } = await gateway.newTenant('with a restricted token');
  const setWith = async (scopes: readonly string[]) => {
    const created = await gateway.request('POST', '/api/v1/tokens', { json: { name: 'x', scopes }, token });
    const { status, body } = await setSecret(SECRET, String(created.body['token']));
    return [status, body['detail']];
  };
  for (const [scopes, missing] of [
    [['tokens:admin'], 'payments, identify'],
    [['tokens:admin', 'payments'], 'identify'],
    [['tokens:admin', 'identify'], 'payments'],
  ] as const)
    expect(await setWith(scopes)).toEqual([403, expect.stringContaining(`lacks: ${missing}. `)]);
  expect((await setWith(['tokens:admin', 'payments', 'identify']))[0]).toBe(200);
});

describe('the path of the webhook', () => {
  const settings = '/api/v1/integrations/stripe';

  it('contains a key of the workspace; its id is not enough', async () => {
    const [one, other] = [await gateway.newTenant('one'), await gateway.newTenant('other')];
    const path = await webhookOf(one.token);
    expect(path).toMatch(/^\/webhooks\/stripe\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(await webhookOf(other.token)).not.toBe(path);
    expect((await setSecret(SECRET, one.token)).body['webhookPath']).toBe(path);
    expect(await post(path)).toBe(200);
    expect(await post(`/webhooks/stripe/${one.workspaceId}`)).toBe(404);
    expect(await post(path.toUpperCase().replace('/WEBHOOKS/STRIPE', '/webhooks/stripe'))).toBe(404);
    expect(await post(await webhookOf(other.token))).toBe(404);
  });

  it('is the id, too, for a secret from before the keys, until the secret is removed', async () => {
    const { token, workspaceId } = await gateway.newTenant('from before the keys');
    // As an older gateway does.
    await gateway.database.pool.query(
      'INSERT INTO gateway.stripe_secrets (workspace_id, signing_secret, set_at) VALUES ($1, $2, now())',
      [workspaceId, SECRET],
    );
    const [byId, byKey] = [`/webhooks/stripe/${workspaceId}`, await webhookOf(token)];
    for (const path of [byId, byKey]) expect(await post(path)).toBe(200);
    await setSecret(SECRET, token);
    expect(await post(byId)).toBe(200);
    await gateway.request('DELETE', settings, { token });
    await setSecret(SECRET, token);
    expect(await post(byId)).toBe(404);
    expect(await post(byKey)).toBe(200);
  });
});
