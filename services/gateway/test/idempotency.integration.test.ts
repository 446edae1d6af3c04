import { deleteExpiredIdempotencyKeys } from '../src/store/idempotency-keys';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let round = 0;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  round += 1;
  gateway.standIns.identity.calls.length = 0;
  delete overrides()['BulkIdentify'];
});

const overrides = () => gateway.standIns.identity.overrides as Record<string, unknown>;

const EMAIL = 'canary.address@idempotency.example';
const account = { email: EMAIL, plan: 'pro' };
const identify = (
  key: string,
  user: object = account,
  { token = gateway.ours.token, signal }: { token?: string; signal?: AbortSignal } = {},
) =>
  gateway.request('POST', '/api/v1/identify/bulk', {
    ...{ json: { users: [user] }, token, headers: { 'idempotency-key': key } },
    ...(signal ? { signal } : {}),
  });
const effects = (): number => gateway.standIns.identity.calls.length;
const freshKey = (): string => `key-${round}-2d2f4d0e`;

/** Blocks the next identify until `finish`. */
function slowIdentify(): { began: Promise<void>; finish: () => void } {
  let finish = (): void => undefined;
  let begin = (): void => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const began = new Promise<void>((resolve) => (begin = resolve));
  overrides()['BulkIdentify'] = async () => {
    begin();
    await gate;
    return { imported: 1 };
  };
  return { began, finish };
}

