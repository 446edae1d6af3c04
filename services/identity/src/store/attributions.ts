import type { PoolClient } from '@headwater/kit/pg/pool';
import { openSince, type Attribution } from '../domain/attribution';
import type { HmacKeys } from '../domain/hmac-keys';
import { putLinks, type StoredLink } from './links';
import { lockProfileIds } from './locks';

/** The columns of an attribution, in the order of `attributionArrays`. */
export const ATTRIBUTION_COLUMNS = `channel, source, utm_campaign, landing, referrer, first_seen_at, rules_version, site_id,
                  country, utm_source, utm_medium`;

/** The placeholders of `attributionArrays`, beginning with number `first`. */
export function attributionParameters(first: number): string {
  const types = [
    'text',
    'text',
    'text',
    'text',
    'text',
    'timestamptz',
    'int',
    'bigint',
    'text',
    'text',
    'text',
  ];
  return types.map((type, index) => `$${first + index}::${type}[]`).join(', ');
}

/** Attributions as query parameters, one array per column. An absent attribution has nulls. */
export function attributionArrays(attributions: readonly (Attribution | undefined)[]): unknown[] {
  return [
    attributions.map((one) => one?.channel),
    attributions.map((one) => one?.source),
    attributions.map((one) => one?.utmCampaign),
    attributions.map((one) => one?.landing),
    attributions.map((one) => one?.referrer),
    attributions.map((one) => one && new Date(one.firstSeenAtMs)),
    attributions.map((one) => one?.rulesVersion),
    attributions.map((one) => one?.siteId),
    attributions.map((one) => one?.country),
    attributions.map((one) => one?.utmSource),
    attributions.map((one) => one?.utmMedium),
  ];
}

/** A first session that may decide an account's attribution. */
export interface SessionOfLink {
  /** A bigint, as pg returns it. The profile is locked by the caller's transaction. */
  readonly profileId: string;
  /** The link to the visitor of the session. */
  readonly link: StoredLink;
  readonly attribution: Attribution;
}

export interface RecordAttributions {
  readonly workspaceId: number;
  /** At most one per profile. */
  readonly sessions: readonly SessionOfLink[];
  /** Unix milliseconds. */
  readonly now: number;
}

interface Recorded {
  readonly profile_id: string;
  readonly channel: string;
  /** True when the new session precedes the recorded one: an earlier link, or an earlier session of the same link. */
  readonly outdated: boolean;
}

/**
 * Records the attribution of profiles that have none: the only place where a channel is recorded, beside the insert of new
 * accounts in `save-identified.ts`. Replaces a recorded attribution if the new session precedes it and its link is still
 * open, so that the result does not depend on the order in which events arrive. Lock 5 of `locks.ts`.
 *
 * @returns the recorded channels, new or existing, by profile id.
 */
export async function recordAttributions(
  client: PoolClient,
  record: RecordAttributions,
): Promise<ReadonlyMap<string, string>> {
  const recorded = await insertAttributions(client, record);
  const replacing = record.sessions.filter(
    ({ profileId, link }) =>
      recorded.get(profileId)?.outdated === true && link.createdAtMs > openSince(record.now),
  );
  if (replacing.length > 0) {
    await client.query({
      name: 'delete-attributions',
      text: 'DELETE FROM identity.attributions WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
      values: [record.workspaceId, replacing.map(({ profileId }) => profileId)],
    });
    const replaced = await insertAttributions(client, { ...record, sessions: replacing });
    for (const [profileId, row] of replaced) recorded.set(profileId, row);
  }
  // The profiles are locked, so each has an attribution now.
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

export interface ResolveLink {
  readonly workspaceId: number;
  /** A bigint, as pg returns it. */
  readonly profileId: string;
  readonly anonymousId: string;
  /** The visitor's first session. */
  readonly attribution: Attribution;
  readonly keys: HmacKeys;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Resolves a link whose visitor's session was observed, and records the attribution. A no-op for an erased account. */
export async function resolveLink(client: PoolClient, resolve: ResolveLink): Promise<void> {
  const { workspaceId, profileId, anonymousId, attribution, keys, now } = resolve;
  if ((await lockProfileIds(client, workspaceId, [profileId])) === 0) return;
  const links = await putLinks(client, [{ profileId, anonymousId, resolved: true }], {
    workspaceId,
    keys,
    now,
  });
  const sessions = [...links.values()].map((link) => ({ profileId, link, attribution }));
  await recordAttributions(client, { workspaceId, sessions, now });
}
