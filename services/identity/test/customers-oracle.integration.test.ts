import type { CustomerRow__Output } from '@headwater/protos/gen/headwater/identity/v1/CustomerRow';
import { ATTRIBUTION_MODELS } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import { identityFixture, NOW, type IdentityFixture, type Running } from './identity-fixture';
import { storeAccounts } from './store-accounts';
import { naiveCohorts, naiveSums, type NaiveAccount } from './naive-customers';

let fixture: IdentityFixture;
/** The tested replica. */
let replica: Running;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

/** Half of them by each way to read; 5,000 in `npm run test:identity`. */
const HISTORIES = Number(process.env['LEDGER_HISTORIES'] ?? 40);
const WINDOW = { from: '2026-01-01', to: '2026-11-01' };

const customers = (parameters: object = {}) =>
  replica.calls.QueryCustomers({ ...WINDOW, ...parameters }, { workspaceId });
const cohorts = (parameters: object = {}) =>
  replica.calls.QueryCohorts({ ...WINDOW, periods: 36, ...parameters }, { workspaceId });
const time = fc.integer({ min: Date.UTC(2026, 0, 1), max: NOW });
const payment = fc.record({
  currency: fc.constantFrom('EUR', 'JPY'),
  minor: fc.integer({ min: 0, max: 5_000 }),
  type: fc.constantFrom('sale', 'refund', 'subscription'),
  atMs: time,
});
const account = fc.record({
  plan: fc.constantFrom('pro', 'free'),
  channel: fc.option(fc.constantFrom('Email', 'Direct'), { nil: undefined }),
  link: fc.constantFrom('none', 'open', 'expired'),
  mrr: fc.integer({ min: 0, max: 90 }),
  identifiedAtMs: time,
  payments: fc.array(payment, { maxLength: 4 }),
  touches: fc.array(fc.record({ atMs: time, channel: fc.constantFrom('Email', 'Direct', 'Referral') }), {
    maxLength: 3,
  }),
});
const histories = fc.record({
  accounts: fc.array(account, { minLength: 1, maxLength: 8 }),
  order: fc.array(fc.integer(), { minLength: 40, maxLength: 40 }),
});

test.each([
  { reads: 'the database', rows: '1000000' },
  { reads: 'copies in memory', rows: '0' },
])(
  '$reads equals sums that loop over all payments, in any order of arrival, and adds up',
  async ({ rows }) => {
    replica = await fixture.start({ LEDGER_COPY_ROWS: rows });
    await fc.assert(
      fc.asyncProperty(histories, async ({ accounts: generated, order }) => {
        workspaceId += 1;
        const accounts: NaiveAccount[] = generated.map((each, i) => ({
          ...each,
          email: `account-${i}@example.com`,
          payments: each.payments.map((one, j) => ({ ...one, paymentId: `p-${i}-${j}` })),
        }));
        await storeAccounts(fixture, { workspaceId, accounts, order });
        const answer = await customers({ dimension: 'channel', grain: 'month' });
        expect(answer.total).toEqual(naiveSums(accounts));
        const unlinked = accounts.filter(({ channel }) => channel === undefined);
        const numberOf = (state: NaiveAccount['link']) =>
          unlinked.filter(({ link }) => link === state).length;
        expect(answer).toMatchObject({
          linked: accounts.length - unlinked.length,
          pending: numberOf('open'),
          unattributed: numberOf('none') + numberOf('expired'),
          withoutVisitorId: numberOf('none'),
        });
        const keyOf = ({ channel }: NaiveAccount): string => channel ?? '(none)';
        const expected = [...new Set(accounts.map(keyOf))].map((key) => ({
          key,
          sums: naiveSums(accounts.filter((each) => keyOf(each) === key)),
          costs: [],
        }));
        expect(answer.breakdown).toEqual(
          expected.sort((a, b) => b.sums.customers - a.sums.customers || (a.key < b.key ? -1 : 1)),
        );
        const byMonth = accounts.map(({ identifiedAtMs }) =>
          new Date(identifiedAtMs).toISOString().slice(0, 7),
        );
        expect(answer.series.map(({ bucket, customers: n }) => [bucket, n])).toEqual(
          answer.series.map(({ bucket }) => [bucket, byMonth.filter((month) => month === bucket).length]),
        );
        const plans = await customers({ filters: [{ key: 'plan', operator: 'is', value: 'pro' }] });
        expect(plans.total).toEqual(naiveSums(accounts.filter(({ plan }) => plan === 'pro')));

        const matrix = await cohorts({ dimension: 'channel', currency: 'EUR' });
        const found = matrix.cohorts.map(({ cohort, key, customers: n, periods }) => ({
          ...{ cohort, key, customers: n, values: periods.map(({ value }) => value) },
        }));
        const inOrder = (rows: readonly { readonly cohort: string; readonly key: string | undefined }[]) =>
          [...rows].sort((a, b) => (`${a.cohort} ${a.key}` < `${b.cohort} ${b.key}` ? -1 : 1));
        expect(inOrder(found)).toEqual(inOrder(naiveCohorts(accounts, 'EUR', NOW)));

        const payers = await cohorts({ metric: 'paying' });
        const paying = payers.cohorts.map(({ periods }) => Number(periods.at(-1)?.cumulative));
        expect(paying.reduce((sum, each) => sum + each, 0)).toBe(answer.total?.paying);

        // Every payment of the window belongs to an account of the window.
        const revenue = await replica.calls.QueryRevenue({ ...WINDOW }, { workspaceId });
        expect(answer.total?.revenue.map(({ currency, net }) => [currency, net])).toEqual(
          revenue.currencies.map(({ currency, net }) => [currency, net]),
        );

        for (const model of ATTRIBUTION_MODELS) {
          const byModel = { model, dimension: 'channel', lookback: 60 };
          const divided = await customers(byModel);
          expect([model, divided.total]).toEqual([model, answer.total]);
          const { currencies } = await replica.calls.QueryRevenue({ ...WINDOW, ...byModel }, { workspaceId });
          expect([model, netsOf(divided.breakdown)]).toEqual([
            model,
            currencies
              .flatMap(({ currency, breakdown }) =>
                breakdown.map(({ key, net }) => `${key} ${currency} ${net}`),
              )
              .sort(),
          ]);
          const matrixOfModel = await cohorts({ ...byModel, currency: 'EUR' });
          const nets = new Map<string, number>();
          for (const { key = '', periods } of matrixOfModel.cohorts)
            nets.set(key, (nets.get(key) ?? 0) + minorOf(periods.at(-1)?.cumulative));
          const euro = currencies.find(({ currency }) => currency === 'EUR');
          for (const [key, net] of nets)
            expect([model, key, net]).toEqual([
              model,
              key,
              minorOf(euro?.breakdown.find((row) => row.key === key)?.net),
            ]);
          expect([model, [...nets.values()].reduce((sum, net) => sum + net, 0)]).toEqual([
            model,
            minorOf(euro?.net),
          ]);
        }
      }),
      { numRuns: HISTORIES / 2 },
    );
  },
);

const minorOf = (amount = '0'): number => Math.round(Number(amount) * 100);

/** The net revenue of each key and currency. */
function netsOf(rows: readonly CustomerRow__Output[]): string[] {
  return rows
    .flatMap(({ key, sums }) => (sums?.revenue ?? []).map(({ currency, net }) => `${key} ${currency} ${net}`))
    .sort();
}
