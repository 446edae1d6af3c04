import { waitFor } from '@headwater/kit/testing/wait-for';
import { ATTRIBUTION_MODELS, type AttributionModel } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const email = 'ada@example.com';

interface NaiveTouch {
  readonly atMs: number;
  readonly channel: string;
  /** When its browser event arrived, Unix milliseconds. Absent: it was sent with a token. */
  readonly arrivedAtMs?: number | undefined;
}

/** Weights as whole numbers, by the definition of each model. Touches are in order. */
const WEIGHTS: Readonly<Record<AttributionModel, (touches: readonly NaiveTouch[]) => bigint[]>> = {
  first_touch: (touches) => touches.map((_, i) => (i === 0 ? 1n : 0n)),
  last_touch: (touches) => touches.map((_, i) => (i === touches.length - 1 ? 1n : 0n)),
  last_non_direct: (touches) => {
    const last = touches.findLastIndex(({ channel }) => channel !== 'Direct');
    return touches.map((_, i) => (i === (last === -1 ? touches.length - 1 : last) ? 1n : 0n));
  },
  linear: (touches) => touches.map(() => 1n),
  position_based: ({ length }) => {
    if (length <= 2) return Array.from({ length }, () => 1n);
    // 40 %, 20 % divided by the others, 40 %.
    const others = BigInt(length - 2);
    return Array.from({ length }, (_, i) => (i === 0 || i === length - 1 ? 40n * others : 20n));
  },
  // The ages of the test are whole weeks.
  time_decay: (touches) => touches.map(({ atMs }) => 1n << BigInt(52 - Math.round((NOW - atMs) / WEEK_MS))),
};

/** Parts of an amount in proportion to weights: rounded down, then one unit more for the largest remainders, the earlier first. */
function divide(minor: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (minor * weight) / total);
  const left = minor - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = weights
    .map((weight, i) => ({ i, rest: (minor * weight) % total }))
    .filter(({ i }) => weights[i] !== 0n)
    .sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest < b.rest ? 1 : -1));
  for (const { i } of byRemainder.slice(0, Number(left))) parts[i] = (parts[i] ?? 0n) + 1n;
  return parts;
}

const euros = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

/** Stores an account whose recorded session is its first touch. */
async function store(touches: readonly NaiveTouch[], minor: number): Promise<void> {
  const [first] = touches;
  if (first) fixture.analytics.sees(workspaceId, 'v1', { channel: first.channel, firstSeenAtMs: first.atMs });
  await fixture.calls.Identify({ anonymousId: 'v1', account: { email } }, { workspaceId });
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    'SELECT id FROM identity.profiles WHERE workspace_id = $1',
    [workspaceId],
  );
  for (const { atMs, channel, arrivedAtMs } of touches)
    await fixture.database.pool.query(
      `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer, arrived_at)
       VALUES ($1, $2, 'v1', $3, $4, '', '', '', '', $5)`,
      [
        workspaceId,
        rows[0]?.id,
        new Date(atMs),
        channel,
        arrivedAtMs === undefined ? null : new Date(arrivedAtMs),
      ],
    );
  const payment = { paymentId: 'p1', email, amount: euros(BigInt(minor)), currency: 'EUR', type: 'sale' };
  await fixture.calls.RecordPayment({ payment }, { workspaceId });
}

const histories = fc.record({
  minor: fc.integer({ min: 0, max: 5_000 }),
  ages: fc.uniqueArray(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 6 }),
  channels: fc.array(fc.constantFrom('Email', 'Direct', 'Referral'), { minLength: 6, maxLength: 6 }),
  arrivals: fc.array(fc.constantFrom(undefined, 0, 1, 20), { minLength: 6, maxLength: 6 }),
});

