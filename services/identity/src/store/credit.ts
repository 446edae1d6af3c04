import type { Pool } from '@headwater/kit/pg/pool';
import type { AttributionModel } from '@headwater/protos/vocabulary';
import { beforeLookback, EVIDENCE, latestTouches } from './latest-touches';
import { PAYMENTS_WITH_OWNERS } from './payments';
import type { Touch } from './touches';

/** Models that credit a single touch. */
type WholeModel = 'first_touch' | 'last_touch' | 'last_non_direct';

/** Whether the model credits the whole payment to a single touch. */
export const isWhole = (model: AttributionModel): model is WholeModel => !(model in WEIGHTS);

/**
 * SQL of the integer weight of a touch. `position` counts from 1, the oldest, to `n`. The weight of `time_decay` halves every seven days,
 * relative to the newest touch.
 */
const WEIGHTS: Readonly<Record<Exclude<AttributionModel, WholeModel>, string>> = {
  linear: '1',
  position_based: 'CASE WHEN n <= 2 THEN 1 WHEN position IN (1, n) THEN 2 * (n - 2) ELSE 1 END',
  // Floating point: a power of `numeric` takes most of the time of a report.
  time_decay:
    'CASE WHEN n = 1 THEN 1 ELSE round((power(2, (extract(epoch FROM at - newest) / 604800)::float8) * 1000000000000)::numeric) END',
};

/** The payments to divide. */
export interface CreditedPayments {
  /**
   * Name of a CTE with the columns `payment_id`, `profile_id`, `occurred_at`, `amount` (minor units, not negative), `LATEST_COLUMNS`, and the recorded
   * attribution: `first_seen_at`, `channel`, `source`, `campaign`, `landing` and `referrer`, which are null if there is none.
   */
  readonly paid: string;
  /** Name of a CTE with the recorded attributions of the accounts: `profile_id` and the same columns. It may contain other accounts. */
  readonly accounts: string;
  /** SQL of a condition for the rows of `identity.touches` that these payments may be credited to. It may match other rows. */
  readonly touches: string;
  /** Further columns of `paid` that the result contains. */
  readonly columns: readonly string[];
  /** Placeholder of the number of days, see `lookbackDays`. */
  readonly lookback: string;
}

/** The value of the placeholder `CreditedPayments.lookback`: for all touches, a hundred years. */
export const lookbackDays = (lookback: number): number => (lookback === 0 ? 36_500 : lookback);

/** SQL of the touches of accounts. The recorded attribution counts as one, unless one with its time is stored: see `latestTouches`. */
function touchesSql({ accounts, touches }: CreditedPayments): string {
  const columns = EVIDENCE.join(', ');
  return `SELECT *
    FROM (SELECT *, lead(at) OVER (PARTITION BY profile_id ORDER BY at, tie) AS later_at
            FROM (SELECT profile_id, at, ${columns}, anonymous_id AS tie, greatest(at, arrived_at) AS visible_at
                    FROM identity.touches WHERE workspace_id = $1 AND ${touches}
                   UNION ALL
                  SELECT profile_id, first_seen_at, ${columns}, '', first_seen_at
                    FROM ${accounts} WHERE first_seen_at IS NOT NULL AND channel IS NOT NULL) AS stored) AS touch
   WHERE tie <> '' OR later_at IS DISTINCT FROM at`;
}

/**
 * SQL of the shares of payments: the touches up to the payment and within the lookback, each with its part of the amount. A touch of a browser
 * counts if it also arrived until the payment. Parts are whole minor units and add up to the amount (largest remainder; on ties, the earlier
 * touch comes first). Without such a touch, and with `first_touch`, the recorded attribution gets the whole amount; its channel is null if
 * there is none. `is_touch` is false then. `is_counted` is true for one share of each payment.
 *
 * Only payments with a touch within the lookback are divided, all in one join: a subquery for each payment takes five times as long.
 */
