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

const OPTIONS: CallOptions = { workspaceId: WORKSPACE, deadlineMs: 300_000 };
const W = WORKSPACE;

/** SQL of the start of the window of `range=<days>d`, in UTC. */
const since = (days: number): string => `date_trunc('day', now()) - interval '${days - 1} days'`;

const SIGNED = `CASE WHEN p.type = 'refund' THEN -p.amount_minor ELSE p.amount_minor END`;

/** SQL of the payments with their accounts. The user ids of the generated accounts are unique. */
const OWNED = `SELECT p.payment_id, coalesce(p.profile_id, o.id) AS id, p.currency, p.type, p.amount_minor, p.occurred_at
  FROM identity.payments AS p
  LEFT JOIN identity.profiles AS o ON o.workspace_id = ${W} AND o.user_id = p.user_id
 WHERE p.workspace_id = ${W}`;

/** SQL of the months between `cohort` and `period`. */
const MONTHS = `(12 * (extract(year FROM period) - extract(year FROM cohort)) + extract(month FROM period) - extract(month FROM cohort))`;

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

/** The models whose hand-written SQL the file contains. */
type Model = 'first_touch' | 'last_touch' | 'last_non_direct' | 'linear';

/**
 * SQL of CTEs that end with `credited`: the parts of the payments in the CTE `paid`, which has the columns of `OWNED` and `recorded`, the recorded channel, and
 * further columns.
 */
function creditedSql(model: Model, columns: readonly string[] = []): string {
  const own = ['payment_id', 'currency', 'type', ...columns];
  const of = (alias: string): string => own.map((column) => `${alias}.${column}`).join(', ');
  if (model === 'first_touch')
    return `credited AS (SELECT ${of('p')}, p.amount_minor, p.recorded AS channel FROM paid AS p)`;
  const order = {
    last_touch: 't.at DESC',
    last_non_direct: `t.channel = 'Direct', t.at DESC`,
    linear: 't.at',
  }[model];
  const part = model === 'linear' ? 'amount_minor / n + (position <= amount_minor % n)::int' : 'amount_minor';
  return `touched AS (
        SELECT ${of('p')}, p.amount_minor, t.channel, row_number() OVER (PARTITION BY p.payment_id ORDER BY ${order}) AS position,
               count(*) OVER (PARTITION BY p.payment_id) AS n
          FROM paid AS p
          JOIN identity.touches AS t ON t.workspace_id = ${W} AND t.profile_id = p.id
           AND t.at <= p.occurred_at AND t.at > p.occurred_at - interval '90 days'),
      shared AS (
        SELECT ${of('t')}, ${part} AS amount_minor, channel FROM touched AS t ${model === 'linear' ? '' : 'WHERE position = 1'}),
      credited AS (
        SELECT * FROM shared
         UNION ALL
        SELECT ${of('p')}, p.amount_minor, p.recorded FROM paid AS p
         WHERE NOT EXISTS (SELECT FROM shared AS s WHERE s.payment_id = p.payment_id))`;
}

interface Cohorts {
  readonly cohort: 'month' | 'week';
  readonly dimension?: 'channel';
  readonly days: number;
  readonly model?: Model;
}

