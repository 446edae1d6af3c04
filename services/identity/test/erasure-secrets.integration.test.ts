import { failure } from '@headwater/protos/error-codes';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const email = 'ada@example.com';
const lookUp = (userId: string) => fixture.calls.LookUpAttribution({ userId }, { workspaceId });
const link = (anonymousId: string, userId?: string) =>
  fixture.calls.Identify(
    { anonymousId, account: { email, ...(userId === undefined ? {} : { userId }) } },
    { workspaceId },
  );

describe('EraseAccount by an id with an address or a JWT', () => {
  const eraseBy = (subject: { userId?: string; anonymousId?: string }) =>
    fixture.calls.EraseAccount(subject, { workspaceId });

  it.each([
    ['an address', 'ada@mail.example'],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
  ])('stores no user id with %s, unless an earlier version stored it', async (_, userId) => {
    const redacted = { workspaceId, userId };
    expect(await eraseBy({ userId })).toMatchObject({ profiles: 0, completedAtMs: NOW });
    expect(fixture.sites.redacted).not.toContainEqual(redacted);
    await link('v1', 'u1');
    await fixture.database.pool.query('UPDATE identity.profiles SET user_id = $2 WHERE workspace_id = $1', [
      workspaceId,
      userId,
    ]);
    expect(await eraseBy({ userId })).toMatchObject({ profiles: 1, completedAtMs: NOW });
    expect(fixture.sites.redacted).toContainEqual(redacted);
  });

  it('removes an earlier user id with an address from webhook events', async () => {
    const userId = 'ada@mail.example';
    await link('v1', 'u1');
    for (const stored of [userId, 'u1'])
      await fixture.database.pool.query('UPDATE identity.profiles SET user_id = $2 WHERE workspace_id = $1', [
        workspaceId,
        stored,
      ]);
    expect(await eraseBy({ userId })).toMatchObject({ profiles: 0, webhookEvents: 1, completedAtMs: NOW });
    expect(fixture.sites.redacted).toContainEqual({ workspaceId, userId });
    expect(await lookUp('u1')).toMatchObject({ found: true });
  });

  it.each([
    ['an encoded address', Buffer.from('ada@example.com').toString('base64url')],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
  ])('stores no visitor id with %s, unless analytics has its rows', async (_, anonymousId) => {
    const eraseVisitor = () => eraseBy({ anonymousId });
    // Set when visitors were stored: the erasure is repeated for late events.
    const wereStored = async () =>
      (
        await fixture.database.pool.query<{ stored: boolean }>(
          'SELECT repeat_at IS NOT NULL AS stored FROM identity.erasures WHERE workspace_id = $1 ORDER BY id = $2',
          [workspaceId, certificateId],
        )
      ).rows.map(({ stored }) => stored);
    const unknown = await eraseVisitor();
    const certificateId = unknown.id;
    expect(unknown).toMatchObject({ events: 0, visitors: 1, completedAtMs: NOW });
    expect(await wereStored()).toEqual([false]);
    fixture.analytics.sees(workspaceId, anonymousId, {});
    expect(await eraseVisitor()).toMatchObject({ events: 1, firstTouches: 1, completedAtMs: NOW });
    fixture.analytics.failWith(failure('upstream_unavailable', 'analytics is unavailable.'));
    await expect(eraseVisitor()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    fixture.analytics.failWith(undefined);
    expect(await wereStored()).toEqual([true, false]);
  });

  it('stores a visitor id with a JWT that an earlier version linked', async () => {
    const { pool } = fixture.database;
    const anonymousId = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    await link('v1');
    const text = 'UPDATE identity.links SET anonymous_id = $2 WHERE workspace_id = $1';
    await pool.query(text, [workspaceId, anonymousId]);
    expect(await eraseBy({ anonymousId })).toMatchObject({ links: 1 });
    const { rows } = await pool.query('SELECT repeat_at FROM identity.erasures WHERE workspace_id = $1', [
      workspaceId,
    ]);
    expect(rows).toEqual([{ repeat_at: expect.any(Date) }]);
  });
});