export function creditSql(model: AttributionModel, credited: CreditedPayments): string {
  const { undivided, divided } = creditParts(model, credited);
  return divided === undefined ? undivided : `${undivided} UNION ALL ${divided}`;
}

/** SQL of the shares of `creditSql`: those that are whole payments, and those that the model divides. */
export function creditParts(
  model: AttributionModel,
  credited: CreditedPayments,
): { readonly undivided: string; readonly divided: string | undefined } {
  const { paid, columns, lookback } = credited;
  const own = ['payment_id', 'profile_id', 'occurred_at', 'amount', ...columns]
    .map((column) => `p.${column}`)
    .join(', ');
  const isWithin = (kind: string): string => `p.${kind}_at > ${beforeLookback('p.occurred_at', lookback)}`;
  /** Takes the first of the stored touches that is within the lookback, otherwise the recorded attribution. */
  const whole = (...kinds: readonly string[]): string => {
    const of = (column: string, recorded: string): string =>
      `CASE ${kinds.map((kind) => `WHEN ${isWithin(kind)} THEN p.${kind}_${column}`).join(' ')} ELSE ${recorded} END AS ${column}`;
    const evidence =
      kinds.length === 0
        ? `p.first_seen_at AS at, ${EVIDENCE.map((column) => `p.${column}`).join(', ')}, false AS is_touch`
        : `${of('at', 'p.first_seen_at')}, ${EVIDENCE.map((column) => of(column, `p.${column}`)).join(', ')},
           coalesce(${kinds.map(isWithin).join(' OR ')}, false) AS is_touch`;
    return `SELECT ${own}, ${evidence}, '' AS tie, p.amount AS minor, 1 AS weight, 1 AS total, true AS is_counted FROM ${paid} AS p`;
  };
  if (model === 'first_touch') return { undivided: whole(), divided: undefined };
  if (model === 'last_touch') return { undivided: whole('last'), divided: undefined };
  if (model === 'last_non_direct') return { undivided: whole('non_direct', 'last'), divided: undefined };
  // The account and the time come first, because they compare faster than the id.
  const payment = 'PARTITION BY profile_id, occurred_at, payment_id';
  const ofTouch = (column: string, recorded: string): string =>
    `CASE WHEN t.at IS NULL THEN p.${recorded} ELSE t.${column} END AS ${column}`;
  // A touch that was removed a moment ago may still be stored with the payment: then the recorded attribution gets the whole amount.
  const numbered = `SELECT *, row_number() OVER (${payment} ORDER BY at, tie) AS position, count(*) OVER (${payment}) AS n,
           max(at) OVER (${payment}) AS newest
      FROM (SELECT ${own}, ${ofTouch('at', 'first_seen_at')}, ${EVIDENCE.map((column) => ofTouch(column, column)).join(', ')},
                   t.at IS NOT NULL AS is_touch, coalesce(t.tie, '') AS tie
              FROM ${paid} AS p
              LEFT JOIN (${touchesSql(credited)}) AS t ON t.profile_id = p.profile_id AND t.visible_at <= p.occurred_at
               AND t.at > ${beforeLookback('p.occurred_at', lookback)}
             WHERE ${isWithin('last')}) AS joined`;
  const result = [
    'payment_id',
    'profile_id',
    'occurred_at',
    'amount',
    ...columns,
    'at',
    ...EVIDENCE,
    'is_touch',
    'tie',
  ];
  return {
    undivided: `${whole()} WHERE (${isWithin('last')}) IS NOT TRUE`,
    divided: `SELECT ${result.join(', ')}, minor, weight, total, position = n AS is_counted FROM (${dividedSql(model, { numbered, payment })}) AS divided`,
  };
}