function cohorts({ cohort, dimension, days, model = 'first_touch' }: Cohorts): LedgerCall {
  const by = dimension ? ` and ${dimension}` : '';
  return {
    name: `cohorts by ${cohort}${by}, ${model}, ${days} days`,
    rpc: async (calls) => {
      const found = await calls.QueryCohorts(
        {
          range: `${days}d`,
          cohort,
          filters: [],
          currency: 'EUR',
          limit: 400,
          periods: 36,
          model,
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
            SELECT o.id, o.user_id, date_trunc('${cohort}', o.created_at) AS cohort, a.channel AS recorded
              FROM identity.profiles AS o
              LEFT JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = o.id
             WHERE o.workspace_id = ${W} AND o.created_at >= ${since(days)}),
          paid AS MATERIALIZED (
            SELECT f.*, p.payment_id, p.currency, p.type, p.amount_minor, p.occurred_at, date_trunc('${cohort}', p.occurred_at) AS period
              FROM found AS f JOIN identity.payments AS p ON p.workspace_id = ${W} AND p.profile_id = f.id AND p.currency = 'EUR'
             UNION ALL
            SELECT f.*, p.payment_id, p.currency, p.type, p.amount_minor, p.occurred_at, date_trunc('${cohort}', p.occurred_at)
              FROM found AS f JOIN identity.payments AS p ON p.workspace_id = ${W} AND p.user_id = f.user_id AND p.currency = 'EUR'),
          ${creditedSql(model, ['cohort', 'period'])},
          sums AS (
            SELECT cohort, ${dimension ? `coalesce(channel, '(none)')` : `''`} AS key, period, sum(${SIGNED}) AS net
              FROM credited AS p GROUP BY 1, 2, 3)
          SELECT to_char(cohort, '${cohort === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}') || ' ' || key || ' ' || ${
            cohort === 'month' ? MONTHS : `(period::date - cohort::date) / 7`
          } || ' ' || net AS number
            FROM sums WHERE net <> 0${cohort === 'week' ? ` AND (period::date - cohort::date) / 7 <= 36` : ''}`,
  };
}

/** Months until the revenue of a channel reaches its costs. */
function payback(days: number): LedgerCall {
  return {
    name: `payback by channel, ${days} days`,
    rpc: async (calls) => {
      const { breakdown } = await calls.QueryCustomers(
        {
          range: `${days}d`,
          dimension: 'channel',
          filters: [],
          limit: 500,
          grain: 'month',
          withPayback: true,
        },
        OPTIONS,
      );
      return breakdown
        .flatMap(({ key, costs }) =>
          costs.map(({ amount, paybackMonths }) => `${key} ${minor(amount)} ${paybackMonths ?? '-'}`),
        )
        .sort();
    },
    sql: `WITH found AS MATERIALIZED (
            SELECT o.id, o.user_id, date_trunc('month', o.created_at) AS cohort, a.channel
              FROM identity.profiles AS o
              JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = o.id
             WHERE o.workspace_id = ${W} AND o.created_at >= ${since(days)}),
          paid AS (
            SELECT f.channel, f.cohort, date_trunc('month', p.occurred_at) AS period, ${SIGNED} AS net
              FROM found AS f JOIN identity.payments AS p ON p.workspace_id = ${W} AND p.profile_id = f.id AND p.currency = 'EUR'
             UNION ALL
            SELECT f.channel, f.cohort, date_trunc('month', p.occurred_at), ${SIGNED}
              FROM found AS f JOIN identity.payments AS p ON p.workspace_id = ${W} AND p.user_id = f.user_id AND p.currency = 'EUR'),
          sums AS (
            SELECT channel, month, sum(net) OVER (PARTITION BY channel ORDER BY month) AS net
              FROM (SELECT channel, ${MONTHS} AS month, sum(net) AS net FROM paid GROUP BY 1, 2) AS each),
          spent AS (
            SELECT channel, sum(amount_minor) AS cost FROM identity.costs
             WHERE workspace_id = ${W} AND currency = 'EUR' AND day >= (${since(days)})::date GROUP BY channel)
          SELECT channel || ' ' || cost || ' ' ||
                 coalesce((SELECT min(month)::int::text FROM sums WHERE sums.channel = spent.channel AND net >= cost), '-') AS number
            FROM spent`,
  };
}

function revenue(model: Model, days: number): LedgerCall {
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
          breakdown.map(
            ({ key, net, payments, customers: payers }) =>
              `${currency} ${key} ${minor(net)} ${payments} ${payers}`,
          ),
        )
        .sort();
    },
    sql: `WITH paid AS MATERIALIZED (
            SELECT own.*, a.channel AS recorded
              FROM (${OWNED}) AS own LEFT JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = own.id
             WHERE occurred_at >= ${since(days)} AND occurred_at < date_trunc('day', now()) + interval '1 day'),
          ${creditedSql(model, ['id'])}
          SELECT currency || ' ' || coalesce(channel, '(none)') || ' ' || sum(${SIGNED}) || ' ' ||
                 count(DISTINCT payment_id) FILTER (WHERE type <> 'refund') || ' ' || count(DISTINCT id) FILTER (WHERE type <> 'refund') AS number
            FROM credited AS p GROUP BY currency, channel`,
  };
}

/** A page of accounts with its fields: of the feed, or the newest ones that match a filter. @param ids SQL of the ids, as `profile_id` */
const accountsPage = (
  name: string,
  filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[],
  ids: string,
): LedgerCall => ({
  name: `accounts, a page of 1,000${name}`,
  rpc: async (calls) => {
    const { accounts } = await calls.ListAccounts({ after: 0, limit: 1_000, filters: [...filters] }, OPTIONS);
    return accounts
      .map(({ id, revenue: sums }) => `${id} ${sums.map(({ net }) => minor(net)).join()}`)
      .sort();
  },
  sql: `SELECT o.id || ' ' || coalesce(paid.nets, '') AS number, o.user_id, o.company, o.plan, o.mrr, o.created_at, page.profile_id, a.*,
               (SELECT device FROM identity.touches AS t WHERE t.workspace_id = ${W} AND t.profile_id = o.id AND t.at = a.first_seen_at LIMIT 1), v.*, paid.sums
          FROM (${ids} LIMIT 1000) AS page
          JOIN identity.profiles AS o ON o.workspace_id = ${W} AND o.id = page.profile_id
          LEFT JOIN identity.attributions AS a ON a.workspace_id = ${W} AND a.profile_id = o.id
         CROSS JOIN LATERAL (SELECT count(*) AS visitors, count(*) FILTER (WHERE linked_at IS NULL) AS pending
                               FROM identity.links AS l WHERE l.workspace_id = ${W} AND l.profile_id = o.id) AS v
          LEFT JOIN LATERAL (
            SELECT string_agg(net::text, ',') AS nets, json_agg(each) AS sums
              FROM (SELECT currency, sum(${SIGNED}) AS net, sum(amount_minor) FILTER (WHERE type <> 'refund') AS gross,
                           count(*) FILTER (WHERE type <> 'refund') AS payments, min(occurred_at) AS first_paid_at, max(occurred_at) AS last_paid_at
                      FROM identity.payments AS p
                     WHERE p.workspace_id = ${W} AND (p.profile_id = o.id OR p.user_id = o.user_id) GROUP BY currency) AS each) AS paid ON true`,
});

/** The newest accounts with a value of a column of the recorded attribution. */
const accountsOf = (key: string, column: string, value: string): LedgerCall =>
  accountsPage(
    ` with the ${key} ${value}`,
    [{ key, operator: 'is', value }],
    `SELECT profile_id FROM identity.attributions WHERE workspace_id = ${W} AND ${column} = '${value}' ORDER BY profile_id DESC`,
  );

/** The measured reads. */
export const LEDGER_CALLS: readonly LedgerCall[] = [
  customers('channel', 30),
  customers('channel', 365),
  customers('source', 730),
  payback(365),
  cohorts({ cohort: 'month', days: 365 }),
  cohorts({ cohort: 'month', dimension: 'channel', days: 365 }),
  cohorts({ cohort: 'month', dimension: 'channel', days: 730 }),
  cohorts({ cohort: 'month', dimension: 'channel', days: 365, model: 'last_touch' }),
  cohorts({ cohort: 'month', dimension: 'channel', days: 365, model: 'linear' }),
  cohorts({ cohort: 'week', days: 365 }),
  revenue('first_touch', 30),
  revenue('first_touch', 365),
  revenue('last_touch', 30),
  revenue('last_touch', 365),
  revenue('last_non_direct', 30),
  revenue('linear', 30),
  revenue('linear', 365),
  accountsPage(
    '',
    [],
    `SELECT profile_id FROM identity.account_positions WHERE workspace_id = ${W} ORDER BY position`,
  ),
  accountsOf('channel', 'channel', 'Organic Search'),
  accountsOf('campaign', 'utm_campaign', 'campaign-7'),
  accountsOf('landing', 'landing', 'example.com/page-499'),
];
