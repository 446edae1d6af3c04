import type { Pool } from '@headwater/kit/pg/pool';
import type { AttributionModel } from '@headwater/protos/vocabulary';
import { PAYMENTS_WITH_OWNERS } from './payments';
import type { Touch } from './touches';

/**
 * SQL of the integer weight of a touch. `position` counts from 1, the oldest, to `n`; `non_direct` is the last position with another
 * channel than Direct. The weight of `time_decay` halves every seven days, relative to the newest touch. `at` is null for the recorded
 * attribution of an erased account, and if there is none: each is then the only candidate.
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

/**
 * SQL of the shares of a payment `p` with its account `o` and attribution `a`, as a lateral subquery: the touches up to the payment and
 * within the lookback, each with its part of the amount. A touch of a browser counts if it also arrived until the payment: a browser
 * chooses the time of its events. Parts are whole minor units and add up to the amount (largest remainder; on
 * ties, the earlier touch comes first). Without such a touch, and with `first_touch`, the recorded attribution gets the whole amount; its
 * channel is null if there is none.
 *
 * @param lookback placeholder of the number of days; 0: all touches
 */
export function sharesSql(model: AttributionModel, lookback: string): string {
  const inTime = (at: string): string =>
    `${at} <= p.occurred_at AND (${lookback}::int = 0 OR ${at} > p.occurred_at - make_interval(days => ${lookback}::int))`;
  const counted = 'coalesce(t.arrived_at, t.at) <= p.occurred_at';
  const touches = `SELECT t.at, t.channel, t.source, t.campaign, t.landing, t.referrer, t.anonymous_id AS tie, true AS is_touch
      FROM identity.touches AS t
     WHERE t.workspace_id = $1 AND t.profile_id = o.id AND ${inTime('t.at')} AND ${counted}
     UNION ALL
    SELECT a.first_seen_at, a.channel, a.source, a.utm_campaign, a.landing, a.referrer, '', true
     WHERE a.channel IS NOT NULL AND ${inTime('a.first_seen_at')}
       AND NOT EXISTS (SELECT FROM identity.touches AS t
                        WHERE t.workspace_id = $1 AND t.profile_id = o.id AND t.at = a.first_seen_at AND ${counted})`;
  const recorded = `SELECT a.first_seen_at AS at, coalesce(a.channel, p.kept_attribution ->> 'channel') AS channel,
           coalesce(a.source, p.kept_attribution ->> 'source') AS source,
           coalesce(a.utm_campaign, p.kept_attribution ->> 'utm_campaign') AS campaign, a.landing, a.referrer, '' AS tie,
           false AS is_touch`;
  const candidates =
    model === 'first_touch'
      ? recorded
      : `SELECT * FROM (${touches}) AS found
          UNION ALL
         SELECT * FROM (${recorded}) AS fallback WHERE NOT EXISTS (SELECT FROM (${touches}) AS any_touch)`;
  return `SELECT at, channel, source, campaign, landing, referrer, is_touch, weight, total, tie,
         base + CASE WHEN row_number() OVER (ORDER BY rest DESC, at, tie) <= p.amount_minor - sum(base) OVER () THEN 1 ELSE 0 END
           AS minor
    FROM (SELECT *, div(p.amount_minor * weight, total) AS base, mod(p.amount_minor * weight, total) AS rest
            FROM (SELECT *, sum(weight) OVER () AS total
                    FROM (SELECT *, (${WEIGHTS[model]})::numeric AS weight
                            FROM (SELECT *, max(position) FILTER (WHERE channel <> 'Direct') OVER () AS non_direct
                                    FROM (SELECT *, row_number() OVER (ORDER BY at, tie) AS position, count(*) OVER () AS n,
                                                 max(at) OVER () AS newest
                                            FROM (${candidates}) AS candidate) AS numbered) AS known) AS weighted
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
    text: `SELECT p.currency, p.amount_minor, p.type, s.at, s.channel, s.source, s.campaign, s.landing, s.referrer, s.is_touch, s.minor,
                  round(s.weight * 10000 / s.total)::int AS basis_points
             FROM ${PAYMENTS_WITH_OWNERS}
            CROSS JOIN LATERAL (${sharesSql(model, '$3')}) AS s
            WHERE p.workspace_id = $1 AND p.payment_id = $2
            ORDER BY s.at, s.tie`,
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
