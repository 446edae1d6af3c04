import type { PoolClient } from '@headwater/kit/pg/pool';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { atOnce } from './at-once';
import { identityFixture, type IdentityFixture } from './identity-fixture';

const FOLLOWING = { LINK_REPAIR_PAUSE_MS: '20' };
const SWEEPING = { LINK_SWEEP_PAUSE_MS: '20' };
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
const settles = () =>
  waitFor('the link to settle', async () => (await links()).every(({ linked }) => linked));

/** Runs `work` while no replica can do what the lock is for. */
async function without(lock: 'sweeps links' | 'follows arrivals', work: () => Promise<void>): Promise<void> {
  const name = [`identity ${lock}`];
  await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', name);
  await work().finally(() => holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', name));
}

describe('the repair that follows arrivals', () => {
  it('settles without a sweep, and goes on from where the last replica came to', async () => {
    await without('sweeps links', async () => {
      const first = await fixture.start(FOLLOWING);
      await identify('v1');
      arrives('v1');
      await settles();
      await first.stop();
      // Longer ago than any reader looks back by itself.
      await holder.query('UPDATE identity.arrivals_read SET cursor = $1', [
        `${Date.now() - 9 * MINUTE_MS}-0`,
      ]);
      await identify('v2');
      arrives('v2', Date.now() - 8 * MINUTE_MS);
      const second = await fixture.start(FOLLOWING);
      await settles();
      await second.stop();
    });
  });

  it('settles each of many links of one visitor, and of more visitors than a page has', async () => {
    await without('sweeps links', async () => {
      const emails = Array.from({ length: 260 }, (_, n) => `a${n}@example.com`);
      await atOnce(20, emails, (email) =>
        fixture.calls.Identify({ anonymousId: 'shared', account: { email } }, { workspaceId }),
      );
      for (let n = 0; n < 6_000; n++) arrives(`passer-by ${n}`);
      arrives('shared');
      const replica = await fixture.start(FOLLOWING);
      await settles();
      await replica.stop();
      expect(await fixture.count('attributions', workspaceId)).toBe(emails.length);
    });
  });
});

describe('the sweep', () => {
  it('settles what the arrivals do not tell, and gives older links their keys', async () => {
    await without('follows arrivals', async () => {
      await identify('v1');
      await identify('v2');
      await holder.query('UPDATE identity.links SET visitor_key = NULL WHERE workspace_id = $1', [
        workspaceId,
      ]);
      arrives('v1');
      const replica = await fixture.start(SWEEPING);
      await waitFor('both links to have keys, and one to be settled', async () => {
        const found = await links();
        return found.every(({ keyed }) => keyed) && found[0]?.linked === true;
      });
      expect((await links())[1]).toEqual({ linked: false, keyed: true });
      await replica.stop();
    });
  });
});
