import type { Pool } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { silentLog } from '@headwater/kit/testing/silent-log';
import fc from 'fast-check';
import { putMissingTouches } from '../src/store/missing-touches';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let pool: Pool;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
  ({ pool } = fixture.database);
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const DAY_MS = 86_400_000;
const MODELS = ['last_touch', 'last_non_direct', 'linear'] as const;

interface NaiveTouch {
  readonly ageDays: number;
  readonly channel: string;
  /** Days from the visit to the arrival of its event. Undefined: sent with a token. */
  readonly delayDays: number | undefined;
}
const atOf = (ageDays: number): number => NOW - ageDays * DAY_MS;

/** Stores an account with a recorded session. */
async function identify(channel: string, ageDays: number): Promise<void> {
  fixture.analytics.sees(workspaceId, 'v1', { channel, firstSeenAtMs: atOf(ageDays) });
  await fixture.calls.Identify(
    { anonymousId: 'v1', account: { email: 'ada@example.com', userId: 'u1' } },
    { workspaceId },
  );
}

const putTouch = ({ ageDays, channel, delayDays }: NaiveTouch) =>
  pool.query(
    `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer, arrived_at)
     SELECT workspace_id, profile_id, anonymous_id, $2, $3, 'S', '', 'example.com/page', '', $4 FROM identity.links WHERE workspace_id = $1
     ON CONFLICT DO NOTHING`,
    [
      workspaceId,
      new Date(atOf(ageDays)),
      channel,
      delayDays === undefined ? null : new Date(atOf(ageDays - delayDays)),
    ],
  );

const pay = (paymentId: string, ageDays: number, payer: object = { email: 'ada@example.com' }) =>
  fixture.calls.RecordPayment(
    {
      payment: {
        ...{ paymentId, ...payer, amount: '10', currency: 'EUR', type: 'sale' },
        occurredAt: new Date(atOf(ageDays)).toISOString(),
      },
    },
    { workspaceId },
  );

/** Gross revenue by channel. */
async function revenue(model: string, lookback = 90): Promise<Record<string, number>> {
  const query = { from: '2025-12-01', to: '2026-12-31', dimension: 'channel', model, lookback };
  const { currencies } = await fixture.calls.QueryRevenue(query, { workspaceId });
  return Object.fromEntries((currencies[0]?.breakdown ?? []).map(({ key, gross }) => [key, Number(gross)]));
}

/** The latest channel that a payment's facts contain; undefined: not searched. */
async function stored(paymentId = 'p1'): Promise<string | null | undefined> {
  const { rows } = await pool.query<{ last_channel: string | null; is_searched: boolean }>(
    `SELECT last_channel, last_at IS NOT NULL AS is_searched FROM identity.payment_facts WHERE workspace_id = $1 AND payment_id = $2`,
    [workspaceId, paymentId],
  );
  return rows[0]?.is_searched ? rows[0].last_channel : undefined;
}

const clear = (condition: string) =>
  pool.query(
    `UPDATE identity.payment_facts SET last_at = NULL, last_channel = NULL, non_direct_at = NULL, non_direct_channel = NULL
      WHERE workspace_id = $1 AND ${condition}`,
    [workspaceId],
  );

const putMissing = () =>
  acrossWorkspaces(() => putMissingTouches(pool, silentLog(), new AbortController().signal));

/** The channel of a payment, as an account without stored touches has it. */
function naiveChannel(
  paidAgeDays: number,
  { touches, recorded, lookback, skipsDirect }: NaiveHistory & { lookback: number; skipsDirect: boolean },
): string {
  const asTouch = touches.some(({ ageDays }) => ageDays === recorded.ageDays)
    ? []
    : [{ ...recorded, delayDays: undefined }];
  const visible = [...touches, ...asTouch]
    .filter(({ ageDays, delayDays = 0 }) => ageDays - Math.max(delayDays, 0) >= paidAgeDays)
    .filter(({ ageDays }) => lookback === 0 || ageDays < paidAgeDays + lookback)
    .sort((a, b) => a.ageDays - b.ageDays);
  const other = skipsDirect ? visible.find(({ channel }) => channel !== 'Direct') : undefined;
  return (other ?? visible[0] ?? recorded).channel;
}

interface NaiveHistory {
  readonly recorded: { readonly ageDays: number; readonly channel: string };
  readonly touches: readonly NaiveTouch[];
}

const channel = fc.constantFrom('Email', 'Direct', 'Referral', 'Display');
const age = fc.integer({ min: 0, max: 40 });
const history = fc.record({
  recorded: fc.record({ ageDays: age, channel }),
  touches: fc.uniqueArray(
    fc.record({ ageDays: age, channel, delayDays: fc.constantFrom(undefined, 0, 3, 30) }),
    { maxLength: 6, selector: ({ ageDays }) => ageDays },
  ),
  payments: fc.array(age, { minLength: 1, maxLength: 5 }),
});

