import type { PoolClient } from '@headwater/kit/pg/pool';
import type { Attribution } from '../domain/attribution';
import { pendingSince } from '../domain/pending-days';
import { ATTRIBUTION_COLUMNS, attributionArrays, attributionParameters } from './attribution-row';
import type { LinkPlace } from './put-links';

/** A first session that may decide an account's channel. */
export interface SessionOfLink {
  /** A bigint, as pg gives it. Its profile is locked by the caller's transaction. */
  readonly profileId: string;
  /** Whose visitor had the session. */
  readonly link: LinkPlace;
  readonly attribution: Attribution;
}

export interface RecordAttributions {
  readonly workspaceId: number;
  /** Of each profile at most one. */
  readonly sessions: readonly SessionOfLink[];
  /** Unix milliseconds. */
  readonly now: number;
}

interface Recorded {
  readonly profile_id: string;
  readonly channel: string;
  /** True when the first linked visitor turns out to have had an earlier session, or one at all. */
  readonly outdated: boolean;
}

/**
 * Records the attributions of profiles that have none. Those that events disprove, which came late but within the days of
 * grace, give way to them: so the record does not depend on the order in which events arrived.
 *
 * @returns the channels that are recorded, now or long since, by profile id.
 */
export async function recordAttributions(
  client: PoolClient,
  record: RecordAttributions,
): Promise<ReadonlyMap<string, string>> {
  const recorded = await insertAttributions(client, record);
  const disproved = record.sessions.filter(
    ({ profileId, link }) =>
      recorded.get(profileId)?.outdated === true && link.createdAtMs > pendingSince(record.now),
  );
  if (disproved.length > 0) {
    await client.query({
      name: 'withdraw-attributions',
      text: 'DELETE FROM identity.attributions WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
      values: [record.workspaceId, disproved.map(({ profileId }) => profileId)],
    });
    const replaced = await insertAttributions(client, { ...record, sessions: disproved });
    for (const [profileId, row] of replaced) recorded.set(profileId, row);
  }
  // The profiles are locked.
  if (recorded.size < record.sessions.length) throw new Error('A recorded attribution was not found.');
  return new Map([...recorded].map(([profileId, { channel }]) => [profileId, channel]));
}

async function insertAttributions(
  client: PoolClient,
  { workspaceId, sessions, now }: RecordAttributions,
): Promise<Map<string, Recorded>> {
  if (sessions.length === 0) return new Map();
  const result = await client.query<Recorded>({
    name: 'record-attributions',
    text: `WITH sent AS (
             SELECT $1::bigint AS workspace_id, one.*
               FROM unnest($3::bigint[], $4::bigint[], ${attributionParameters(5)})
                    AS one (profile_id, ordinal, ${ATTRIBUTION_COLUMNS})
             OFFSET 0),
           recorded AS (
             INSERT INTO identity.attributions (workspace_id, profile_id, recorded_at, decided_by, ${ATTRIBUTION_COLUMNS})
             SELECT workspace_id, profile_id, $2, ordinal, ${ATTRIBUTION_COLUMNS} FROM sent
             ON CONFLICT (workspace_id, profile_id) DO NOTHING
             RETURNING profile_id, channel)
           SELECT profile_id, channel, false AS outdated FROM recorded
           UNION ALL
           SELECT a.profile_id, a.channel,
                  coalesce((a.decided_by, a.first_seen_at) > (sent.ordinal, sent.first_seen_at), false)
             FROM sent JOIN identity.attributions AS a USING (workspace_id, profile_id)`,
    values: [
      workspaceId,
      new Date(now),
      sessions.map(({ profileId }) => profileId),
      sessions.map(({ link }) => link.ordinal),
      ...attributionArrays(sessions.map(({ attribution }) => attribution)),
    ],
  });
  return new Map(result.rows.map((row) => [row.profile_id, row]));
}
