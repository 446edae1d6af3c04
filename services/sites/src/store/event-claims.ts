import type { Db } from '@headwater/kit/pg/pool';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import { withClaims, type SiteAt } from './purges';

/** The content that an event id stands for. */
export interface FirstClaim {
  readonly fingerprint: number;
  /** The event's time, Unix milliseconds. */
  readonly time: number;
}

export interface EventClaim extends FirstClaim {
  readonly workspaceId: number;
  readonly siteId: number;
  /** UUID in lower case. */
  readonly eventId: string;
}

const RETENTION_MS = EVENT_LIMITS.idDays * 86_400_000;
/** Rows of one statement, which must end before the statement timeout. */
const DELETE_BATCH = 5_000;

interface Row {
  readonly site_id: string;
  readonly event_id: string;
  readonly fingerprint: string;
  readonly ts: Date;
}

const COLUMNS = 'claims.site_id, claims.event_id, claims.fingerprint, claims.ts';

/**
 * Stores claims of event ids. The first claim of an id wins, also among those of one call.
 *
 * @param options `now`: Unix milliseconds. `renews`: a repeat of the first claim sets its time to now, for `releaseClaims`.
 * @returns the first claim of each id, in the order of `claims`. A claim of an unknown site, or of a site whose purge has begun,
 * is returned as it is.
 */
export async function claimEvents(
  db: Db,
  claims: readonly EventClaim[],
  { now, renews = false }: { readonly now: number; readonly renews?: boolean },
): Promise<FirstClaim[]> {
  const firsts = new Map<string, FirstClaim>();
  const note = (rows: readonly Row[]): void => {
    for (const row of rows)
      firsts.set(keyOf(Number(row.site_id), row.event_id), {
        fingerprint: Number(row.fingerprint),
        time: row.ts.getTime(),
      });
  };
  // Ordered by id: concurrent calls wait for each other's rows and must not deadlock.
  const stored = await db.query<Row>(
    `INSERT INTO sites.event_claims AS claims (site_id, event_id, fingerprint, ts, claimed_at)
     SELECT DISTINCT ON (sites.id, sent.event_id) sites.id, sent.event_id, sent.fingerprint, sent.ts, $6::timestamptz
     FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::bigint[], $5::timestamptz[])
       WITH ORDINALITY AS sent (workspace_id, site_id, event_id, fingerprint, ts, place)
     JOIN sites.sites ON sites.id = sent.site_id AND sites.workspace_id = sent.workspace_id
     WHERE sites.purge_began_at IS NULL
     ORDER BY sites.id, sent.event_id, sent.place
     ON CONFLICT (site_id, event_id) ${renews ? RENEW : 'DO NOTHING'}
     RETURNING ${COLUMNS}`,
    [
      claims.map(({ workspaceId }) => workspaceId),
      claims.map(({ siteId }) => siteId),
      claims.map(({ eventId }) => eventId),
      claims.map(({ fingerprint }) => fingerprint),
      claims.map(({ time }) => new Date(time)),
      new Date(now),
    ],
  );
  note(stored.rows);
  const earlier = claims.filter(({ siteId, eventId }) => !firsts.has(keyOf(siteId, eventId)));
  // A second statement: the first one does not see rows that were committed after its start.
  if (earlier.length > 0) note(await findClaims(db, earlier));
  return claims.map((claim) => firsts.get(keyOf(claim.siteId, claim.eventId)) ?? claim);
}

/** Updates each row, so that the statement returns it: `releaseClaims` can't delete it in between. */
const RENEW = `DO UPDATE SET claimed_at =
  CASE WHEN claims.fingerprint = excluded.fingerprint THEN excluded.claimed_at ELSE claims.claimed_at END`;

