import type { PoolClient } from '@headwater/kit/pg/pool';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { concurrently } from './concurrently';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

const CHECKING = { LINK_REPAIR_PAUSE_MS: '20' };
const SCANNING = { LINK_SWEEP_PAUSE_MS: '20' };
const MINUTE_MS = 60_000;

let fixture: IdentityFixture;
let holder: PoolClient;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
  holder = await fixture.database.pool.connect();
});
afterAll(async () => {
  holder.release();
  await fixture.stop();
});
beforeEach(() => workspaceId++);

const identify = (anonymousId: string) =>
  fixture.calls.Identify({ anonymousId, account: { email: 'ada@example.com' } }, { workspaceId });
const arrives = (anonymousId: string, at?: number) =>
  fixture.analytics.arrives(workspaceId, anonymousId, { channel: 'Email' }, at);
const links = async () => {
  const { rows } = await holder.query<{ linked: boolean; keyed: boolean }>(
    `SELECT linked_at IS NOT NULL AS linked, visitor_key IS NOT NULL AS keyed
       FROM identity.links WHERE workspace_id = $1 ORDER BY ordinal`,
    [workspaceId],
  );
  return rows;
};
const linksResolve = () =>
  waitFor('the links to resolve', async () => (await links()).every(({ linked }) => linked));

/** Runs `work` while no replica can run the task of this lock. */
async function without(
  lock: 'scans open links' | 'repairs touched links',
  work: () => Promise<void>,
): Promise<void> {
  const name = [`identity ${lock}`];
  await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', name);
  await work().finally(() => holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', name));
}

describe('repairTouchedLinks', () => {
  it('resolves links without a scan, and continues at the cursor of the previous replica', async () => {
    await without('scans open links', async () => {
      const first = await fixture.start(CHECKING);
      await identify('v1');
      arrives('v1');
      await linksResolve();
      await first.stop();
      // Earlier than the overlap of the cursor.
      await holder.query('UPDATE identity.arrivals_read SET cursor = $1', [
        `${Date.now() - 9 * MINUTE_MS}-0`,
      ]);
      await identify('v2');
      arrives('v2', Date.now() - 8 * MINUTE_MS);
      const second = await fixture.start(CHECKING);
      await linksResolve();
      await second.stop();
    });
  });

  it('resolves many links of one visitor, among more visitors than one page has', async () => {
    await without('scans open links', async () => {
      const emails = Array.from({ length: 260 }, (_, n) => `a${n}@example.com`);
      await concurrently(20, emails, (email) =>
        fixture.calls.Identify({ anonymousId: 'shared', account: { email } }, { workspaceId }),
      );
      for (let n = 0; n < 6_000; n++) arrives(`unlinked visitor ${n}`);
      arrives('shared');
      const replica = await fixture.start(CHECKING);
      await linksResolve();
      await replica.stop();
      expect(await fixture.count('attributions', workspaceId)).toBe(emails.length);
    });
  });
});

describe('scanOpenLinks', () => {
  it('resolves links that repairTouchedLinks missed, and sets missing visitor keys', async () => {
    await without('repairs touched links', async () => {
      await identify('v1');
      await identify('v2');
      await holder.query('UPDATE identity.links SET visitor_key = NULL WHERE workspace_id = $1', [
        workspaceId,
      ]);
      arrives('v1');
      const replica = await fixture.start(SCANNING);
      await waitFor('both links to have keys, and one to be resolved', async () => {
        const found = await links();
        return found.every(({ keyed }) => keyed) && found[0]?.linked === true;
      });
      expect((await links())[1]).toEqual({ linked: false, keyed: true });
      await replica.stop();
    });
  });

  it.each(['new', 'known'])(
    'keeps the channel of a %s account if a collector clock is ahead',
    async (kind) => {
      if (kind === 'known') await identify('without events');
      const browses = (channel: string, at: number, arrivedAt: number) =>
        fixture.analytics.browses(workspaceId, 'v1', { channel, firstSeenAtMs: at }, arrivedAt);
      browses('Direct', NOW - 60 * MINUTE_MS, NOW - 60 * MINUTE_MS);
      browses('Organic Search', NOW - 120 * MINUTE_MS, NOW + 1_000);
      expect(await identify('v1')).toMatchObject({ channel: 'Organic Search' });
      // Another account, whose link the same scan resolves.
      const email = 'bob@example.com';
      await fixture.calls.Identify({ anonymousId: 'v2', account: { email } }, { workspaceId });
      arrives('v2');
      const replica = await fixture.start(SCANNING);
      const found = async () => {
        const { rows } = await holder.query<{ channel: string }>(
          'SELECT channel FROM identity.attributions WHERE workspace_id = $1 ORDER BY profile_id',
          [workspaceId],
        );
        return rows.map(({ channel }) => channel);
      };
      await waitFor('the scan', async () => (await found()).length === 2);
      await replica.stop();
      expect(await found()).toEqual(['Organic Search', 'Email']);
    },
  );
});
