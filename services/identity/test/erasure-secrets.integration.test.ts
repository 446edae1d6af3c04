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
  /** An erasure with stored visitors is repeated for late events. */
  const wasVisitorStored = async (id: string): Promise<boolean> => {
    const text =
      'SELECT FROM identity.erasures WHERE workspace_id = $1 AND id = $2 AND repeat_at IS NOT NULL';
    return (await fixture.database.pool.query(text, [workspaceId, id])).rowCount === 1;
  };

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
    const unknown = await eraseBy({ anonymousId });
    expect(unknown).toMatchObject({ events: 0, visitors: 1, completedAtMs: NOW });
    expect(await wasVisitorStored(unknown.id)).toBe(false);
    fixture.analytics.sees(workspaceId, anonymousId, {});
    const known = await eraseBy({ anonymousId });
    expect(known).toMatchObject({ events: 1, firstTouches: 1, completedAtMs: NOW });
    expect(await wasVisitorStored(known.id)).toBe(true);
    fixture.analytics.failWith(failure('upstream_unavailable', 'analytics is unavailable.'));
    await expect(eraseBy({ anonymousId })).rejects.toMatchObject({ code: 'upstream_unavailable' });
    fixture.analytics.failWith(undefined);
  });

  it('stores a visitor id with a JWT that an earlier version linked', async () => {
    const { pool } = fixture.database;
    const anonymousId = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    await link('v1');
    const text = 'UPDATE identity.links SET anonymous_id = $2 WHERE workspace_id = $1';
    await pool.query(text, [workspaceId, anonymousId]);
    const certificate = await eraseBy({ anonymousId });
    expect(certificate).toMatchObject({ links: 1 });
    expect(await wasVisitorStored(certificate.id)).toBe(true);
  });
});
