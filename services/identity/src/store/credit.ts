import type { Pool } from '@headwater/kit/pg/pool';
import type { AttributionModel } from '@headwater/protos/vocabulary';
import { PAYMENTS_WITH_OWNERS } from './payments';
import type { Touch } from './touches';

/**
 * SQL of the integer weight of a touch. `position` counts from 1, the oldest, to `n`; `non_direct` is the last position with another
 * channel than Direct. The weight of `time_decay` halves every seven days, relative to the newest touch. `at` is null for the recorded
 * attribution of an erased account, and if there is none: it is then the only touch.
 */
const WEIGHTS: Readonly<Record<AttributionModel, string>> = {
  first_touch: '1',
  last_touch: 'CASE WHEN position = n THEN 1 ELSE 0 END',
  last_non_direct: 'CASE WHEN position = coalesce(non_direct, n) THEN 1 ELSE 0 END',
  linear: '1',
  position_based: 'CASE WHEN n <= 2 THEN 1 WHEN position IN (1, n) THEN 2 * (n - 2) ELSE 1 END',
  time_decay:
    'coalesce(round(power(2::numeric, (extract(epoch FROM at - newest) / 604800)::numeric) * 1000000000000), 1)',
};

/** The payments to divide. */
export interface CreditedPayments {
  /**
   * Name of a CTE with the columns `payment_id`, `profile_id`, `occurred_at`, `amount` (minor units, not negative), and the recorded attribution: `first_seen_at`,
   * `channel`, `source`, `campaign`, `landing` and `referrer`, which are null if there is none.
   */
  readonly paid: string;
  /** Further columns of `paid` that the result contains. */
  readonly columns: readonly string[];
  /** Placeholder of the number of days; 0: all touches. */
  readonly lookback: string;
}

/** Models that credit a single touch. */
const WHOLE: ReadonlySet<AttributionModel> = new Set(['first_touch', 'last_touch', 'last_non_direct']);

/**
 * SQL of the shares of payments: the touches up to the payment and within the lookback, each with its part of the amount. A touch of a browser
 * counts if it also arrived until the payment: a browser chooses the time of its events. Parts are whole minor units and add up to the amount
 * (largest remainder; on ties, the earlier touch comes first). Without such a touch, and with `first_touch`, the recorded attribution gets the
 * whole amount; its channel is null if there is none.
 *
 * All payments are divided in one sort: a subquery for each payment takes five times as long.
 */
export function creditSql(model: AttributionModel, { paid, columns, lookback }: CreditedPayments): string {
  const own = ['payment_id', 'profile_id', 'occurred_at', 'amount', ...columns]
    .map((column) => `p.${column}`)
    .join(', ');
  const inTime = (at: string): string =>
    `${at} <= p.occurred_at AND (${lookback}::int = 0 OR ${at} > p.occurred_at - make_interval(days => ${lookback}::int))`;
  const recorded = `SELECT ${own}, p.first_seen_at AS at, p.channel, p.source, p.campaign, p.landing, p.referrer, '' AS tie,
         true AS is_recorded`;
  if (model === 'first_touch')
    return `${recorded}, false AS is_touch, p.amount AS minor, 1::numeric AS weight, 1::numeric AS total FROM ${paid} AS p`;
  // The recorded attribution counts as a touch, unless one with its time is stored.
  const candidates = `SELECT ${own}, t.at, t.channel, t.source, t.campaign, t.landing, t.referrer, t.anonymous_id AS tie,
         false AS is_recorded, true AS is_touch
    FROM ${paid} AS p
    JOIN identity.touches AS t ON t.workspace_id = $1 AND t.profile_id = p.profile_id
   WHERE ${inTime('t.at')} AND coalesce(t.arrived_at, t.at) <= p.occurred_at
   UNION ALL
  ${recorded}, coalesce(p.channel IS NOT NULL AND ${inTime('p.first_seen_at')}, false)
    FROM ${paid} AS p`;
  // The account and the time come first, because they compare faster than the id.
  const payment = 'PARTITION BY profile_id, occurred_at, payment_id';
  const weighted = `SELECT *, (${WEIGHTS[model]})::numeric AS weight
    FROM (SELECT *, max(position) FILTER (WHERE channel <> 'Direct') OVER (${payment}) AS non_direct
            FROM (SELECT *, row_number() OVER w AS position, count(*) OVER (${payment}) AS n, max(at) OVER (${payment}) AS newest
                    FROM (SELECT *, lead(at) OVER w AS next_at, count(*) FILTER (WHERE is_touch) OVER (${payment}) AS touches
                            FROM (${candidates}) AS candidate WINDOW w AS (${payment} ORDER BY at, tie)) AS known
                   WHERE CASE WHEN is_touch THEN NOT is_recorded OR next_at IS DISTINCT FROM at ELSE touches = 0 END
                  WINDOW w AS (${payment} ORDER BY at, tie)) AS numbered) AS positioned`;
  if (WHOLE.has(model))
    return `SELECT *, amount AS minor, weight AS total FROM (${weighted}) AS one WHERE weight > 0`;
  return `SELECT *, base + CASE WHEN row_number() OVER (${payment} ORDER BY rest DESC, at, tie) <= amount - sum(base) OVER (${payment})
                       THEN 1 ELSE 0 END AS minor
    FROM (SELECT *, div(amount * weight, total) AS base, mod(amount * weight, total) AS rest
            FROM (SELECT *, sum(weight) OVER (${payment}) AS total FROM (${weighted}) AS each WHERE weight > 0) AS summed) AS divided`;
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
             SELECT p.payment_id, o.id AS profile_id, p.occurred_at, p.amount_minor AS amount, p.currency, p.type, a.first_seen_at,
                    coalesce(a.channel, p.kept_attribution ->> 'channel') AS channel,
                    coalesce(a.source, p.kept_attribution ->> 'source') AS source,
                    coalesce(a.utm_campaign, p.kept_attribution ->> 'utm_campaign') AS campaign, a.landing, a.referrer
               FROM ${PAYMENTS_WITH_OWNERS}
              WHERE p.workspace_id = $1 AND p.payment_id = $2)
           SELECT currency, amount AS amount_minor, type, at, channel, source, campaign, landing, referrer, is_touch, minor,
                  round(weight * 10000 / total)::int AS basis_points
             FROM (${creditSql(model, { paid: 'paid', columns: ['currency', 'type'], lookback: '$3' })}) AS s
            ORDER BY at, tie`,
    // Postgres refuses a parameter that the statement doesn't use.
    values: [workspaceId, paymentId, ...(model === 'first_touch' ? [] : [lookback])],
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
