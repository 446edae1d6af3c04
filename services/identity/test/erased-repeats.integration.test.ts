import { keyedOperationId } from '@headwater/kit/rpc/operation-id';
import { identityFixture, KEY_NEW, KEY_OLD, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const email = 'ada@example.com';
const operationId = (): string => keyedOperationId(Buffer.alloc(32, workspaceId));
const identify = (calls = fixture.calls, account: object = {}) =>
  calls.Identify(
    { anonymousId: 'v1', account: { email, ...account } },
    { workspaceId, operationId: operationId() },
  );
const pay = () =>
  fixture.calls.RecordPayment(
    { payment: { paymentId: 'p1', email, amount: '10', currency: 'EUR', type: 'sale' } },
    { workspaceId, operationId: operationId() },
  );
const erase = () => fixture.calls.EraseAccount({ email }, { workspaceId });

describe('a repeat of Identify under an Idempotency-Key', () => {
  it('returns the recorded channel and the warnings, and has no effect', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    const account = { userId: 'ada@example.com', traitsJson: JSON.stringify({ text: 'x'.repeat(9_000) }) };
    const first = await identify(fixture.calls, account);
    expect(first).toMatchObject({ linked: true, channel: 'Email' });
    expect(first.warnings.map(({ field }) => field).sort()).toEqual(['traits', 'user_id']);
    await fixture.calls.Identify({ anonymousId: 'v1', account: { email, plan: 'pro' } }, { workspaceId });
    expect(await identify(fixture.calls, account)).toEqual(first);
    expect(await identify(fixture.calls, { plan: 'free' })).toMatchObject({ channel: 'Email', warnings: [] });
    expect(await fixture.dump()).not.toContain('free');
  });

  it('returns the channel that was recorded since', async () => {
    expect(await identify()).toMatchObject({ linked: false, enriched: true });
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await fixture.calls.Identify({ anonymousId: 'v1', account: { email } }, { workspaceId });
    expect(await identify()).toMatchObject({ linked: true, channel: 'Email', enriched: false });
  });

  it('finds the account after a rotation of the key', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify();
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    expect(await identify(rotated.calls)).toMatchObject({ linked: true, channel: 'Email' });
    await rotated.stop();
  });

  it('returns no facts of an erased account, and does not store it again', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify();
    await erase();
    expect(await identify()).toEqual({ linked: false, enriched: false, warnings: [] });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
    expect(await fixture.count('links', workspaceId)).toBe(0);
  });

  it('returns and stores nothing of an erased account if the quota of answers has deleted its row', async () => {
    const send = (repeat: object) =>
      fixture.calls.Identify(
        { anonymousId: 'v1', account: { email }, ...repeat },
        { workspaceId, operationId: operationId() },
      );
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await send({});
    const deleteAnswers = () =>
      fixture.database.pool.query('DELETE FROM identity.operations WHERE workspace_id = $1', [workspaceId]);
    await deleteAnswers();
    expect(await send({ isRepeat: true })).toMatchObject({ linked: true, channel: 'Email' });
    await erase();
    expect(await send({ isRepeat: true })).toEqual({ linked: false, enriched: false, warnings: [] });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
    // Without the row and without the gateway's, nothing shows that the call is a repeat.
    await deleteAnswers();
    expect(await send({})).toMatchObject({ linked: false, enriched: true });
    expect(await fixture.count('profiles', workspaceId)).toBe(1);
  });
});

describe('a repeat of RecordPayment', () => {
  it('returns `created` as the first one, with the channel that was recorded since', async () => {
    expect(await pay()).toEqual({ created: true, attributed: false });
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await fixture.calls.Identify({ anonymousId: 'v1', account: { email } }, { workspaceId });
    expect(await pay()).toMatchObject({ created: true, attributed: true, channel: 'Email' });
  });

  it('does not store an erased account again', async () => {
    await pay();
    await erase();
    expect(await pay()).toEqual({ created: true, attributed: false });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
    // Also if the quota of stored answers has deleted its row.
    await fixture.database.pool.query('DELETE FROM identity.operations WHERE workspace_id = $1', [
      workspaceId,
    ]);
    expect(await pay()).toEqual({ created: false, attributed: false });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });
});
