import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { IdentityDefinition } from '@headwater/protos/services';
import { WORKSPACE } from './synthetic-ledger';

type Calls = Client<IdentityDefinition>;

/** A read of the ledger, with hand-written SQL on the base tables for the same numbers. */
export interface LedgerCall {
  readonly name: string;
  /** Returns the numbers to compare, as text. */
  readonly rpc: (calls: Calls) => Promise<string[]>;
  /** Returns one row per number. */
  readonly sql: string;
}

const OPTIONS: CallOptions = { workspaceId: WORKSPACE, deadlineMs: 120_000 };
const W = WORKSPACE;

/** SQL of the start of the window of `range=<days>d`, in UTC. */
const since = (days: number): string => `date_trunc('day', now()) - interval '${days - 1} days'`;

const SIGNED = `CASE WHEN p.type = 'refund' THEN -p.amount_minor ELSE p.amount_minor END`;

/** SQL of the payments with their accounts. The user ids of the generated accounts are unique. */
const OWNED = `SELECT p.payment_id, coalesce(p.profile_id, o.id) AS id, p.currency, p.type, p.amount_minor, p.occurred_at
  FROM identity.payments AS p
  LEFT JOIN identity.profiles AS o ON o.workspace_id = ${W} AND o.user_id = p.user_id
 WHERE p.workspace_id = ${W}`;

const minor = (amount: string): string => String(Math.round(Number(amount) * 100));

function customers(dimension: 'channel' | 'source', days: number): LedgerCall {
  return {
    name: `customers by ${dimension}, ${days} days`,
    rpc: async (calls) => {
      const { breakdown, total } = await calls.QueryCustomers(
        { range: `${days}d`, dimension, filters: [], limit: 500, grain: days > 90 ? 'month' : 'day' },
        OPTIONS,
      );
      const rows = breakdown.filter(({ sums }) => (sums?.customers ?? 0) > 0);
      return [
        ...(total?.revenue ?? []).map(({ currency, net }) => `${currency} ${minor(net)}`),
        ...rows.map(({ key, sums }) => `${key} ${sums?.customers} ${sums?.paying}`),
      ].sort();
    },
    sql: `WITH found AS MATERIALIZED (
            SELECT o.id, o.user_id, coalesce(nullif(a.${dimension}, ''), '(none)') AS key
              FROM identity.profiles AS o
              LEFT JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = o.id
             WHERE o.workspace_id = ${W} AND o.created_at >= ${since(days)}),
          net AS MATERIALIZED (
            SELECT id, key, currency, sum(net) AS net
              FROM (SELECT f.id, f.key, p.currency, ${SIGNED} AS net
                      FROM found AS f JOIN identity.payments AS p ON p.workspace_id = ${W} AND p.profile_id = f.id
                     UNION ALL
                    SELECT f.id, f.key, p.currency, ${SIGNED}
                      FROM found AS f JOIN identity.payments AS p ON p.workspace_id = ${W} AND p.user_id = f.user_id) AS paid
             GROUP BY id, key, currency)
          SELECT key || ' ' || count(*) || ' ' || count(paying.id) AS number
            FROM found LEFT JOIN (SELECT DISTINCT id FROM net WHERE net > 0) AS paying USING (id) GROUP BY key
           UNION ALL
          SELECT currency || ' ' || sum(net) FROM net GROUP BY currency`,
  };
}

function cohorts(cohort: 'month' | 'week', dimension: 'channel' | undefined, days: number): LedgerCall {
  return {
    name: `cohorts by ${cohort}${dimension ? ` and ${dimension}` : ''}, ${days} days`,
    rpc: async (calls) => {
      const found = await calls.QueryCohorts(
        {
          range: `${days}d`,
          cohort,
          filters: [],
          currency: 'EUR',
          limit: 400,
          periods: 36,
          ...(dimension && { dimension }),
        },
        OPTIONS,
      );
      return found.cohorts
        .flatMap(({ cohort: name, key = '', periods }) =>
          periods.flatMap(({ period, value }) =>
            Number(value) === 0 ? [] : [`${name} ${key} ${period} ${minor(value)}`],
          ),
        )
        .sort();
    },
    sql: `WITH found AS MATERIALIZED (
            SELECT o.id, o.user_id, date_trunc('${cohort}', o.created_at) AS cohort,
                   ${dimension ? `coalesce(a.${dimension}, '(none)')` : `''`} AS key
              FROM identity.profiles AS o
              LEFT JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = o.id
             WHERE o.workspace_id = ${W} AND o.created_at >= ${since(days)}),
          paid AS (
            SELECT cohort, key, date_trunc('${cohort}', p.occurred_at) AS period, ${SIGNED} AS net
              FROM found AS f JOIN identity.payments AS p ON p.workspace_id = ${W} AND p.profile_id = f.id AND p.currency = 'EUR'
             UNION ALL
            SELECT cohort, key, date_trunc('${cohort}', p.occurred_at), ${SIGNED}
              FROM found AS f JOIN identity.payments AS p ON p.workspace_id = ${W} AND p.user_id = f.user_id AND p.currency = 'EUR'),
          sums AS (SELECT cohort, key, period, sum(net) AS net FROM paid GROUP BY 1, 2, 3)
          SELECT to_char(cohort, '${cohort === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}') || ' ' || key || ' ' || ${
            cohort === 'month'
              ? `12 * (extract(year FROM period) - extract(year FROM cohort)) + extract(month FROM period) - extract(month FROM cohort)`
              : `(period::date - cohort::date) / 7`
          } || ' ' || net AS number
            FROM sums WHERE net <> 0${cohort === 'week' ? ` AND (period::date - cohort::date) / 7 <= 36` : ''}`,
  };
}