/** SQL of the parts of payments. @param numbered SQL of the touches of each payment, `payment` SQL of the partition of a payment */
function dividedSql(
  model: Exclude<AttributionModel, WholeModel>,
  { numbered, payment }: { readonly numbered: string; readonly payment: string },
): string {
  if (model === 'linear')
    return `SELECT *, amount / n + CASE WHEN position <= amount % n THEN 1 ELSE 0 END AS minor, 1 AS weight, n AS total
      FROM (${numbered}) AS numbered`;
  return `SELECT *, base + CASE WHEN row_number() OVER (${payment} ORDER BY rest DESC, at, tie) <= amount - sum(base) OVER (${payment})
                       THEN 1 ELSE 0 END AS minor
    FROM (SELECT *, div(amount * weight, total) AS base, mod(amount * weight, total) AS rest
            FROM (SELECT *, sum(weight) OVER (${payment}) AS total
                    FROM (SELECT *, (${WEIGHTS[model]})::numeric AS weight FROM (${numbered}) AS numbered) AS each
                   WHERE weight > 0) AS summed) AS divided`;
}

/** A part of a payment, with the touch that it is credited to. */
export interface Share {
  /** Undefined without a recorded attribution. Its time is 0 if the account was erased. */
  readonly touch: Touch | undefined;
  /** Whether the touch is within the lookback; otherwise it is the recorded attribution. */
  readonly isTouch: boolean;
  /** Minor units. */
  readonly minor: bigint;
  /** The part in hundredths of a percent, rounded. */
  readonly basisPoints: number;
}

export interface Credit {
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly type: string;
  /** By time. */
  readonly shares: readonly Share[];
}

/** The shares of one payment; undefined for an unknown payment. */
export async function readCredit(
  pool: Pool,
  workspaceId: number,
  { paymentId, model, lookback }: { paymentId: string; model: AttributionModel; lookback: number },
): Promise<Credit | undefined> {
  const latest = latestTouches({ profileId: 'o.id', occurredAt: 'p.occurred_at', recorded: 'a' });
  const { rows } = await pool.query<{
    currency: string;
    amount_minor: string;
    type: string;
    at: Date | null;
    channel: string | null;
    source: string | null;
    campaign: string | null;
    landing: string | null;
    referrer: string | null;
    is_touch: boolean;
    minor: string;
    basis_points: number;
  }>({
    name: `read-credit-${model}`,
    text: `WITH paid AS (
             SELECT ${latest.columns}, p.payment_id, o.id AS profile_id, p.occurred_at, p.amount_minor AS amount, p.currency, p.type, a.first_seen_at,
                    coalesce(a.channel, p.kept_attribution ->> 'channel') AS channel,
                    coalesce(a.source, p.kept_attribution ->> 'source') AS source,
                    coalesce(a.utm_campaign, p.kept_attribution ->> 'utm_campaign') AS campaign, a.landing, a.referrer
               FROM ${PAYMENTS_WITH_OWNERS} ${latest.join}
              WHERE p.workspace_id = $1 AND p.payment_id = $2)
           SELECT currency, amount AS amount_minor, type, at, channel, source, campaign, landing, referrer, is_touch, minor,
                  round(weight * 10000::numeric / total)::int AS basis_points
             FROM (${creditSql(model, {
               ...{ paid: 'paid', accounts: 'paid', columns: ['currency', 'type'], lookback: '$3' },
               touches: 'profile_id IN (SELECT profile_id FROM paid)',
             })}) AS s
            ORDER BY at, tie`,
    // Postgres refuses a parameter that the statement doesn't use.
    values: [workspaceId, paymentId, ...(model === 'first_touch' ? [] : [lookbackDays(lookback)])],
  });
  const [first] = rows;
  if (!first) return undefined;
  return {
    currency: first.currency,
    amountMinor: BigInt(first.amount_minor),
    type: first.type,
    shares: rows.map(
      ({ at, channel, source, campaign, landing, referrer, is_touch, minor, basis_points }) => ({
        touch:
          channel === null
            ? undefined
            : {
                ...{ atMs: at?.getTime() ?? 0, channel, source: source ?? '', campaign: campaign ?? '' },
                ...{ landing: landing ?? '', referrer: referrer ?? '' },
              },
        isTouch: is_touch,
        minor: BigInt(minor),
        basisPoints: basis_points,
      }),
    ),
  };
}