async function findClaims(db: Db, claims: readonly EventClaim[]): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS}
     FROM unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS sent (workspace_id, site_id, event_id)
     JOIN sites.sites ON sites.id = sent.site_id AND sites.workspace_id = sent.workspace_id
     JOIN sites.event_claims AS claims ON claims.site_id = sites.id AND claims.event_id = sent.event_id`,
    [
      claims.map(({ workspaceId }) => workspaceId),
      claims.map(({ siteId }) => siteId),
      claims.map(({ eventId }) => eventId),
    ],
  );
  return rows;
}

function keyOf(siteId: number, eventId: string): string {
  return `${siteId} ${eventId}`;
}

/** An import has ended after this time. */
const RELEASE_AFTER_MS = EVENT_LIMITS.importClaimSeconds * 1_000;

/** Deletes claims with the same content, unless they are from the last two minutes. @param now Unix milliseconds. */
export async function releaseClaims(db: Db, claims: readonly EventClaim[], now: number): Promise<void> {
  // Locks the rows in the order of `claimEvents`.
  await db.query(
    `DELETE FROM sites.event_claims WHERE ctid = ANY (ARRAY(
       SELECT claims.ctid
       FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::bigint[]) AS sent (workspace_id, site_id, event_id, fingerprint)
       JOIN sites.sites ON sites.id = sent.site_id AND sites.workspace_id = sent.workspace_id
       JOIN sites.event_claims AS claims
         ON claims.site_id = sites.id AND claims.event_id = sent.event_id AND claims.fingerprint = sent.fingerprint
       WHERE claims.claimed_at < $5
       ORDER BY claims.site_id, claims.event_id
       FOR UPDATE OF claims))`,
    [
      claims.map(({ workspaceId }) => workspaceId),
      claims.map(({ siteId }) => siteId),
      claims.map(({ eventId }) => eventId),
      claims.map(({ fingerprint }) => fingerprint),
      new Date(now - RELEASE_AFTER_MS),
    ],
  );
}

/** The blocks of the table. */
export async function countClaimBlocks(db: Db): Promise<number> {
  const { rows } = await db.query<{ blocks: number }>(
    `SELECT (pg_relation_size('sites.event_claims') / current_setting('block_size')::int)::int AS blocks`,
  );
  return rows[0]?.blocks ?? 0;
}

/**
 * Deletes claims that are older than 35 days from some blocks of the table. Reading the table is cheaper than an index by age, which each
 * claim would change.
 *
 * @param options `now`: Unix milliseconds. `from`: the first block, `to`: the block after the last one.
 */
export async function deleteOldClaims(
  db: Db,
  { now, from, to }: { readonly now: number; readonly from: number; readonly to: number },
): Promise<void> {
  await db.query(
    `DELETE FROM sites.event_claims WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM sites.event_claims WHERE ctid >= $2::tid AND ctid < $3::tid AND claimed_at < $1 FOR UPDATE SKIP LOCKED))`,
    [new Date(now - RETENTION_MS), `(${from},0)`, `(${to},0)`],
  );
}

/** Deletes a batch of the claims of a site whose purge has begun, and counts them in its record. @returns how many. */
export async function deleteClaimsOfSite(
  db: Db,
  { workspaceId, id }: Pick<SiteAt, 'workspaceId' | 'id'>,
): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>(
    `WITH deleted AS (
       DELETE FROM sites.event_claims WHERE ctid = ANY (ARRAY(
         SELECT claims.ctid FROM sites.event_claims AS claims JOIN sites.sites ON sites.id = claims.site_id
         WHERE sites.id = $1 AND sites.workspace_id = $2 AND sites.purge_began_at IS NOT NULL LIMIT $3))
       RETURNING 1
     ), counted AS (
       UPDATE sites.purges SET rows = ${withClaims('(SELECT count(*) FROM deleted)')} WHERE workspace_id = $2 AND site_id = $1
     )
     SELECT count(*)::int AS deleted FROM deleted`,
    [id, workspaceId, DELETE_BATCH],
  );
  return rows[0]?.deleted ?? 0;
}