function revenue(model: 'first_touch' | 'last_touch' | 'linear', days: number): LedgerCall {
  const window = `occurred_at >= ${since(days)} AND occurred_at < date_trunc('day', now()) + interval '1 day'`;
  const touches = `paid AS MATERIALIZED (
        SELECT * FROM (${OWNED}) AS own WHERE ${window}),
      touched AS (
        SELECT p.payment_id, p.currency, p.type, p.amount_minor, t.channel,
               row_number() OVER (PARTITION BY p.payment_id ORDER BY t.at${model === 'last_touch' ? ' DESC' : ''}) AS position,
               count(*) OVER (PARTITION BY p.payment_id) AS n
          FROM paid AS p
          JOIN identity.touches AS t ON t.workspace_id = ${W} AND t.profile_id = p.id
           AND t.at <= p.occurred_at AND t.at > p.occurred_at - interval '90 days')`;
  const shares = {
    first_touch: '',
    last_touch: `SELECT payment_id, currency, type, amount_minor, channel FROM touched WHERE position = 1`,
    linear: `SELECT payment_id, currency, type, amount_minor / n + (position <= amount_minor % n)::int AS amount_minor, channel FROM touched`,
  }[model];
  const sum = `SELECT currency || ' ' || coalesce(channel, '(none)') || ' ' || sum(${SIGNED}) AS number FROM credited AS p GROUP BY currency, channel`;
  return {
    name: `revenue by channel, ${model}, ${days} days`,
    rpc: async (calls) => {
      const found = await calls.QueryRevenue(
        {
          range: `${days}d`,
          dimension: 'channel',
          filters: [],
          limit: 500,
          model,
          grain: days > 90 ? 'month' : 'day',
        },
        OPTIONS,
      );
      return found.currencies
        .flatMap(({ currency, breakdown }) =>
          breakdown.map(({ key, net }) => `${currency} ${key} ${minor(net)}`),
        )
        .sort();
    },
    sql:
      model === 'first_touch'
        ? `WITH credited AS (
             SELECT p.currency, p.type, p.amount_minor, a.channel FROM (${OWNED}) AS p
               LEFT JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = p.id
              WHERE ${window}) ${sum}`
        : `WITH ${touches},
           shared AS (${shares}),
           credited AS (
             SELECT currency, type, amount_minor, channel FROM shared
              UNION ALL
             SELECT p.currency, p.type, p.amount_minor, a.channel
               FROM paid AS p LEFT JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = p.id
              WHERE NOT EXISTS (SELECT FROM shared AS s WHERE s.payment_id = p.payment_id)) ${sum}`,
  };
}

/** A page of the feed. */
const accountsPage: LedgerCall = {
  name: 'accounts, a page of 1,000',
  rpc: async (calls) => {
    const { accounts } = await calls.ListAccounts({ after: 0, limit: 1_000 }, OPTIONS);
    return accounts
      .map(({ id, revenue: sums }) => `${id} ${sums.map(({ net }) => minor(net)).join()}`)
      .sort();
  },
  sql: `SELECT o.id || ' ' || coalesce(string_agg(net::text, ','), '') AS number
          FROM (SELECT profile_id FROM identity.account_positions WHERE workspace_id = ${W} ORDER BY position LIMIT 1000) AS page
          JOIN identity.profiles AS o ON o.workspace_id = ${W} AND o.id = page.profile_id
          LEFT JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = o.id
          LEFT JOIN LATERAL (
            SELECT currency, sum(${SIGNED}) AS net FROM identity.payments AS p
             WHERE p.workspace_id = ${W} AND (p.profile_id = o.id OR p.user_id = o.user_id) GROUP BY currency) AS paid ON true
         GROUP BY o.id`,
};

/** The measured reads. */
export const LEDGER_CALLS: readonly LedgerCall[] = [
  customers('channel', 30),
  customers('channel', 365),
  customers('source', 730),
  cohorts('month', undefined, 365),
  cohorts('month', 'channel', 365),
  cohorts('month', 'channel', 730),
  cohorts('week', undefined, 365),
  revenue('first_touch', 30),
  revenue('first_touch', 365),
  revenue('last_touch', 30),
  revenue('linear', 30),
  revenue('linear', 365),
  accountsPage,
];
