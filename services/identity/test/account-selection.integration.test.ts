import type { Pool } from '@headwater/kit/pg/pool';
import type { LedgerAccount__Output } from '@headwater/protos/gen/headwater/identity/v1/LedgerAccount';
import { CUSTOMER_DIMENSIONS, NONE, type FilterOperator } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import { findAccounts } from '../src/store/accounts';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

interface Filter {
  readonly key: string;
  readonly operator: FilterOperator;
  readonly value: string;
}
interface Selection {
  readonly filters?: Filter[];
  readonly timezone?: string;
  readonly from?: string;
  readonly to?: string;
  readonly range?: string;
}

/** All accounts that match, read in pages. */
async function listAll(selection: Selection = {}, limit = 1_000): Promise<LedgerAccount__Output[]> {
  const found: LedgerAccount__Output[] = [];
  const isFeed = Object.keys(selection).length === 0;
  for (let after = 0, more = true; more;) {
    const page = await fixture.calls.ListAccounts({ ...selection, after, limit }, { workspaceId });
    found.push(...page.accounts);
    const last = page.accounts.at(-1);
    after = last ? (isFeed ? last.position : last.id) : after;
    ({ more } = page);
  }
  return found;
}
const identify = (anonymousId: string, email: string, fields: object = {}) =>
  fixture.calls.Identify({ anonymousId, account: { email, ...fields } }, { workspaceId });
const idsOf = (accounts: readonly { readonly id: number }[]) => accounts.map(({ id }) => id);

const visit = fc.record({
  channel: fc.constantFrom('Email', 'Paid Search'),
  source: fc.constantFrom('', 'Google', 'Newsletter'),
  utmCampaign: fc.constantFrom('', 'spring', 'Spring sale', 'autumn'),
  landing: fc.constantFrom('example.com/', 'example.com/pricing'),
  referrer: fc.constantFrom('', 'google.com'),
  country: fc.constantFrom('', 'DE', 'FR'),
});
const profile = fc.record({
  plan: fc.option(fc.constantFrom('pro', 'free'), { nil: undefined }),
  company: fc.option(fc.constantFrom('acme', 'beta'), { nil: undefined }),
  visit: fc.option(visit, { nil: undefined }),
});
/** The fields of a listed account by the dimensions of filters. */
const VALUES: Readonly<Record<string, (account: LedgerAccount__Output) => string | undefined>> = {
  channel: ({ attribution }) => attribution?.channel,
  source: ({ attribution }) => attribution?.source,
  campaign: ({ attribution }) => attribution?.campaign,
  utm_campaign: ({ attribution }) => attribution?.campaign,
  landing: ({ attribution }) => attribution?.landing,
  referrer: ({ attribution }) => attribution?.referrer,
  country: ({ attribution }) => attribution?.country,
  device: ({ attribution }) => attribution?.device,
  plan: ({ plan }) => plan,
  company: ({ company }) => company,
};
const MATCHES: Readonly<Record<FilterOperator, (own: string, value: string) => boolean>> = {
  is: (own, value) => own === value,
  is_not: (own, value) => own !== value,
  contains: (own, value) => own.includes(value),
  contains_not: (own, value) => !own.includes(value),
  starts_with: (own, value) => own.startsWith(value),
};
const filter = fc.record({
  key: fc.constantFrom(...Object.keys(VALUES)),
  operator: fc.constantFrom(...(Object.keys(MATCHES) as FilterOperator[])),
  value: fc.constantFrom(
    ...['Email', 'Google', 'spring', 'sp', 'example.com/p', 'DE', 'mobile', 'pro', 'acme'],
  ),
});
const unknown = fc.record({
  key: fc.constantFrom(...Object.keys(VALUES)),
  operator: fc.constantFrom('is' as const, 'is_not' as const),
  value: fc.constant(NONE),
});
const histories = fc.record({
  profiles: fc.array(profile, { minLength: 1, maxLength: 10 }),
  filters: fc.array(fc.array(fc.oneof(filter, unknown), { minLength: 1, maxLength: 3 }), {
    minLength: 4,
    maxLength: 4,
  }),
  limit: fc.integer({ min: 1, max: 4 }),
});

/** Alternatives with the same key and operator; all others must match. Negated alternatives must all match. */
function matches(account: LedgerAccount__Output, filters: readonly Filter[]): boolean {
  return filters.every(({ key, operator }) => {
    const values = filters.filter((each) => each.key === key && each.operator === operator);
    const isEquality = operator.startsWith('is');
    const own = VALUES[key]?.(account) || (isEquality ? NONE : '');
    const found = values.map(({ value }) => MATCHES[operator](own, value));
    return operator.endsWith('not') ? found.every(Boolean) : found.some(Boolean);
  });
}

test('a filtered list equals the matching part of the full list, in pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ profiles, filters: lists, limit }) => {
      workspaceId += 1;
      for (const [i, { visit: seen, ...fields }] of profiles.entries()) {
        if (seen) fixture.analytics.sees(workspaceId, `v${i}`, seen);
        await identify(`v${i}`, `account-${i}@example.com`, fields);
      }
      const all = await listAll();
      expect(all).toHaveLength(profiles.length);
      for (const filters of lists) {
        const expected = all.filter((account) => matches(account, filters)).sort((a, b) => b.id - a.id);
        expect([filters, await listAll({ filters }, limit)]).toEqual([filters, expected]);
      }
    }),
    { numRuns: 40 },
  );
});

