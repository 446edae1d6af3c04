import { SCOPES } from '../src/domain/principal';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let replica: Awaited<ReturnType<Gateway['startReplica']>>;
beforeAll(async () => {
  gateway = await startGateway();
  replica = await gateway.startReplica();
});
afterAll(async () => {
  await replica.stop();
  await gateway.stop();
});

interface Made {
  readonly id: number;
  readonly token: string;
}

async function made(json: object = {}): Promise<Made> {
  const { body } = await gateway.request('POST', '/api/v1/tokens', {
    json: { name: 'turning', scopes: [...SCOPES], ...json },
  });
  return body as unknown as Made;
}
const rotate = (id: number | string, json?: object, token?: string) =>
  gateway.request('POST', `/api/v1/tokens/${id}/rotate`, {
    ...(json ? { json } : {}),
    ...(token ? { token } : {}),
  });
/** The status that each of the two gateways returns for a token. */
const statuses = (token: string): Promise<number[]> =>
  Promise.all(
    [gateway.origin, replica.origin].map(
      async (origin) =>
        (await fetch(`${origin}/api/v1/sites`, { headers: { authorization: `Bearer ${token}` } })).status,
    ),
  );
const pass = (ms: number): void => {
  for (const { clock } of [gateway, replica]) clock.set(clock.now() + ms);
};

describe('rotating a token', () => {
  it('creates a new secret with the same rights; the old one works until the overlap ends', async () => {
    const old = await made({ sites: null });
    expect(await statuses(old.token)).toEqual([200, 200]);
    const { status, body } = await rotate(old.id, { overlapSeconds: 3_600 });
    expect(status).toBe(201);
    const expiresAt = new Date(gateway.clock.now() + 3_600_000).toISOString();
    expect(body).toMatchObject({
      name: 'turning',
      scopes: [...SCOPES],
      expiresAt: null,
      replaces: { id: old.id, expiresAt },
    });
    const { id, token } = body as unknown as Made;
    expect(id).not.toBe(old.id);
    pass(5_000);
    expect([await statuses(old.token), await statuses(token)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    const list = (await gateway.request('GET', '/api/v1/tokens')).body['tokens'];
    expect(list).toContainEqual(expect.objectContaining({ id: old.id, replacedBy: id, expiresAt }));
    expect(list).toContainEqual(expect.objectContaining({ id, replacedBy: null }));
    pass(3_595_000);
    expect([await statuses(old.token), await statuses(token)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });

  it('ends the old secret within 5 seconds without an overlap', async () => {
    const old = await made();
    expect(await statuses(old.token)).toEqual([200, 200]);
    await rotate(old.id, { overlapSeconds: 0 });
    pass(5_000);
    expect(await statuses(old.token)).toEqual([401, 401]);
  });

  it('does not extend the lifetime of a token', async () => {
    const end = gateway.clock.now() + 60_000;
    const old = await made({ expiresAt: new Date(end).toISOString() });
    const { body } = await rotate(old.id);
    expect(body).toMatchObject({
      expiresAt: new Date(end).toISOString(),
      replaces: { expiresAt: new Date(end).toISOString() },
    });
    pass(60_000);
    expect((await rotate((body as unknown as Made).id)).body['code']).toBe('token_not_found');
  });

  it('happens once for concurrent requests', async () => {
    const old = await made();
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(old.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('token_replaced');
  });

  it('grants nobody more rights than they have', async () => {
    const old = await made();
    const lesser = await made({ scopes: ['tokens:admin', 'identify'] });
    const { status, body } = await rotate(old.id, undefined, lesser.token);
    expect({ status, code: body['code'] }).toEqual({ status: 403, code: 'insufficient_scope' });
    const own = await rotate(lesser.id, undefined, lesser.token);
    expect(own.status).toBe(201);
  });

  it("answers 404 for another workspace's token, a revoked token and a malformed id", async () => {
    const theirs = await gateway.newTenant('theirs');
    const old = await made();
    const revoked = await made();
    await gateway.request('DELETE', `/api/v1/tokens/${revoked.id}`);
    expect((await rotate(old.id, undefined, theirs.token)).body['code']).toBe('token_not_found');
    for (const id of [revoked.id, 999_999, 'x', '0'])
      expect((await rotate(id)).body['code']).toBe('token_not_found');
    expect(await statuses(old.token)).toEqual([200, 200]);
  });

  it.each([{ overlapSeconds: -1 }, { overlapSeconds: 1.5 }, { overlapSeconds: 2_592_001 }, { overlap: 1 }])(
    'rejects %j',
    async (json) => expect((await rotate((await made()).id, json)).status).toBe(400),
  );
});

describe('revoking a token', () => {
  it('ends it on every replica within 5 seconds', async () => {
    const { id, token } = await made();
    expect(await statuses(token)).toEqual([200, 200]);
    expect((await gateway.request('DELETE', `/api/v1/tokens/${id}`)).status).toBe(200);
    // The worst case: both have just cached the token.
    pass(4_999);
    expect(await statuses(token)).toEqual([401, 401]);
  });
});
