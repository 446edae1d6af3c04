import { waitFor } from '@headwater/kit/testing/wait-for';
import { deleteOldEvents } from '../src/store/webhook-events';
import { RECEIVER_URL, startReceiver, type Receiver } from './receiver';
import { START, startSites, type SitesFixture } from './sites-fixture';

let receiver: Receiver;
let sites: SitesFixture;
let testNumber = 0;
/** A workspace used by no other test of this file. */
let ours: { workspaceId: number };

beforeAll(async () => {
  receiver = await startReceiver();
  sites = await startSites(receiver.network);
});
afterAll(async () => {
  await sites.stop();
  await receiver.stop();
});
beforeEach(() => {
  testNumber += 1;
  ours = { workspaceId: testNumber };
});

const listAll = async () => (await sites.calls.ListNotices({ limit: 100 }, ours)).notices;

describe('events of other services', () => {
  const notice = (id: string, workspaceId: number, data: object = { userId: 'u1' }) => ({
    workspaceId,
    notice: { id, type: 'identity.linked', atMs: START, dataJson: JSON.stringify(data) },
  });

  it('are stored and delivered once, also when recorded several times', async () => {
    await sites.calls.CreateWebhook({ url: `${RECEIVER_URL}/linked`, events: ['identity.linked'] }, ours);
    const notices = [notice('msg_a', testNumber), notice('msg_b', testNumber)];
    await Promise.all([1, 2, 3].map(() => sites.calls.RecordNotices({ notices })));
    await waitFor('both deliveries', () => receiver.of('/linked').length >= 2);
    expect((await listAll()).map(({ id }) => id)).toEqual(['msg_a', 'msg_b']);
    expect(receiver.of('/linked')).toHaveLength(2);
  });

  it('lose the user ids of erased accounts, in this workspace only, also before they are sent', async () => {
    const notices = [
      notice('msg_a', testNumber, { userId: 'erased', channel: 'Email' }),
      notice('msg_b', testNumber, { userId: 'other' }),
      notice('msg_c', testNumber + 1_000, { userId: 'erased' }),
    ];
    await sites.calls.RecordNotices({ notices });
    const redact = async (dryRun: boolean) =>
      (await sites.calls.RemoveUserIds({ userIds: ['erased', 'unknown'], dryRun }, ours)).webhookEvents;
    expect([await redact(true), await redact(false), await redact(true)]).toEqual([1, 0, 0]);
    expect((await listAll()).map(({ dataJson }) => JSON.parse(dataJson) as unknown)).toEqual([
      { userId: null, channel: 'Email' },
      { userId: 'other' },
    ]);
    const theirs = await sites.calls.ListNotices({ limit: 10 }, { workspaceId: testNumber + 1_000 });
    expect(theirs.notices.map(({ dataJson }) => dataJson)).toEqual(['{"userId":"erased"}']);
    const { webhook } = await sites.calls.CreateWebhook(
      { url: `${RECEIVER_URL}/redacted`, events: ['identity.linked'] },
      ours,
    );
    await sites.calls.ReplayWebhook({ id: webhook?.id ?? 0, after: 0 }, ours);
    await waitFor('the deliveries', () => receiver.of('/redacted').length >= 2);
    expect(JSON.stringify(receiver.of('/redacted'))).not.toContain('erased');
  });

  it('are refused with an unknown type', async () => {
    const [{ notice: known, workspaceId }] = [notice('msg_x', testNumber)];
    const notices = [{ workspaceId, notice: { ...known, type: 'traffic.anomaly' } }];
    await expect(sites.calls.RecordNotices({ notices })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('become visible in the order of their places', async () => {
    const writers = Array.from({ length: 20 }, (_, n) =>
      sites.calls.RecordNotices({
        notices: [notice(`msg_${n}`, testNumber), notice(`msg_${n}`, testNumber + 1_000)],
      }),
    );
    const seen: number[] = [];
    await waitFor('all events', async () => {
      const { notices } = await sites.calls.ListNotices({ after: seen.at(-1) ?? 0, limit: 3 }, ours);
      seen.push(...notices.map(({ place }) => place));
      return seen.length === 20;
    });
    await Promise.all(writers);
  });

  it('are listed by type, and deleted after their retention', async () => {
    await sites.calls.RecordNotices({ notices: [notice('msg_1', testNumber), notice('msg_2', testNumber)] });
    expect((await sites.calls.ListNotices({ types: ['goal.reached'], limit: 9 }, ours)).notices).toEqual([]);
    expect(
      (await sites.calls.ListNotices({ types: ['identity.linked'], limit: 9 }, ours)).notices,
    ).toHaveLength(2);
    expect(await deleteOldEvents(sites.database.pool, START + 1, 1)).toBe(1);
    expect(await deleteOldEvents(sites.database.pool, START + 1)).toBeGreaterThan(0);
    expect(await deleteOldEvents(sites.database.pool, START + 1)).toBe(0);
    expect(await listAll()).toEqual([]);
  });
});
