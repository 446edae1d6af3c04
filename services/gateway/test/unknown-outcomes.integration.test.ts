import type { CallContext } from '@headwater/kit/rpc/types';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let round = 0;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  round += 1;
});

const overrides = () => gateway.standIns.identity.overrides as Record<string, unknown>;
const EMAIL = 'ada@outcomes.example';
const body = { anonymous_id: 'seen-1', email: EMAIL, plan: 'pro' };
const identify = (key: string, json: object = body) =>
  gateway.request('POST', '/api/v1/identify', { json, headers: { 'idempotency-key': key } });
const freshKey = (): string => `key-${round}-2d2f4d0e`;

/** Blocks the next identify until `finish`. */
function slowIdentify(): { began: Promise<void>; finish: () => void } {
  let finish = (): void => undefined;
  let begin = (): void => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const began = new Promise<void>((resolve) => (begin = resolve));
  overrides()['Identify'] = async () => {
    begin();
    await gate;
    return { linked: false, enriched: true };
  };
  return { began, finish };
}

describe('an Idempotency-Key whose request has an unknown outcome', () => {
  it('rejects another body after an unknown outcome', async () => {
    const key = freshKey();
    overrides()['Identify'] = () => Promise.reject(failure('deadline_exceeded', 'The response is lost.'));
    expect((await identify(key)).status).toBe(504);
    delete overrides()['Identify'];
    expect((await identify(key, { ...body, plan: 'free' })).body['code']).toBe('idempotency_key_reused');
    expect((await identify(key)).status).toBe(200);
  });

  it('is held while its request runs, however long', async () => {
    const key = freshKey();
    const begin = gateway.clock.now();
    const slow = slowIdentify();
    const replica = await gateway.startReplica({ rpcDeadlineMs: 60_000 });
    try {
      const first = fetch(`${replica.origin}/api/v1/identify`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${gateway.ours.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
      });
      await slow.began;
      // The claim is older than the lease. The running request renews it.
      const later = begin + 60_000;
      replica.clock.set(later);
      gateway.clock.set(later);
      await waitFor('the renewal', async () => {
        const { rowCount } = await gateway.database.pool.query(
          'SELECT FROM gateway.idempotency_keys WHERE answer IS NULL AND running_until > $1',
          [new Date(later)],
        );
        return rowCount;
      });
      expect((await identify(key)).status).toBe(409);
      slow.finish();
      expect((await first).status).toBe(200);
    } finally {
      slow.finish();
      await replica.stop();
      gateway.clock.set(begin);
    }
  });

  it.each([
    ['createToken', 'POST', '/api/v1/tokens', { name: 'n', scopes: ['stats:read'] }],
    ['createDashboardLink', 'POST', '/api/v1/dashboard-links', {}],
  ])('gives a repeat of %s the first answer after the gateway crashed', async (_, method, path, json) => {
    const send = () => gateway.request(method, path, { json, headers: { 'idempotency-key': freshKey() } });
    const first = await send();
    expect(first.status).toBe(201);
    await gateway.database.pool.query(
      "UPDATE gateway.idempotency_keys SET answer = NULL, running_until = '2000-01-01'",
    );
    const repeat = await send();
    expect(repeat.headers.get('idempotent-replayed')).toBeNull();
    expect(repeat.body).toEqual(first.body);
  });

  it.each([
    ['EraseAccount', '/api/v1/erasures', { email: EMAIL }, 200],
    [
      'RecordPayment',
      '/api/v1/payments',
      { payment_id: 'in-1', email: EMAIL, amount: '1', currency: 'EUR', type: 'sale' },
      201,
    ],
  ])('repeats %s with the same operation id after a lost response', async (method, path, json, status) => {
    const operationIds: (string | undefined)[] = [];
    let isLost = true;
    overrides()[method] = (_request: unknown, { operationId }: CallContext) => {
      operationIds.push(operationId);
      if (isLost) return Promise.reject(failure('internal_error', 'The response is lost.'));
      return Promise.resolve({ id: 'e1', atMs: 0, created: true });
    };
    const post = (headers: Record<string, string>) => gateway.request('POST', path, { json, headers });
    const keyed = { 'idempotency-key': freshKey() };
    expect((await post(keyed)).status).toBe(500);
    isLost = false;
    expect((await post(keyed)).status).toBe(status);
    await post({});
    await post({});
    Reflect.deleteProperty(overrides(), method);
    const [first, repeat, ...others] = operationIds;
    expect(repeat).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
    for (const id of [first, repeat]) expect(id).toMatch(/^key\.[0-9a-f]{64}$/);
    for (const id of others) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