describe('Idempotency-Key', () => {
  it('gives 50 parallel posts one effect and 49 replays', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => identify(key)));
    expect(effects()).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(49);
  });

  it('gives 50 parallel posts to two gateways one effect and one response', async () => {
    const key = freshKey();
    const replica = await gateway.startReplica();
    try {
      const post = async (origin: string) => {
        const response = await fetch(`${origin}/api/v1/identify/bulk`, {
          method: 'POST',
          body: JSON.stringify({ users: [account] }),
          headers: {
            authorization: `Bearer ${gateway.ours.token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
        });
        return { status: response.status, text: await response.text() };
      };
      // 409 means that the first request still runs: the test retries, as a client would.
      const patiently = async (origin: string) => {
        for (;;) {
          const answer = await post(origin);
          if (answer.status !== 409) return answer;
        }
      };
      const origins = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? gateway.origin : replica.origin));
      const answers = await Promise.all(origins.map(patiently));
      expect(effects()).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    } finally {
      await replica.stop();
    }
  });

  it('replays for 24 hours, whatever the formatting of the body, and runs again after that', async () => {
    const key = freshKey();
    const begin = gateway.clock.now();
    const first = await identify(key);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    gateway.clock.set(begin + 24 * 3_600_000 - 1);
    const again = await gateway.request('POST', '/api/v1/identify/bulk', {
      raw: JSON.stringify({ users: [account] }, null, 2),
      headers: { 'idempotency-key': key },
    });
    expect(again.body).toEqual(first.body);
    expect(effects()).toBe(1);
    gateway.clock.set(begin + 24 * 3_600_000);
    expect((await identify(key)).headers.get('idempotent-replayed')).toBeNull();
    expect(effects()).toBe(2);
    gateway.clock.set(begin);
  });

  it('rejects another body under the same key with 422', async () => {
    const key = freshKey();
    await identify(key);
    const { status, body: problem } = await identify(key, { ...account, plan: 'free' });
    expect({ status, code: problem['code'] }).toEqual({ status: 422, code: 'idempotency_key_reused' });
    expect(effects()).toBe(1);
  });

  it('makes a repeat wait for the first request, and rejects another body meanwhile', async () => {
    const key = freshKey();
    const slow = slowIdentify();
    const first = identify(key);
    await slow.began;
    expect((await identify(key, { ...account, plan: 'free' })).status).toBe(422);
    const second = identify(key);
    slow.finish();
    expect((await first).status).toBe(200);
    expect((await second).headers.get('idempotent-replayed')).toBe('true');
    expect(effects()).toBe(1);
  });

  it('answers a repeat with 409 if the first request takes too long', async () => {
    const key = freshKey();
    await identify(key);
    await gateway.database.pool.query(
      "UPDATE gateway.idempotency_keys SET answer = NULL, running_until = '2100-01-01'",
    );
    const { status, body: problem, headers } = await identify(key);
    expect({ status, code: problem['code'] }).toEqual({ status: 409, code: 'idempotency_key_in_use' });
    expect(headers.get('retry-after')).toBe('1');
    expect(effects()).toBe(1);
  });

  it('is released a bounded time after a crash', async () => {
    const key = freshKey();
    await identify(key);
    // A crash leaves a row without a response.
    await gateway.database.pool.query('UPDATE gateway.idempotency_keys SET answer = NULL');
    const begin = gateway.clock.now();
    gateway.clock.set(begin + 15_000);
    expect((await identify(key)).headers.get('idempotent-replayed')).toBeNull();
    expect(effects()).toBe(2);
    gateway.clock.set(begin);
  });

  it('belongs to one workspace and one endpoint', async () => {
    const key = freshKey();
    const { token } = await gateway.newTenant('other');
    await identify(key);
    expect((await identify(key, account, { token })).headers.get('idempotent-replayed')).toBeNull();
    const elsewhere = await gateway.request('POST', '/api/v1/identify', {
      json: { anonymous_id: 'v', ...account },
      headers: { 'idempotency-key': key },
    });
    expect(elsewhere.status).toBe(200);
    expect(effects()).toBe(3);
  });

  it('belongs to the rights of a token: one with fewer rights gets no answer of another', async () => {
    const site = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'rights.example' } });
    const tokenFor = async (rights: object) => {
      const json = { name: 'narrow', scopes: ['identify'], ...rights };
      return (await gateway.request('POST', '/api/v1/tokens', { json })).body['token'] as string;
    };
    const key = freshKey();
    expect((await identify(key)).body).toMatchObject({ imported: 1 });
    for (const rights of [{ sites: [site.body['id']] }, {}]) {
      const { status, body: answer } = await identify(key, account, { token: await tokenFor(rights) });
      expect({ status, code: answer['code'] }).toEqual({ status: 422, code: 'idempotency_key_reused' });
      expect(answer['detail']).toMatch(/a token with other scopes or sites.*a new key repeats its effect/);
    }
    expect(effects()).toBe(1);
  });

  it('replays a rejection of the request', async () => {
    const key = freshKey();
    const request = () =>
      gateway.request('POST', '/api/v1/sites/999999/restore', { headers: { 'idempotency-key': key } });
    const first = await request();
    const again = await request();
    expect([first.status, again.status]).toEqual([404, 404]);
    expect(again.body['code']).toBe('site_not_found');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('does not replay an internal failure: the retry runs', async () => {
    const key = freshKey();
    overrides()['BulkIdentify'] = () => Promise.reject(new Error('bug'));
    expect((await identify(key)).status).toBe(500);
    delete overrides()['BulkIdentify'];
    const { status, headers } = await identify(key);
    expect({ status, replayed: headers.get('idempotent-replayed') }).toEqual({ status: 200, replayed: null });
  });

  it('finishes a request after its client disconnects, for the retry', async () => {
    const key = freshKey();
    const slow = slowIdentify();
    const client = new AbortController();
    const first = identify(key, account, { signal: client.signal });
    await slow.began;
    client.abort();
    await expect(first).rejects.toThrow();
    slow.finish();
    const { status, headers } = await identify(key);
    expect({ status, replayed: headers.get('idempotent-replayed') }).toEqual({
      status: 200,
      replayed: 'true',
    });
    expect(effects()).toBe(1);
  });

  it.each(['', 'a b', 'x'.repeat(256), 'ключ'])('rejects the key %j', async (key) => {
    const encoded = Buffer.from(key).toString('latin1');
    const { status, body: problem } = await identify(encoded);
    expect({ status, code: problem['code'] }).toEqual({ status: 400, code: 'invalid_request' });
    expect(effects()).toBe(0);
  });

  it('stores neither key, request nor response in readable form', async () => {
    await identify('secret-key-of-a-client');
    const { rows } = await gateway.database.pool.query<{ dump: string }>(
      `SELECT string_agg(k::text || encode(answer, 'escape'), '') AS dump FROM gateway.idempotency_keys k`,
    );
    const dump = rows[0]?.dump ?? '';
    for (const canary of [EMAIL, 'canary', 'secret-key-of-a-client', 'imported'])
      expect(dump).not.toContain(canary);
  });

  it('is deleted once it has expired', async () => {
    await identify(freshKey());
    const { pool } = gateway.database;
    expect(await deleteExpiredIdempotencyKeys(pool, gateway.clock.now())).toBe(0);
    expect(await deleteExpiredIdempotencyKeys(pool, gateway.clock.now() + 48 * 3_600_000)).toBeGreaterThan(0);
    const { rows } = await gateway.database.pool.query('SELECT 1 FROM gateway.idempotency_keys');
    expect(rows).toEqual([]);
  });
});
