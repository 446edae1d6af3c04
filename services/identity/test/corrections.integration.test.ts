import fc from 'fast-check';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { concurrently } from './concurrently';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

const ORDERS = Number(process.env['SHUFFLED_ORDERS'] ?? 40);
const CONCURRENCY = 40;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EMAIL = 'ada@example.com';

let fixture: IdentityFixture;
let workspaceId = 0;
let probes = 1_000_000;

beforeAll(async () => {
  fixture = await identityFixture();
  const env = { NOTICE_PAUSE_MS: '20', LINK_REPAIR_PAUSE_MS: '20' };
  // Two replicas; the fixture stops them.
  await Promise.all([fixture.start(env), fixture.start(env)]);
});
afterAll(() => fixture.stop());
beforeEach(() => {
  workspaceId++;
  fixture.sites.failWith(undefined);
  fixture.sites.rejectType(undefined);
});

const identify = (anonymousId: string, workspace = workspaceId) =>
  fixture.calls.Identify(
    { anonymousId, account: { email: EMAIL, userId: 'u1' } },
    { workspaceId: workspace },
  );
const pay = (paymentId: string) =>
  fixture.calls.RecordPayment(
    { payment: { paymentId, email: EMAIL, amount: '9.99', currency: 'EUR', type: 'sale' } },
    { workspaceId },
  );
const browses = (
  channel: string,
  at: number,
  arrivedAt: number,
  { visitor = 'v1', workspace = workspaceId } = {},
) => fixture.analytics.browses(workspace, visitor, { channel, firstSeenAtMs: at }, arrivedAt);
const serverSends = (channel: string, at: number, visitor = 'v1', workspace = workspaceId) =>
  fixture.analytics.arrives(workspace, visitor, { channel, firstSeenAtMs: at });
const recorded = async (workspace = workspaceId) =>
  (await fixture.calls.LookUpAttribution({ email: EMAIL }, { workspaceId: workspace })).attribution;
const becomes = (channel: string) =>
  waitFor(`the channel ${channel}`, async () => (await recorded())?.channel === channel);
const eventsOf = (type: string) =>
  fixture.sites.published.filter((one) => one.workspaceId === workspaceId && one.type === type);
/** The events of corrections. The first record of an account has no previous channel. */
const correctionEvents = () =>
  eventsOf('attribution.changed').filter(({ data }) => data['previousChannel'] !== null);
const corrections = async (workspace = workspaceId) =>
  (await fixture.calls.ListCorrections({ limit: 100 }, { workspaceId: workspace })).corrections;
