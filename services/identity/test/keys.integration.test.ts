import { concurrently } from './concurrently';
import { identityFixture, KEY_NEW, KEY_OLD, type IdentityFixture, type Running } from './identity-fixture';

/** `npm run test:identity` sets 10,000. */
const PROFILES = Number(process.env['ROTATED_PROFILES'] ?? 100);
const CONCURRENCY = 40;

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const users = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, account: { email: `user${index}@example.com` } }));

async function keyIds() {
  const result = await fixture.database.pool.query<{ key_id: string; count: number }>(
    'SELECT key_id, count(*)::int FROM identity.profiles WHERE workspace_id = $1 GROUP BY 1 ORDER BY 1',
    [workspaceId],
  );
  return result.rows;
}

describe('several live keys', () => {
  it('find an account under an older key, and move it to the current key at its next call', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    const account = { email: 'user0@example.com', plan: 'pro' };
    await fixture.calls.Identify({ anonymousId: 'v1', account }, { workspaceId });
    await fixture.calls.BulkIdentify({ users: users(3) }, { workspaceId });
    expect(await keyIds()).toEqual([{ key_id: 'old', count: 3 }]);

    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    const answer = await rotated.calls.Identify({ anonymousId: 'v2', account }, { workspaceId });
    expect(answer).toMatchObject({ linked: false });
    expect(await keyIds()).toEqual([
      { key_id: 'new', count: 1 },
      { key_id: 'old', count: 2 },
    ]);
    await rotated.calls.BulkIdentify({ users: users(4) }, { workspaceId });
    expect(await keyIds()).toEqual([{ key_id: 'new', count: 4 }]);

    const retired = await fixture.start({ HMAC_KEYS: KEY_NEW });
    const known = await retired.calls.Identify({ anonymousId: 'v1', account }, { workspaceId });
    expect(known).toMatchObject({ linked: true, channel: 'Email' });
    expect(await fixture.count('profiles', workspaceId)).toBe(4);
  });

  it('must be complete: the service does not start without a key that profiles are hashed with', async () => {
    await fixture.calls.BulkIdentify({ users: users(1) }, { workspaceId });
    await expect(fixture.start({ HMAC_KEYS: KEY_NEW })).rejects.toThrow(
      'HMAC_KEYS lacks old, which stored profiles are hashed with',
    );
  });

  it('must have the same secrets: the service does not start with another secret for a key that profiles are hashed with', async () => {
    await fixture.calls.BulkIdentify({ users: users(1) }, { workspaceId });
    const other = `old:${Buffer.alloc(32, 99).toString('base64')},${KEY_NEW}`;
    await expect(fixture.start({ HMAC_KEYS: other })).rejects.toThrow(
      'HMAC_KEYS has a different secret for old than stored profiles are hashed with',
    );
    // The secret of an unused key may change.
    await fixture.start({
      HMAC_KEYS: `${KEY_OLD},${KEY_NEW},unused:${Buffer.alloc(32, 98).toString('base64')}`,
    });
    await fixture.start({
      HMAC_KEYS: `${KEY_OLD},${KEY_NEW},unused:${Buffer.alloc(32, 97).toString('base64')}`,
    });
  });

  it('change under load without losing a link or duplicating a profile', async () => {
    const accounts = Array.from({ length: PROFILES }, (_, i) => `load${i}@example.com`);
    const link = (calls: Running['calls'], email: string, anonymousId: string) =>
      calls.Identify({ anonymousId, account: { email } }, { workspaceId, deadlineMs: 60_000 });
    await concurrently(CONCURRENCY, accounts, (email, i) => link(fixture.calls, email, `a${i}`));
    const stages = [`${KEY_OLD},${KEY_NEW}`, `${KEY_NEW},${KEY_OLD}`];
    const replicas = await Promise.all(stages.map((HMAC_KEYS) => fixture.start({ HMAC_KEYS })));
    await concurrently(CONCURRENCY, accounts, (email, i) =>
      Promise.all(replicas.map(({ calls }, stage) => link(calls, email, `b${i}-${stage}`))),
    );
    await concurrently(CONCURRENCY, accounts, (email, i) =>
      link((replicas[1] as Running).calls, email, `a${i}`),
    );
    expect(await fixture.count('profiles', workspaceId)).toBe(PROFILES);
    expect(await fixture.count('links', workspaceId)).toBe(3 * PROFILES);
    expect(await keyIds()).toEqual([{ key_id: 'new', count: PROFILES }]);
  });

  it('create one profile per account while replicas disagree about the current key', async () => {
    const replicas: Running[] = [
      await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` }),
      await fixture.start({ HMAC_KEYS: `${KEY_OLD},${KEY_NEW}` }),
    ];
    const calls = Array.from({ length: 120 }, (_, i) => {
      const { calls: replica } = replicas[i % 2] as Running;
      const account = { email: `user${Math.floor(i / 4) % 20}@example.com` };
      return i % 10 < 2
        ? replica.BulkIdentify({ users: i % 20 < 10 ? users(20) : users(20).reverse() }, { workspaceId })
        : replica.Identify({ anonymousId: `v${i}`, account }, { workspaceId });
    });
    await Promise.all(calls);
    expect(await fixture.count('profiles', workspaceId)).toBe(20);
  });
});
