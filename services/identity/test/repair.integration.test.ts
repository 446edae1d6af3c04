import fc from 'fast-check';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { concurrently } from './concurrently';
import { identityFixture, NOW, type IdentityFixture, type Running } from './identity-fixture';

let fixture: IdentityFixture;
let replicas: Running[];
let workspaceId = 0;

/** `npm run test:identity` sets 1,000. */
const ORDERS = Number(process.env['SHUFFLED_ORDERS'] ?? 40);
const CONCURRENCY = 40;
const DAY_MS = 86_400_000;
const REPAIRING = { LINK_REPAIR_PAUSE_MS: '20' };

beforeAll(async () => {
  fixture = await identityFixture();
  replicas = [await fixture.start(REPAIRING), await fixture.start(REPAIRING)];
});
afterAll(() => fixture.stop());
beforeEach(() => {
  workspaceId++;
  fixture.analytics.failWith(undefined);
});

const identify = (anonymousId: string, workspace = workspaceId) =>
  fixture.calls.Identify(
    { anonymousId, account: { email: 'ada@example.com', userId: 'u1' } },
    { workspaceId: workspace },
  );
const pay = (paymentId: string, type: string, workspace = workspaceId) =>
  fixture.calls.RecordPayment(
    { payment: { paymentId, email: 'ada@example.com', amount: '9.99', currency: 'EUR', type } },
    { workspaceId: workspace },
  );
const payByUser = (paymentId: string, workspace = workspaceId) =>
  fixture.calls.RecordPayment(
    { payment: { paymentId, userId: 'u1', amount: '100', currency: 'JPY', type: 'subscription' } },
    { workspaceId: workspace },
  );

async function channel(workspace = workspaceId): Promise<string | undefined> {
  const result = await fixture.database.pool.query<{ channel: string }>(
    'SELECT channel FROM identity.attributions WHERE workspace_id = $1',
    [workspace],
  );
  expect(result.rows.length).toBeLessThanOrEqual(1);
  return result.rows[0]?.channel;
}

const becomes = (expected: string) =>
  waitFor(`the channel ${expected}`, async () => (await channel()) === expected);

