import type { PoolClient } from '@headwater/kit/pg/pool';

/** Evidence of a touch that reports group by. */
export const EVIDENCE = ['channel', 'source', 'campaign', 'landing', 'referrer'];

/** SQL of the start of the lookback before a time. Hours: days would depend on the time zone of the session. @param lookback placeholder of days */
export const beforeLookback = (at: string, lookback: string): string =>
  `${at} - make_interval(hours => 24 * ${lookback}::int)`;

const columnsOf = (kind: string): string[] => ['at', ...EVIDENCE].map((column) => `${kind}_${column}`);

/** The columns of `latestTouches`, which `payment_facts` stores. */
export const LATEST_COLUMNS = [...columnsOf('last'), ...columnsOf('non_direct')];

/** Columns of an attribution that have another name than those of a touch. */
const RECORDED: Readonly<Record<string, string>> = { at: 'first_seen_at', campaign: 'utm_campaign' };

/** SQL of a payment whose touches are searched. */
export interface SearchedPayment {
  readonly profileId: string;
  readonly occurredAt: string;
  /** Alias of the columns of the account's recorded attribution, as in `attributions`. */
  readonly recorded: string;
}

/**
 * FROM items `last` and `non_direct`: the latest touch that was visible at a payment of workspace $1, and if that one is direct, the latest touch of another
 * channel. Both may have no row. `join` follows the FROM item of the payment, `columns` are `LATEST_COLUMNS`.
 *
 * The recorded attribution counts as a touch, unless one with its time is stored. A touch of a browser is visible from its arrival on: a browser chooses the
 * time of its events.
 */
export function latestTouches({ profileId, occurredAt, recorded }: SearchedPayment): {
  readonly join: string;
  readonly columns: string;
} {
  const of = (column: string): string => `${recorded}.${RECORDED[column] ?? column}`;
  const ofRecorded = ['at', ...EVIDENCE].map((column) => `${of(column)} AS ${column}`).join(', ');
  const latest = (condition: (channel: string) => string): string => `LEFT JOIN LATERAL (
      SELECT * FROM (
        (SELECT at, ${EVIDENCE.join(', ')}, anonymous_id AS tie FROM identity.touches AS t
          WHERE t.workspace_id = $1 AND t.profile_id = ${profileId} AND t.at <= ${occurredAt}
            AND (t.arrived_at IS NULL OR t.arrived_at <= ${occurredAt}) ${condition('t.channel')}
          ORDER BY at DESC, anonymous_id DESC LIMIT 1)
         UNION ALL
        SELECT ${ofRecorded}, ''
         WHERE ${of('at')} <= ${occurredAt} AND ${of('channel')} IS NOT NULL ${condition(of('channel'))}
           AND NOT EXISTS (SELECT FROM identity.touches AS same
                            WHERE same.workspace_id = $1 AND same.profile_id = ${profileId} AND same.at = ${of('at')})) AS touch
       ORDER BY at DESC, tie DESC LIMIT 1)`;
  const isOther = (channel: string): string => `AND last.channel = 'Direct' AND ${channel} <> 'Direct'`;
  const columns = (kind: string): string[] =>
    EVIDENCE.map((column) => `${kind}.${column} AS ${kind}_${column}`);
  return {
    join: `${latest(() => '')} AS last ON true ${latest(isOther)} AS non_direct ON true`,
    columns: [
      `CASE WHEN ${profileId} IS NOT NULL THEN coalesce(last.at, '-infinity') END AS last_at`,
      ...columns('last'),
      'non_direct.at AS non_direct_at',
      ...columns('non_direct'),
    ].join(', '),
  };
}

/** Clears the touches that are stored with the payments of accounts. They are searched again. @returns the number of payments that lost some */
export async function clearLatestTouches(
  client: PoolClient,
  workspaceId: number,
  profileIds: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'clear-latest-touches',
    text: `UPDATE identity.payment_facts SET ${LATEST_COLUMNS.map((column) => `${column} = NULL`).join(', ')}
            WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[]) AND last_at > '-infinity'`,
    values: [workspaceId, profileIds],
  });
  return rowCount ?? 0;
}
