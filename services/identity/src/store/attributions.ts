import type { PoolClient } from '@headwater/kit/pg/pool';
import {
  newAttribution,
  openSince,
  replaces,
  type Attribution,
  type NewAttribution,
} from '../domain/attribution';
import type { HmacKeys } from '../domain/hmac-keys';
import { insertCorrections } from './corrections';
import { putLinks, type StoredLink } from './links';
import { lockProfileIds } from './locks';
import { RECORDED_COLUMNS, recordedOf, type RecordedRow } from './recorded-attribution';

/** The columns of an attribution with their types, in the order of `attributionArrays`. */
const COLUMN_TYPES = {
  channel: 'text',
  source: 'text',
  utm_campaign: 'text',
  landing: 'text',
  referrer: 'text',
  first_seen_at: 'timestamptz',
  rules_version: 'int',
  site_id: 'bigint',
  country: 'text',
  utm_source: 'text',
  utm_medium: 'text',
  arrived_at: 'timestamptz',
  event_id: 'text',
  arrivals_until: 'timestamptz',
} as const;

export const ATTRIBUTION_COLUMNS = Object.keys(COLUMN_TYPES).join(', ');

/** The placeholders of `attributionArrays`, beginning with number `first`. */
export function attributionParameters(first: number): string {
  return Object.values(COLUMN_TYPES)
    .map((type, index) => `$${first + index}::${type}[]`)
    .join(', ');
}

/** Attributions as query parameters, one array per column. An absent attribution has nulls. */
export function attributionArrays(all: readonly (NewAttribution | undefined)[]): unknown[] {
  const of = (column: (attribution: Attribution) => unknown): unknown[] =>
    all.map((one) => one && column(one.attribution));
  return [
    of(({ channel }) => channel),
    of(({ source }) => source),
    of(({ utmCampaign }) => utmCampaign),
    of(({ landing }) => landing),
    of(({ referrer }) => referrer),
    of(({ firstSeenAtMs }) => new Date(firstSeenAtMs)),
    of(({ rulesVersion }) => rulesVersion),
    of(({ siteId }) => siteId),
    of(({ country }) => country),
    of(({ utmSource }) => utmSource),
    of(({ utmMedium }) => utmMedium),
    of(({ arrivedAtMs }) => (arrivedAtMs === null ? null : new Date(arrivedAtMs))),
    of(({ eventId }) => eventId),
    all.map((one) => one && new Date(one.arrivalsUntilMs)),
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

interface Stored extends RecordedRow {
  readonly profile_id: string;
  readonly channel: string;
  readonly source: string;
}

/**
 * Records the attribution of profiles that have none: the only place where a channel is recorded, beside the insert of new
 * accounts in `save-identified.ts`. Corrects a recorded attribution if the new session replaces it and its link is still
 * open. The result does not depend on the order in which events are stored. Lock 5 of `locks.ts`.
 *
 * @returns the recorded channels, new or existing, by profile id.
 */
export async function recordAttributions(
  client: PoolClient,
  record: RecordAttributions,
): Promise<ReadonlyMap<string, string>> {
  const { sessions, now } = record;
  const sent = sessions.map((session) => ({
    ...session,
    ...newAttribution(session.attribution, session.link.createdAtMs),
  }));
  const channels = await insertAttributions(client, { ...record, sessions: sent });
  const missing = sent.filter(({ profileId }) => !channels.has(profileId));
  if (missing.length === 0) return channels;
  const stored = await readAttributions(client, record.workspaceId, missing);
  const corrections = missing.flatMap((session) => {
    const before = stored.get(session.profileId);
    // The profiles are locked, so each has an attribution now.
    if (!before) throw new Error('A recorded attribution was not found.');
    channels.set(session.profileId, before.channel);
    const recorded = recordedOf(before);
    const { link } = session;
    return recorded !== undefined &&
      link.createdAtMs > openSince(now) &&
      replaces(link.ordinal, session, recorded)
      ? [{ ...session, arrivalsUntilMs: Math.min(session.arrivalsUntilMs, recorded.arrivalsUntilMs), before }]
      : [];
  });
  await correctAttributions(client, { ...record, sessions: corrections });
  for (const { profileId, attribution } of corrections) channels.set(profileId, attribution.channel);
  return channels;
}

type WithSessions<S> = Omit<RecordAttributions, 'sessions'> & { readonly sessions: readonly S[] };

/** Replaces attributions, with the entries of the audit log and the webhook events. */
async function correctAttributions(
  client: PoolClient,
  record: WithSessions<SessionOfLink & NewAttribution & { readonly before: Stored }>,
): Promise<void> {
  const { workspaceId, sessions, now } = record;
  if (sessions.length === 0) return;
  await client.query({
    name: 'delete-attributions',
    text: 'DELETE FROM identity.attributions WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
    values: [workspaceId, sessions.map(({ profileId }) => profileId)],
  });
  await insertAttributions(client, {
    ...record,
    sessions: sessions.map((session) => ({ ...session, previousChannel: session.before.channel })),
  });
  const corrections = sessions.map(({ profileId, before, attribution }) => ({
    profileId,
    previous: { channel: before.channel, source: before.source },
    channel: attribution.channel,
    source: attribution.source,
    siteId: attribution.siteId,
  }));
  await insertCorrections(client, { workspaceId, corrections, now });
}

/** @returns the channels of the profiles that had no attribution, by profile id. */
async function insertAttributions(
  client: PoolClient,
  { workspaceId, sessions, now }: WithSessions<SessionOfLink & NewAttribution & { previousChannel?: string }>,
): Promise<Map<string, string>> {
  if (sessions.length === 0) return new Map();
  const result = await client.query<{ profile_id: string; channel: string }>({
    name: 'record-attributions',
    text: `INSERT INTO identity.attributions (workspace_id, profile_id, recorded_at, decided_by, previous_channel, ${ATTRIBUTION_COLUMNS})
           SELECT $1, profile_id, $2, ordinal, previous_channel, ${ATTRIBUTION_COLUMNS}
             FROM unnest($3::bigint[], $4::bigint[], $5::text[], ${attributionParameters(6)})
                  AS one (profile_id, ordinal, previous_channel, ${ATTRIBUTION_COLUMNS})
           ON CONFLICT (workspace_id, profile_id) DO NOTHING
           RETURNING profile_id, channel`,
    values: [
      workspaceId,
      new Date(now),
      sessions.map(({ profileId }) => profileId),
      sessions.map(({ link }) => link.ordinal),
      sessions.map(({ previousChannel }) => previousChannel ?? null),
      ...attributionArrays(sessions),
    ],
  });
  return new Map(result.rows.map(({ profile_id, channel }) => [profile_id, channel]));
}

async function readAttributions(
  client: PoolClient,
  workspaceId: number,
  sessions: readonly SessionOfLink[],
): Promise<ReadonlyMap<string, Stored>> {
  const result = await client.query<Stored>({
    name: 'read-attributions',
    text: `SELECT a.profile_id, a.channel, a.source, ${RECORDED_COLUMNS}
             FROM unnest($2::bigint[]) AS sent (profile_id)
             JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = sent.profile_id`,
    values: [workspaceId, sessions.map(({ profileId }) => profileId)],
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
