import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { isScriptVisitorId } from '@headwater/protos/visitor-id';
import type { TouchedVisitor } from './open-links';

/** A session of an account's visitor. */
export interface Touch {
  /** Start of the session, Unix milliseconds. */
  readonly atMs: number;
  readonly channel: string;
  readonly source: string;
  readonly campaign: string;
  readonly landing: string;
  readonly referrer: string;
}

/** A session with the device that it began on. */
export interface CollectedTouch extends Touch {
  /** Empty if unknown. */
  readonly device: string;
  /** When its browser event arrived, Unix milliseconds; its own time if that is unknown. Null: sent with a token. */
  readonly arrivedAtMs: number | null;
}

/** A link whose visitor may have new sessions. */
export interface DueLink {
  readonly workspaceId: number;
  /** A bigint, as pg returns it. */
  readonly profileId: string;
  readonly anonymousId: string;
  /** As stored; changes if an event arrives meanwhile. */
  readonly dueAt: Date;
  /** When the sessions were last read, Unix milliseconds; 0: never. */
  readonly readAtMs: number;
}

/** Resolved links whose sessions are due, of all workspaces, longest due first. */
export async function listDueLinks(
  pool: Pool,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<DueLink[]> {
  const { rows } = await pool.query<{
    workspace_id: string;
    profile_id: string;
    anonymous_id: string;
    touches_due_at: Date;
    touches_read_at: Date | null;
  }>({
    name: 'list-links-with-due-touches',
    text: `SELECT workspace_id, profile_id, anonymous_id, touches_due_at, touches_read_at
             FROM identity.links
            WHERE touches_due_at <= $1 AND linked_at IS NOT NULL
            ORDER BY touches_due_at
            LIMIT $2`,
    values: [new Date(now), limit],
  });
  return rows.map((row) => ({
    workspaceId: Number(row.workspace_id),
    profileId: row.profile_id,
    anonymousId: row.anonymous_id,
    dueAt: row.touches_due_at,
    readAtMs: row.touches_read_at?.getTime() ?? 0,
  }));
}

/** Time between the first event of a visitor and the read of its sessions: one read contains the events of some minutes. */
export const TOUCHES_DELAY_MS = 5 * 60_000;

/**
 * Makes the sessions of visitors due, in five minutes. Links that wait already are not written. Links that are due stay due: only their
 * time changes, by a millisecond, so that a concurrent read doesn't end it. Lock 4 of `locks.ts`.
 *
 * @param visitors whose events were stored
 */
export async function markTouchesDue(
  pool: Pool,
  { visitors, now }: { readonly visitors: readonly TouchedVisitor[]; readonly now: number },
): Promise<void> {
  if (visitors.length === 0) return;
  await pool.query({
    name: 'mark-touches-due',
    text: `WITH found AS (
             SELECT l.workspace_id, l.profile_id, l.anonymous_id
               FROM (SELECT DISTINCT * FROM unnest($1::bigint[], $2::bytea[]) AS one (workspace_id, visitor_key)) AS sent
              CROSS JOIN LATERAL (SELECT workspace_id, profile_id, anonymous_id FROM identity.links AS stored
                                   WHERE stored.visitor_key = sent.visitor_key AND stored.workspace_id = sent.workspace_id
                                     AND (stored.touches_due_at IS NULL OR stored.touches_due_at <= $3)
                                  OFFSET 0) AS l),
           locked AS (
             SELECT workspace_id, profile_id, anonymous_id
               FROM found JOIN identity.links AS l USING (workspace_id, profile_id, anonymous_id)
              ORDER BY workspace_id, profile_id, anonymous_id FOR NO KEY UPDATE OF l)
           UPDATE identity.links AS l
              SET touches_due_at = CASE WHEN l.touches_due_at <= $3 THEN l.touches_due_at + interval '1 millisecond' ELSE $4 END
             FROM locked AS t
            WHERE l.workspace_id = t.workspace_id AND l.profile_id = t.profile_id AND l.anonymous_id = t.anonymous_id`,
    values: [
      visitors.map(({ workspaceId }) => workspaceId),
      visitors.map(({ visitorKey }) => visitorKey),
      new Date(now),
      new Date(now + TOUCHES_DELAY_MS),
    ],
  });
}

/** Time until the next read of a link that could not be read. */
const POSTPONED_MS = 3_600_000;

/** Makes a link due in an hour. */
export async function postponeTouches(
  pool: Pool,
  { link, now }: { readonly link: DueLink; readonly now: number },
): Promise<void> {
  await pool.query({
    name: 'postpone-touches',
    text: `UPDATE identity.links SET touches_due_at = $4
            WHERE workspace_id = $1 AND profile_id = $2 AND anonymous_id = $3`,
    values: [link.workspaceId, link.profileId, link.anonymousId, new Date(now + POSTPONED_MS)],
  });
}

export interface ReplaceTouches {
  readonly link: DueLink;
  /** In any order; without older ones if there are too many of them. */
  readonly touches: readonly CollectedTouch[];
  /** When analytics was called, Unix milliseconds. */
  readonly readAtMs: number;
}

/** Analytics returns the arrivals of events for at least this time. */
const ARRIVALS_MS = 7 * 86_400_000;

/**
 * Replaces the sessions of a link from the start of the oldest of `touches`. Older ones stay: the retention may have removed their
 * events. Those of a browser also stay once their arrivals can't be read any more. Those of a guessable visitor id next to a touch
 * that was sent with a token don't stay: anyone can send them. A no-op for an erased link. Lock 4 of `locks.ts`.
 */
export async function replaceTouches(client: PoolClient, replace: ReplaceTouches): Promise<void> {
  const { workspaceId, profileId, anonymousId, dueAt } = replace.link;
  const key = [workspaceId, profileId, anonymousId];
  // An event that arrived meanwhile has moved the time: the link stays due.
  const { rowCount } = await client.query({
    name: 'mark-touches-read',
    text: `UPDATE identity.links
              SET touches_read_at = $4, touches_due_at = CASE WHEN touches_due_at = $5 THEN NULL ELSE touches_due_at END
            WHERE workspace_id = $1 AND profile_id = $2 AND anonymous_id = $3`,
    values: [...key, new Date(replace.readAtMs), dueAt],
  });
  const { touches } = replace;
  if (rowCount === 0 || touches.length === 0) return;
  await client.query({
    name: 'delete-touches',
    text: `DELETE FROM identity.touches
            WHERE workspace_id = $1 AND profile_id = $2 AND anonymous_id = $3
              AND (at >= $4 AND (arrived_at IS NULL OR arrived_at >= $5) OR $6 AND arrived_at > 'epoch')`,
    values: [
      ...key,
      new Date(Math.min(...touches.map(({ atMs }) => atMs))),
      new Date(replace.readAtMs - ARRIVALS_MS),
      !isScriptVisitorId(anonymousId) && touches.some(({ arrivedAtMs }) => arrivedAtMs === null),
    ],
  });
  await client.query({
    name: 'queue-touched-account',
    text: `INSERT INTO identity.account_changes (workspace_id, profile_id)
           SELECT a.workspace_id, a.profile_id
             FROM identity.attributions AS a
             JOIN unnest($3::timestamptz[], $4::text[]) AS sent (at, device) ON sent.at = a.first_seen_at
             LEFT JOIN identity.account_facts AS f ON f.workspace_id = $1 AND f.profile_id = $2 AND f.is_first
            WHERE a.workspace_id = $1 AND a.profile_id = $2 AND f.device IS DISTINCT FROM sent.device
            LIMIT 1`,
    values: [
      workspaceId,
      profileId,
      touches.map(({ atMs }) => new Date(atMs)),
      touches.map(({ device }) => device),
    ],
  });
  await client.query({
    name: 'insert-touches',
    text: `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer, device,
                                         arrived_at)
           SELECT $1, $2, $3, *
             FROM unnest($4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                         $11::timestamptz[])
           ON CONFLICT DO NOTHING`,
    values: [
      ...key,
      touches.map(({ atMs }) => new Date(atMs)),
      touches.map(({ channel }) => channel),
      touches.map(({ source }) => source),
      touches.map(({ campaign }) => campaign),
      touches.map(({ landing }) => landing),
      touches.map(({ referrer }) => referrer),
      touches.map(({ device }) => device),
      touches.map(({ arrivedAtMs }) => (arrivedAtMs === null ? null : new Date(arrivedAtMs))),
    ],
  });
}

/** The newest sessions of an account, newest first. */
export async function listTouches(
  pool: Pool,
  workspaceId: number,
  { profileId, limit }: { readonly profileId: string; readonly limit: number },
): Promise<Touch[]> {
  const { rows } = await pool.query<Omit<Touch, 'atMs'> & { readonly at: Date }>({
    name: 'list-touches',
    text: `SELECT at, channel, source, campaign, landing, referrer FROM identity.touches
            WHERE workspace_id = $1 AND profile_id = $2 ORDER BY at DESC, anonymous_id LIMIT $3`,
    values: [workspaceId, profileId, limit],
  });
  return rows.map(({ at, ...touch }) => ({ atMs: at.getTime(), ...touch }));
}