test('lists as many accounts of each value of each dimension as customers count, also within days', async () => {
  for (let i = 0; i < 12; i++) {
    const campaign = ['', 'spring', 'autumn'][i % 3] ?? '';
    fixture.analytics.sees(workspaceId, `v${i}`, { utmCampaign: campaign, country: i % 2 ? 'DE' : '' });
    await identify(i % 4 === 3 ? `unseen-${i}` : `v${i}`, `a${i}@example.com`, {
      plan: i % 2 ? 'pro' : 'free',
    });
  }
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    `UPDATE identity.profiles SET created_at = created_at - interval '40 days'
      WHERE workspace_id = $1 AND id % 3 = 0 RETURNING id`,
    [workspaceId],
  );
  await fixture.database.pool.query(
    'INSERT INTO identity.account_changes (workspace_id, profile_id) SELECT $1, unnest($2::bigint[])',
    [workspaceId, rows.map(({ id }) => id)],
  );
  const values: string[] = [];
  for (const window of [{ range: '365d' }, { range: '30d' }, { from: '2026-09-01', to: '2026-09-30' }])
    for (const dimension of CUSTOMER_DIMENSIONS) {
      const { breakdown } = await fixture.calls.QueryCustomers({ ...window, dimension }, { workspaceId });
      for (const { key, sums } of breakdown) {
        const filters = [{ key: dimension, operator: 'is' as const, value: key }];
        const found = await listAll({ ...window, filters });
        expect([dimension, key, found.length]).toEqual([dimension, key, sums?.customers]);
        values.push(`${dimension} ${key}`);
      }
    }
  expect(new Set(values).size).toBeGreaterThan(CUSTOMER_DIMENSIONS.length);
  expect(await listAll({ range: '30d' })).toHaveLength(12 - rows.length);
});

test('contains changes that were committed before the call', async () => {
  const filters: Filter[] = [{ key: 'plan', operator: 'is', value: 'pro' }];
  await identify('v1', 'ada@example.com', { plan: 'free' });
  expect(await listAll({ filters })).toEqual([]);
  await identify('v1', 'ada@example.com', { plan: 'pro' });
  expect(await listAll({ filters })).toMatchObject([{ plan: 'pro', status: 'pending' }]);
});

test('leaves out erased accounts and other workspaces, and an erased account takes no place of a page', async () => {
  for (const name of ['ada', 'bob', 'eve']) await identify(name, `${name}@example.com`, { plan: 'pro' });
  const filters: Filter[] = [{ key: 'plan', operator: 'is', value: 'pro' }];
  const [eve, bob, ada] = idsOf(await listAll({ filters }));
  expect(
    await fixture.calls.ListAccounts({ after: 0, limit: 10, filters }, { workspaceId: workspaceId + 1_000 }),
  ).toEqual({ accounts: [], more: false });
  // Erased after its facts were written.
  await fixture.database.pool.query(
    `INSERT INTO identity.account_facts (workspace_id, profile_id, currency, is_first, identified_at, plan, is_paying, gross, refunds, payments)
     VALUES ($1, 999999999, '', true, $2, 'pro', false, 0, 0, 0)`,
    [workspaceId, new Date(NOW)],
  );
  const page = await fixture.calls.ListAccounts({ after: 0, limit: 2, filters }, { workspaceId });
  expect([idsOf(page.accounts), page.more]).toEqual([[eve, bob], true]);
  await fixture.calls.EraseAccount({ email: 'bob@example.com' }, { workspaceId });
  expect(idsOf(await listAll({ filters }))).toEqual([eve, ada]);
});

test('finds the accounts of a campaign by index', async () => {
  const { pool } = fixture.database;
  await pool.query(
    `INSERT INTO identity.account_facts (workspace_id, profile_id, currency, is_first, identified_at, campaign, is_paying, gross, refunds, payments)
     SELECT $1, 1e12 + n, '', true, now(), CASE WHEN n % 3 = 0 THEN 'campaign-' || n % 1000 ELSE '' END, false, 0, 0, 0
       FROM generate_series(1, 30000) AS n`,
    [workspaceId],
  );
  await pool.query('ANALYZE identity.account_facts');
  const texts: string[] = [];
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await pool.query<Record<string, string>>(`EXPLAIN ${text}`, values);
      texts.push(...rows.map((row) => row['QUERY PLAN'] ?? ''));
      return { rows: [] };
    },
  } as unknown as Pool;
  await findAccounts(explaining, {
    ...{ workspaceId, openSinceMs: 0, window: undefined, before: Number.MAX_SAFE_INTEGER, limit: 100 },
    filters: [{ dimension: 'campaign', operator: 'is', values: ['campaign-3'] }],
  });
  expect(texts.join('\n')).toContain('account_facts_by_campaign');
  expect(texts.join('\n')).not.toMatch(/Seq Scan on account_facts/);
});

test.each([
  [
    { filters: [{ key: 'pathname', operator: 'is' as const, value: '/' }] },
    'unknown_filter',
    'filter[pathname]',
  ],
  [
    { filters: [{ key: 'plan', operator: 'contains' as const, value: NONE }] },
    'invalid_request',
    'filter[plan][contains]',
  ],
  [{ from: '2026-10-01' }, 'invalid_request', 'to'],
  [{ from: '2026-10-02', to: '2026-10-01' }, 'invalid_request', 'from'],
  [{ range: '800d' }, 'invalid_request', 'range'],
  [{ timezone: 'Mars/Base' }, 'invalid_request', 'timezone'],
])('refuses %j', async (selection, code, field) => {
  await expect(listAll(selection)).rejects.toMatchObject({ code, fields: [{ field }] });
});