const allPublished = () =>
  waitFor('all events to be published', async () => {
    const { rows } = await fixture.database.pool.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM identity.links WHERE linked_at IS NOT NULL AND NOT told)::int
            + (SELECT count(*) FROM identity.corrections WHERE NOT published)::int
            + (SELECT count(*) FROM identity.payments WHERE notice IN ('look', 'due'))::int AS left`,
    );
    return rows[0]?.left === 0;
  });

/** Waits until the repair has processed all events so far. The first probe may be on the same page of the repair. */
async function repaired(): Promise<void> {
  for (const probe of [probes++, probes++]) {
    await identify('probe', probe);
    serverSends('Email', NOW, 'probe', probe);
    await waitFor('the repair', async () => (await recorded(probe))?.channel === 'Email');
  }
}

describe('a recorded channel', () => {
  it('does not change by browser events that arrive later, whatever their time', async () => {
    browses('Organic Search', NOW - HOUR_MS, NOW - HOUR_MS);
    expect(await identify('v1')).toMatchObject({ channel: 'Organic Search' });
    for (const at of [NOW - DAY_MS, NOW - HOUR_MS - 1, NOW - HOUR_MS, NOW + 1])
      browses('Affiliates', at, NOW + 1);
    await repaired();
    expect(await recorded()).toMatchObject({ channel: 'Organic Search' });
    expect(await identify('v1')).toMatchObject({ channel: 'Organic Search' });
    expect(await corrections()).toEqual([]);
  });

  it('does not change by the first events of a visitor that was linked earlier', async () => {
    await identify('v1');
    browses('Organic Search', NOW - HOUR_MS, NOW - HOUR_MS, { visitor: 'v2' });
    expect(await identify('v2')).toMatchObject({ channel: 'Organic Search' });
    browses('Affiliates', NOW - DAY_MS, NOW + 1);
    await repaired();
    expect(await recorded()).toMatchObject({ channel: 'Organic Search' });
    expect(await identify('v1')).toMatchObject({ linked: true, channel: 'Organic Search' });
  });

  it.each([NOW, NOW - HOUR_MS - 1])(
    'is corrected by a browser event that arrived before',
    async (arrivedAt) => {
      browses('Direct', NOW - HOUR_MS, NOW - HOUR_MS);
      expect(await identify('v1')).toMatchObject({ channel: 'Direct' });
      browses('Email', NOW - HOUR_MS - 1, arrivedAt);
      await becomes('Email');
    },
  );

  it('is corrected by an earlier event that was sent with a token, even beside later browser events', async () => {
    browses('Direct', NOW - HOUR_MS, NOW - HOUR_MS);
    await identify('v1');
    browses('Affiliates', NOW - DAY_MS, NOW + 1);
    serverSends('Email', NOW - 2 * HOUR_MS);
    await becomes('Email');
    expect(await corrections()).toMatchObject([{ previousChannel: 'Direct', channel: 'Email' }]);
  });

  it('is corrected by an event of the same time only if that event was sent with a token', async () => {
    browses('Direct', NOW - HOUR_MS, NOW);
    await identify('v1');
    browses('Affiliates', NOW - HOUR_MS, NOW + 1);
    await repaired();
    expect(await recorded()).toMatchObject({ channel: 'Direct' });
    serverSends('Email', NOW - HOUR_MS);
    await becomes('Email');
  });

  it('is the one of the first arrival if the visitor had no event before the identify', async () => {
    await identify('v1');
    browses('Direct', NOW - HOUR_MS, NOW + 1);
    browses('Affiliates', NOW - DAY_MS, NOW + 2);
    await becomes('Direct');
    browses('Affiliates', NOW - DAY_MS, NOW + 3);
    await repaired();
    expect(await recorded()).toMatchObject({ channel: 'Direct' });
  });

  it('is found among events that arrived before the identify and were stored after it', async () => {
    await identify('v1');
    browses('Affiliates', NOW - DAY_MS, NOW + 2);
    await becomes('Affiliates');
    browses('Direct', NOW - HOUR_MS, NOW - 1);
    await becomes('Direct');
    await repaired();
    expect(await recorded()).toMatchObject({ channel: 'Direct' });
  });
});

describe('a correction', () => {
  it('does not delay the events of payments if sites is of a release without attribution.changed', async () => {
    serverSends('Direct', NOW - HOUR_MS);
    await identify('v1');
    fixture.sites.rejectType('attribution.changed');
    serverSends('Email', NOW - 2 * HOUR_MS);
    await becomes('Email');
    await pay('after the correction');
    await waitFor('the event of the payment', () => eventsOf('payment.attributed').length > 0);
    expect(correctionEvents()).toEqual([]);
    fixture.sites.rejectType(undefined);
    await allPublished();
    expect(correctionEvents()).toHaveLength(1);
    expect(eventsOf('payment.attributed')).toHaveLength(1);
  });

  it('is listed with before and after, and is published once, from two replicas and after lost replies', async () => {
    serverSends('Direct', NOW - HOUR_MS);
    await identify('v1');
    await allPublished();
    fixture.sites.failWith(failure('internal_error', 'lost'));
    fixture.analytics.arrives(workspaceId, 'v1', {
      ...{ channel: 'Email', source: 'letter', siteId: 9, firstSeenAtMs: NOW - 2 * HOUR_MS },
    });
    await waitFor('a lost reply', () => correctionEvents().length > 0);
    fixture.sites.failWith(undefined);
    await allPublished();
    const listed = await corrections();
    expect(listed).toMatchObject([
      {
        ...{ previousChannel: 'Direct', previousSource: 'Google', channel: 'Email', source: 'letter' },
        ...{ siteId: 9, correctedAtMs: NOW },
      },
    ]);
    const events = correctionEvents();
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set([listed[0]?.eventId]));
    expect(events[0]?.data).toEqual({
      ...{ accountId: expect.any(Number), userId: 'u1', status: 'linked' },
      ...{
        previousChannel: 'Direct',
        previousSource: 'Google',
        channel: 'Email',
        source: 'letter',
        siteId: 9,
      },
      ...{ recordedAt: new Date(NOW).toISOString(), rulesVersion: 3 },
    });
  });

  it('moves earlier payments to the corrected channel, and does not publish them again', async () => {
    serverSends('Direct', NOW - HOUR_MS);
    await identify('v1');
    await pay('p1');
    await allPublished();
    serverSends('Email', NOW - 2 * HOUR_MS);
    await becomes('Email');
    await pay('p2');
    await allPublished();
    const revenue = await fixture.calls.QueryRevenue({ dimension: 'channel' }, { workspaceId });
    expect(revenue.currencies).toMatchObject([{ breakdown: [{ key: 'Email', net: '19.98' }] }]);
    const channels = eventsOf('payment.attributed').map(({ data }) => [data['paymentId'], data['channel']]);
    expect(channels).toEqual([
      ['p1', 'Direct'],
      ['p2', 'Email'],
    ]);
  });

  it('does not happen without its entry', async () => {
    const { pool } = fixture.database;
    serverSends('Direct', NOW - HOUR_MS);
    await identify('v1');
    await pool.query(
      `ALTER TABLE identity.corrections ADD CONSTRAINT broken CHECK (workspace_id <> ${workspaceId}) NOT VALID`,
    );
    serverSends('Email', NOW - 2 * HOUR_MS);
    await waitFor('a failed repair', () => fixture.lines.some((line) => line.includes('broken')));
    expect(await recorded()).toMatchObject({ channel: 'Direct' });
    await pool.query('ALTER TABLE identity.corrections DROP CONSTRAINT broken');
    await becomes('Email');
    expect(await corrections()).toHaveLength(1);
  });

  it('publishes no event of an account that was erased before', async () => {
    serverSends('Direct', NOW - HOUR_MS);
    await identify('v1');
    fixture.sites.failWith(failure('internal_error', 'lost'));
    const { pool } = fixture.database;
    await pool.query(
      `INSERT INTO identity.corrections (workspace_id, profile_id, corrected_at, previous_channel, previous_source, channel, source)
       VALUES ($1, -1, now(), 'Direct', '', 'Email', '')`,
      [workspaceId],
    );
    fixture.sites.failWith(undefined);
    await allPublished();
    expect(correctionEvents()).toEqual([]);
    expect(await corrections()).toHaveLength(1);
  });

  it('can only be added', async () => {
    await expect(
      fixture.database.pool.query(`UPDATE identity.corrections SET channel = 'Email'`),
    ).rejects.toThrow('never changes');
  });
});

it('any order of events that count, identifies and stored browser events that do not leads to the same channel', async () => {
  const arrivedBefore = NOW - 1;
  const steps: readonly ((workspace: number) => unknown)[] = [
    (w) => browses('Direct', NOW - 3 * HOUR_MS, arrivedBefore, { workspace: w }),
    (w) => browses('Paid Social', NOW - 5 * HOUR_MS, arrivedBefore, { workspace: w }),
    (w) => serverSends('Email', NOW - 4 * HOUR_MS, 'v1', w),
    (w) => serverSends('Referral', NOW - 9 * HOUR_MS, 'v2', w),
    (w) => browses('Affiliates', NOW - 20 * HOUR_MS, NOW + 5, { workspace: w }),
    (w) => browses('Affiliates', NOW - 5 * HOUR_MS, NOW + 6, { workspace: w }),
    (w) => identify('v1', w),
    (w) => identify('v1', w),
  ];
  const orders = fc.sample(fc.shuffledSubarray([...steps.keys()], { minLength: steps.length }), {
    numRuns: ORDERS,
    seed: 18,
  });
  // In the order of the arrivals, all events with a token and of before the identify decide; a late event is never stored first.
  const possible = orders.filter(
    (order) => order.findIndex((step) => step >= 6) < Math.min(order.indexOf(4), order.indexOf(5)),
  );
  const begin = 2_000_000;
  await concurrently(CONCURRENCY, possible, async (order, i) => {
    for (const step of order) await steps[step]?.(begin + i);
  });
  await waitFor(
    'all channels',
    async () =>
      (await Promise.all(possible.map((_, i) => recorded(begin + i)))).every(
        (one) => one?.channel === 'Paid Social',
      ),
    Math.max(30_000, ORDERS * 500),
  );
  await repaired();
  for (const [i] of possible.entries()) expect((await recorded(begin + i))?.channel).toBe('Paid Social');
  expect(possible.length).toBeGreaterThan(ORDERS / 10);
});