describe('the link repair', () => {
  it('resolves a link when events arrive after the identify, and attributes earlier payments', async () => {
    await pay('p1', 'sale');
    expect(await identify('v1')).toMatchObject({ linked: false });
    fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Email' });
    await becomes('Email');
    const revenue = await fixture.calls.QueryRevenue({ dimension: 'country' }, { workspaceId });
    expect(revenue).toMatchObject({
      currencies: [{ unattributed: '0.00', breakdown: [{ key: 'DE' }] }],
      pending: [],
    });
  });

  it('replaces the attribution when an earlier session arrives late', async () => {
    fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Direct', firstSeenAtMs: NOW - DAY_MS });
    expect(await identify('v1')).toMatchObject({ channel: 'Direct' });
    fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Paid Search', firstSeenAtMs: NOW - 2 * DAY_MS });
    await becomes('Paid Search');
  });

  it('attributes to the visitor that was linked first, even if its events arrive last', async () => {
    await identify('v1');
    fixture.analytics.arrives(workspaceId, 'v2', { channel: 'Direct', firstSeenAtMs: NOW - 9 * DAY_MS });
    expect(await identify('v2')).toMatchObject({ channel: 'Direct' });
    fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Email', firstSeenAtMs: NOW - DAY_MS });
    await becomes('Email');
  });

  it('ignores links older than 30 days', async () => {
    const old = workspaceId;
    /** Waits until a repair that began after this call has resolved a link. */
    const repaired = async () => {
      workspaceId++;
      await identify('v1');
      fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Email' });
      await becomes('Email');
    };
    await identify('v1');
    await fixture.database.pool.query('UPDATE identity.links SET created_at = $2 WHERE workspace_id = $1', [
      old,
      new Date(NOW - 30 * DAY_MS - 1),
    ]);
    await repaired(); // no running repair has read the link before its change
    fixture.analytics.arrives(old, 'v1', {});
    await repaired();
    expect(await channel(old)).toBeUndefined();
  });

  it('continues after an outage of analytics', async () => {
    await identify('v1');
    fixture.analytics.failWith(failure('upstream_unavailable', 'down'));
    fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Email' });
    await waitFor('a failed repair', () => fixture.lines.some((line) => line.includes('link repair failed')));
    fixture.analytics.failWith(undefined);
    await becomes('Email');
  });

  it('resolves links that were created during an outage of analytics', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    fixture.analytics.failWith(failure('upstream_unavailable', 'down'));
    const replica = await fixture.start({});
    const request = { anonymousId: 'v1', account: { email: 'ada@example.com' } };
    expect(await replica.calls.Identify(request, { workspaceId })).toMatchObject({ linked: false });
    await replica.stop();
    expect(await channel()).toBeUndefined();
    fixture.analytics.failWith(undefined);
    await becomes('Email');
    // Its visitor key is set, so that events that arrive later find it.
    await waitFor('the visitor key', async () => {
      const { rows } = await fixture.database.pool.query(
        'SELECT FROM identity.links WHERE workspace_id = $1 AND visitor_key IS NULL',
        [workspaceId],
      );
      return rows.length === 0;
    });
  });

  it('is continued by another replica, and after a restart', async () => {
    await replicas[0]?.stop();
    await identify('v1');
    fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Email' });
    await becomes('Email');
    await replicas[1]?.stop();
    workspaceId++;
    await identify('v1');
    fixture.analytics.arrives(workspaceId, 'v1', { channel: 'Direct' });
    replicas = [await fixture.start(REPAIRING), await fixture.start(REPAIRING)];
    await becomes('Direct');
  });

  it('leads to the same state in any order of events, identifies, rows and payments', async () => {
    const channels = { first: 'Paid Social', second: 'Direct', other: 'Email' };
    const steps: readonly ((workspace: number) => unknown)[] = [
      (w) =>
        fixture.analytics.arrives(w, 'v1', { channel: channels.second, firstSeenAtMs: NOW - 2 * DAY_MS }),
      (w) => fixture.analytics.arrives(w, 'v1', { channel: channels.first, firstSeenAtMs: NOW - 5 * DAY_MS }),
      (w) => fixture.analytics.arrives(w, 'v9', { channel: channels.other, firstSeenAtMs: NOW - 9 * DAY_MS }),
      (w) => identify('v1', w),
      (w) => pay('p1', 'sale', w),
      (w) => pay('p2', 'refund', w),
      (w) => payByUser('p3', w),
      (w) =>
        fixture.calls.BulkIdentify(
          { users: [{ index: 0, account: { email: 'ada@example.com', plan: 'pro' } }] },
          { workspaceId: w },
        ),
    ];
    const orders = fc.sample(fc.shuffledSubarray([...steps.keys()], { minLength: steps.length }), {
      numRuns: ORDERS,
      seed: 4,
    });
    const begin = workspaceId + 1;
    workspaceId += orders.length;
    await concurrently(CONCURRENCY, orders, async (order, i) => {
      for (const step of order) await steps[step]?.(begin + i);
    });
    const states = () =>
      concurrently(CONCURRENCY, orders, async (_order, i) => {
        const w = { workspaceId: begin + i };
        const byChannel = await fixture.calls.QueryRevenue({ dimension: 'channel' }, w);
        const byPlan = await fixture.calls.QueryRevenue({ dimension: 'plan' }, w);
        return JSON.stringify([await channel(begin + i), byChannel.currencies, byPlan.currencies]);
      });
    const allResolved = async () => {
      const result = await fixture.database.pool.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM identity.attributions WHERE workspace_id >= $1 AND channel = 'Paid Social'",
        [begin],
      );
      return result.rows[0]?.count === orders.length;
    };
    await waitFor('the links of all orders to resolve', allResolved, Math.max(30_000, ORDERS * 500));
    expect(new Set(await states()).size).toBe(1);
    expect(await channel(begin)).toBe('Paid Social');
  });
});