test('equals a search of the latest touch, whether or not it is stored', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ recorded, touches, payments }) => {
      workspaceId += 1;
      await identify(recorded.channel, recorded.ageDays);
      for (const [i, ageDays] of payments.entries())
        await pay(`p${i}`, ageDays, i % 2 === 0 ? undefined : { userId: 'u1' });
      await revenue('last_touch');
      for (const touch of touches) await putTouch(touch);
      const expectEqual = async () => {
        for (const lookback of [0, 7, 90])
          for (const model of ['last_touch', 'last_non_direct']) {
            const expected: Record<string, number> = {};
            for (const ageDays of payments) {
              const rule = { lookback, skipsDirect: model === 'last_non_direct' };
              const key = naiveChannel(ageDays, { recorded, touches, ...rule });
              expected[key] = (expected[key] ?? 0) + 10;
            }
            expect([model, lookback, await revenue(model, lookback)]).toEqual([model, lookback, expected]);
          }
      };
      await expectEqual();
      await clear(`payment_id IN ('p0', 'p3')`);
      await expectEqual();
      await putMissing();
      await expectEqual();
      const { rowCount } = await pool.query(
        'SELECT FROM identity.payment_facts WHERE workspace_id = $1 AND last_at IS NULL',
        [workspaceId],
      );
      expect(rowCount).toBe(0);
    }),
    { numRuns: 12 },
  );
});

test('a touch after the payment was numbered changes reports, but not the feed', async () => {
  await identify('Email', 9);
  await pay('p1', 1);
  expect(await revenue('last_touch')).toEqual({ Email: 10 });
  const positions = async () =>
    (await fixture.calls.ListAccounts({ after: 0, limit: 10 }, { workspaceId })).accounts.map(
      ({ position }) => position,
    );
  const before = await positions();
  await putTouch({ ageDays: 5, channel: 'Referral', delayDays: undefined });
  expect(await revenue('last_touch')).toEqual({ Referral: 10 });
  expect(await stored()).toBe('Referral');
  await pool.query('DELETE FROM identity.touches WHERE workspace_id = $1', [workspaceId]);
  expect(await revenue('last_touch')).toEqual({ Email: 10 });
  expect(await positions()).toEqual(before);
});

test('a payment counts by its recorded attribution until a removed touch is removed from its facts', async () => {
  await identify('Email', 100);
  await putTouch({ ageDays: 10, channel: 'Referral', delayDays: undefined });
  await pay('p1', 1);
  expect(await revenue('linear', 30)).toEqual({ Referral: 10 });
  // The facts of a postponed account are written later.
  await pool.query(
    `INSERT INTO identity.account_changes (workspace_id, profile_id, postponed_at)
     SELECT workspace_id, id, now() FROM identity.profiles WHERE workspace_id = $1`,
    [workspaceId],
  );
  await pool.query('DELETE FROM identity.touches WHERE workspace_id = $1', [workspaceId]);
  for (const model of ['linear', 'position_based', 'time_decay'])
    expect([model, await revenue(model, 30)]).toEqual([model, { Email: 10 }]);
  expect(await stored()).toBe('Referral');
});

test('searches the touches of payments that a replica of the previous release wrote', async () => {
  await identify('Email', 20);
  await putTouch({ ageDays: 10, channel: 'Referral', delayDays: undefined });
  await putTouch({ ageDays: 3, channel: 'Display', delayDays: undefined });
  await pay('p1', 5);
  expect(await revenue('last_touch')).toEqual({ Referral: 10 });
  // Its numbering writes the columns that it knows.
  await pool.query(
    `UPDATE identity.payment_facts SET occurred_at = $2 WHERE workspace_id = $1 AND payment_id = 'p1'`,
    [workspaceId, new Date(atOf(1))],
  );
  await pool.query(
    `INSERT INTO identity.payment_facts (workspace_id, payment_id, profile_id, currency, minor, is_refund, is_subscription, occurred_at, first_seen_at, channel)
     SELECT workspace_id, 'p2', profile_id, 'EUR', 500, false, false, occurred_at, first_seen_at, channel
       FROM identity.payment_facts WHERE workspace_id = $1`,
    [workspaceId],
  );
  expect(await stored()).toBeUndefined();
  for (const model of MODELS)
    expect([model, Object.keys(await revenue(model)).sort()]).toEqual([
      model,
      model === 'linear' ? ['Display', 'Email', 'Referral'] : ['Display'],
    ]);
});

test('stores the touches of payments from before an upgrade', async () => {
  await identify('Email', 20);
  await putTouch({ ageDays: 10, channel: 'Referral', delayDays: undefined });
  await pay('p1', 5);
  await revenue('last_touch');
  await clear('true');
  expect(await stored()).toBeUndefined();
  await putMissing();
  expect(await stored()).toBe('Referral');
});

test('an erased visitor leaves no touch with the payments of accounts that stay', async () => {
  await identify('Email', 20);
  await fixture.calls.Identify({ anonymousId: 'v2', account: { email: 'ada@example.com' } }, { workspaceId });
  await pool.query(
    `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer)
     SELECT workspace_id, profile_id, anonymous_id, $2, 'Referral', 'S', '', 'example.com/secret', '' FROM identity.links
      WHERE workspace_id = $1 AND anonymous_id = 'v2'`,
    [workspaceId, new Date(atOf(10))],
  );
  await pay('p1', 5);
  expect(await revenue('last_touch')).toEqual({ Referral: 10 });
  const certificate = await fixture.calls.EraseAccount({ anonymousId: 'v2' }, { workspaceId });
  expect(certificate).toMatchObject({ profiles: 0, touches: 1, rows: { tables: { payment_facts: 1 } } });
  const { rows } = await pool.query<{ facts: object }>(
    'SELECT to_jsonb(f) AS facts FROM identity.payment_facts AS f WHERE workspace_id = $1',
    [workspaceId],
  );
  expect(JSON.stringify(rows)).not.toMatch(/secret|Referral/);
  expect(await revenue('last_touch')).toEqual({ Email: 10 });
});