test('divides a payment by each model without a rounding error, and reports the same by channel', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ minor, ages, channels, arrivals }) => {
      workspaceId += 1;
      const stored = [...ages]
        .sort((a, b) => b - a)
        .map((weeks, i): NaiveTouch => {
          const atMs = NOW - weeks * WEEK_MS;
          const delay = arrivals[i];
          return {
            ...{ atMs, channel: channels[i] ?? '' },
            arrivedAtMs: delay === undefined ? undefined : atMs + delay * WEEK_MS,
          };
        });
      await store(stored, minor);
      const visible = stored.filter(({ arrivedAtMs = 0 }) => arrivedAtMs <= NOW);
      for (const model of ATTRIBUTION_MODELS) {
        // The recorded attribution is the first touch.
        const touches = model === 'first_touch' || visible.length === 0 ? stored.slice(0, 1) : visible;
        const parts = divide(BigInt(minor), WEIGHTS[model](touches));
        const weights = WEIGHTS[model](touches);
        const total = weights.reduce((sum, weight) => sum + weight, 0n);
        const percent = (weight: bigint): number => Number((weight * 20_000n + total) / (2n * total)) / 100;
        const expected = touches.flatMap(({ atMs, channel }, i) => {
          const weight = weights[i] ?? 0n;
          return weight === 0n ? [] : [[atMs, channel, euros(parts[i] ?? 0n), percent(weight)]];
        });
        const credit = await fixture.calls.GetCredit({ paymentId: 'p1', model }, { workspaceId });
        expect([
          model,
          credit.shares.map(({ touch, amount, share }) => [touch?.atMs, touch?.channel, amount, share]),
        ]).toEqual([model, expected]);
        const { currencies } = await fixture.calls.QueryRevenue(
          { dimension: 'channel', model },
          { workspaceId },
        );
        const byChannel = new Map<string, bigint>();
        for (const [i, { channel }] of touches.entries())
          if (WEIGHTS[model](touches)[i] !== 0n)
            byChannel.set(channel, (byChannel.get(channel) ?? 0n) + (parts[i] ?? 0n));
        expect([model, currencies[0]?.net, currencies[0]?.payments, currencies[0]?.unattributed]).toEqual([
          model,
          euros(BigInt(minor)),
          1,
          '0.00',
        ]);
        expect(currencies[0]?.breakdown.map(({ key, net }) => [key, net]).sort()).toEqual(
          [...byChannel].map(([channel, net]) => [channel, euros(net)]).sort(),
        );
      }
    }),
    { numRuns: 30 },
  );
});

test('ignores touches after the payment and before the lookback', async () => {
  await store(
    [
      { atMs: NOW - 100 * DAY_MS, channel: 'Email' },
      { atMs: NOW - 3 * DAY_MS, channel: 'Referral' },
      { atMs: NOW + 1, channel: 'Direct' },
    ],
    1_000,
  );
  const credit = async (lookback?: number) => {
    const rule = { model: 'linear', ...(lookback === undefined ? {} : { lookback }) };
    const { shares } = await fixture.calls.GetCredit({ paymentId: 'p1', ...rule }, { workspaceId });
    return shares.map(({ touch, amount, share, reason }) => [touch?.channel, amount, share, reason]);
  };
  expect(await credit()).toEqual([['Referral', '10.00', 100, 'touch']]);
  expect(await credit(0)).toEqual([
    ['Email', '5.00', 50, 'touch'],
    ['Referral', '5.00', 50, 'touch'],
  ]);
  expect(await credit(1)).toEqual([['Email', '10.00', 100, 'recorded']]);
});

test.each(ATTRIBUTION_MODELS)(
  'credits a payment without a channel to nobody, and keeps the channel of an erased account, by %s',
  async (model) => {
    await store([], 500);
    const credit = async () => {
      const { shares } = await fixture.calls.GetCredit({ paymentId: 'p1', model }, { workspaceId });
      return shares.map(({ touch, amount, reason }) => [touch?.atMs, touch?.channel, amount, reason]);
    };
    expect(await credit()).toEqual([[undefined, undefined, '5.00', 'none']]);
    const revenue = async () => {
      const query = { dimension: 'channel', model };
      const { currencies } = await fixture.calls.QueryRevenue(query, { workspaceId });
      return currencies.map(({ unattributed, breakdown }) => [unattributed, breakdown.map(({ key }) => key)]);
    };
    expect(await revenue()).toEqual([['5.00', ['(none)']]]);
    workspaceId += 1;
    await store([{ atMs: NOW - DAY_MS, channel: 'Email' }], 500);
    const certificate = await fixture.calls.EraseAccount({ email }, { workspaceId });
    expect(certificate).toMatchObject({ profiles: 1, touches: 1 });
    expect(await revenue()).toEqual([['0.00', ['Email']]]);
    // The time of the visit was erased.
    expect(await credit()).toEqual([[0, 'Email', '5.00', 'recorded']]);
  },
);

test('uses the first touch by default, as reports do', async () => {
  await store(
    [
      { atMs: NOW - 2 * DAY_MS, channel: 'Email' },
      { atMs: NOW - DAY_MS, channel: 'Direct' },
    ],
    500,
  );
  const { model, shares } = await fixture.calls.GetCredit({ paymentId: 'p1' }, { workspaceId });
  expect([model, shares.map(({ touch }) => touch?.channel)]).toEqual(['first_touch', ['Email']]);
});

