import { waitFor } from '@headwater/kit/testing/wait-for';
import { sweepNotices } from '../src/store/notices';
import { RECEIVER_URL, startReceiver, type Receiver } from './receiver';
import { START, startSites, type SitesFixture } from './sites-fixture';

let receiver: Receiver;
let sites: SitesFixture;
let turn = 0;
/** A workspace that no other test of this file has. */
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
  turn += 1;
  ours = { workspaceId: turn };
});

const noticesOf = async () => (await sites.calls.ListNotices({ limit: 100 }, ours)).notices;

describe('notices of other services', () => {
  const notice = (id: string, workspaceId: number, data: object = { userId: 'u1' }) => ({
    workspaceId,
    notice: { id, type: 'identity.linked', atMs: START, dataJson: JSON.stringify(data) },
  });

  it('are kept and delivered once, however often they are handed over', async () => {
    await sites.calls.CreateWebhook({ url: `${RECEIVER_URL}/linked`, events: ['identity.linked'] }, ours);
    const notices = [notice('msg_a', turn), notice('msg_b', turn)];
    await Promise.all([1, 2, 3].map(() => sites.calls.RecordNotices({ notices })));
    await waitFor('both to come', () => receiver.of('/linked').length >= 2);
    expect((await noticesOf()).map(({ id }) => id)).toEqual(['msg_a', 'msg_b']);
    expect(receiver.of('/linked')).toHaveLength(2);
  });

  it('are refused when they are of no known type', async () => {
    const [{ notice: known, workspaceId }] = [notice('msg_x', turn)];
    const notices = [{ workspaceId, notice: { ...known, type: 'traffic.anomaly' } }];
    await expect(sites.calls.RecordNotices({ notices })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('have places in the order in which readers may come to see them', async () => {
    const writers = Array.from({ length: 20 }, (_, n) =>
      sites.calls.RecordNotices({ notices: [notice(`msg_${n}`, turn), notice(`msg_${n}`, turn + 1_000)] }),
    );
    const seen: number[] = [];
    await waitFor('all to be seen', async () => {
      const { notices } = await sites.calls.ListNotices({ after: seen.at(-1) ?? 0, limit: 3 }, ours);
      seen.push(...notices.map(({ place }) => place));
      return seen.length === 20;
    });
    await Promise.all(writers);
  });

  it('are listed by type, and not for ever', async () => {
    await sites.calls.RecordNotices({ notices: [notice('msg_1', turn), notice('msg_2', turn)] });
    expect((await sites.calls.ListNotices({ types: ['goal.reached'], limit: 9 }, ours)).notices).toEqual([]);
    expect(
      (await sites.calls.ListNotices({ types: ['identity.linked'], limit: 9 }, ours)).notices,
    ).toHaveLength(2);
    expect(await sweepNotices(sites.database.pool, START + 1, 1)).toBe(1);
    expect(await sweepNotices(sites.database.pool, START + 1)).toBeGreaterThan(0);
    expect(await sweepNotices(sites.database.pool, START + 1)).toBe(0);
    expect(await noticesOf()).toEqual([]);
  });
});