test.each([
  [{ model: 'best' }, 'invalid_request'],
  [{ model: 'linear', lookback: -1 }, 'invalid_request'],
  [{ model: 'linear', dimension: 'country' }, 'unknown_dimension'],
])('refuses %j', async (parameters, code) => {
  await expect(fixture.calls.QueryRevenue(parameters, { workspaceId })).rejects.toMatchObject({ code });
});

test('collects the sessions of linked visitors, and erases those of an erased visitor', async () => {
  const replica = await fixture.start({ LINK_SWEEP_PAUSE_MS: '50' });
  try {
    const session = (visitor: string, startedAtMs: number, channel: string) =>
      fixture.analytics.returns(workspaceId, visitor, {
        startedAtMs,
        channel,
        source: 'S',
        landing: 'example.com/',
      });
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email', firstSeenAtMs: NOW - 9_000 });
    session('v1', NOW - 9_000, 'Email');
    session('v1', NOW - 5_000, 'Direct');
    fixture.analytics.sees(workspaceId, 'v2', { channel: 'Email', firstSeenAtMs: NOW - 8_000 });
    session('v2', NOW - 8_000, 'Referral');
    for (const visitor of ['v1', 'v2'])
      await fixture.calls.Identify({ anonymousId: visitor, account: { email } }, { workspaceId });
    const { accounts } = await fixture.calls.ListAccounts({ after: 0, limit: 1 }, { workspaceId });
    const touches = async () => {
      const account = await fixture.calls.GetAccount({ id: accounts[0]?.id ?? 0 }, { workspaceId });
      return account.touches.map(({ channel, source }) => [channel, source]);
    };
    // New links are due by the clock of Postgres; the clock of the service is fixed.
    await fixture.database.pool.query(
      'UPDATE identity.links SET touches_due_at = $2 WHERE workspace_id = $1',
      [workspaceId, new Date(NOW)],
    );
    await waitFor('three touches', async () => (await touches()).length === 3);
    expect(await touches()).toEqual([
      ['Direct', 'S'],
      ['Referral', 'S'],
      ['Email', 'S'],
    ]);
    const byDevice = await fixture.calls.QueryCustomers({ dimension: 'device' }, { workspaceId });
    expect(byDevice.breakdown.map(({ key }) => key)).toEqual(['mobile']);
    const listed = await fixture.calls.ListAccounts(
      { after: accounts[0]?.position ?? 0, limit: 5 },
      { workspaceId },
    );
    expect(listed.accounts.map(({ attribution }) => attribution?.device)).toEqual(['mobile']);
    const certificate = await fixture.calls.EraseAccount({ anonymousId: 'v1' }, { workspaceId });
    expect(certificate).toMatchObject({ profiles: 0, links: 1, touches: 2 });
    expect(await touches()).toEqual([['Referral', 'S']]);
  } finally {
    await replica.stop();
  }
});

test('a touch of a browser that arrived after the payment gets no part of it, in any model', async () => {
  fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email', firstSeenAtMs: NOW - 9_000 });
  await fixture.calls.Identify({ anonymousId: 'v1', account: { email } }, { workspaceId });
  const touches = [
    ['Email', NOW - 9_000, NOW - 9_000],
    ['Affiliates', NOW - 5_000, NOW + 1],
    ['Referral', NOW - 4_000, null],
    ['Audio', NOW - 3_000, NOW],
  ] as const;
  for (const [channel, at, arrivedAt] of touches)
    await fixture.database.pool.query(
      `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer, arrived_at)
       SELECT workspace_id, id, 'v1', $2, $3, '', '', '', '', $4 FROM identity.profiles WHERE workspace_id = $1`,
      [workspaceId, new Date(at), channel, arrivedAt === null ? null : new Date(arrivedAt)],
    );
  const payment = { paymentId: 'p1', email, amount: '10', currency: 'EUR', type: 'sale' };
  await fixture.calls.RecordPayment({ payment }, { workspaceId });
  for (const model of ATTRIBUTION_MODELS) {
    const { shares } = await fixture.calls.GetCredit({ paymentId: 'p1', model }, { workspaceId });
    const { currencies } = await fixture.calls.QueryRevenue({ model, dimension: 'channel' }, { workspaceId });
    const channels = shares.map(({ touch }) => touch?.channel);
    expect([model, channels]).not.toContainEqual(expect.arrayContaining(['Affiliates']));
    expect(currencies[0]?.breakdown.map(({ key }) => key).sort()).toEqual([...channels].sort());
    if (model === 'linear') expect(channels).toEqual(['Email', 'Referral', 'Audio']);
  }
});
