import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { attributionChanged, eventId, type WebhookEvent } from './webhook-events';

/** A channel with its source. */
interface Origin {
  readonly channel: string;
  readonly source: string;
}

/** A replacement of a recorded attribution. */
export interface NewCorrection extends Origin {
  /** A bigint, as pg returns it. The profile is locked by the caller's transaction. */
  readonly profileId: string;
  readonly previous: Origin;
  /** The site of the event that decides now; null if unknown. */
  readonly siteId: number | null;
}

/** Stores corrections of a channel or source: for the audit log, and for the webhook event. Call it in their transaction. */
export async function insertCorrections(
  client: PoolClient,
  insert: {
    readonly workspaceId: number;
    readonly corrections: readonly NewCorrection[];
    /** Unix milliseconds. */
    readonly now: number;
  },
): Promise<void> {
  const changed = insert.corrections.filter(
    ({ previous, channel, source }) => previous.channel !== channel || previous.source !== source,
  );
  if (changed.length === 0) return;
  await client.query({
    name: 'insert-corrections',
    text: `INSERT INTO identity.corrections
             (workspace_id, corrected_at, profile_id, previous_channel, previous_source, channel, source, site_id)
           SELECT $1, $2, * FROM unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])`,
    values: [
      insert.workspaceId,
      new Date(insert.now),
      changed.map(({ profileId }) => profileId),
      changed.map(({ previous }) => previous.channel),
      changed.map(({ previous }) => previous.source),
      changed.map(({ channel }) => channel),
      changed.map(({ source }) => source),
      changed.map(({ siteId }) => siteId),
    ],
  });
}

/** How long corrections are stored: two years. */
const RETENTION_MS = 730 * 86_400_000;
/** Rows of one statement, which must end before the statement timeout. */
const DELETE_BATCH = 5_000;

/** Deletes corrections that are older than two years and published, up to 5,000. @returns their number. */
export async function deleteOldCorrections(db: Pool, now: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM identity.corrections WHERE (workspace_id, id) IN (
       SELECT workspace_id, id FROM identity.corrections WHERE published AND corrected_at < $1 LIMIT ${DELETE_BATCH})`,
    [new Date(now - RETENTION_MS)],
  );
  return rowCount ?? 0;
}

/** A stored correction. */
export interface Correction extends Origin {
  readonly id: number;
  /** Unix milliseconds. */
  readonly correctedAtMs: number;
  readonly previous: Origin;
  readonly siteId: number | null;
  /** The id of its webhook event. */
  readonly eventId: string;
}

interface Row {
  readonly workspace_id: string;
  readonly id: string;
  readonly corrected_at: Date;
  readonly previous_channel: string;
  readonly previous_source: string;
  readonly channel: string;
  readonly source: string;
  readonly site_id: string | null;
}

const COLUMNS = `c.workspace_id, c.id, c.corrected_at, c.previous_channel, c.previous_source, c.channel, c.source, c.site_id`;

function correctionOf(row: Row): Correction {
  const { channel, source } = row;
  return {
    id: Number(row.id),
    correctedAtMs: row.corrected_at.getTime(),
    previous: { channel: row.previous_channel, source: row.previous_source },
    channel,
    source,
    siteId: row.site_id === null ? null : Number(row.site_id),
    eventId: eventId('attribution.changed', Number(row.workspace_id), row.id),
  };
}

/** Selects corrections before a time, and corrections at that time with a smaller id. */
export interface CorrectionsPage {
  /** Unix milliseconds; undefined: from the latest one. */
  readonly beforeMs: number | undefined;
  readonly beforeId: number;
  readonly limit: number;
}

/** A page of the workspace's corrections, latest first. */
export async function listCorrections(
  pool: Pool,
  workspaceId: number,
  { beforeMs, beforeId, limit }: CorrectionsPage,
): Promise<Correction[]> {
  const { rows } = await pool.query<Row>({
    name: 'list-corrections',
    text: `SELECT ${COLUMNS} FROM identity.corrections AS c
            WHERE c.workspace_id = $1 AND (c.corrected_at, c.id) < (coalesce($2, 'infinity'::timestamptz), $3)
            ORDER BY c.corrected_at DESC, c.id DESC LIMIT $4`,
    values: [workspaceId, beforeMs === undefined ? null : new Date(beforeMs), beforeId, limit],
  });
  return rows.map(correctionOf);
}

/** A correction with its unpublished event; without one if the account was erased. */
export interface UnpublishedCorrection {
  readonly workspaceId: number;
  readonly id: number;
  readonly event?: WebhookEvent;
}

interface UnpublishedRow extends Row {
  readonly is_erased: boolean;
  readonly user_id: string | null;
  readonly profile_id: string;
  readonly rules_version: number | null;
}

/** Corrections with an unpublished event, of all workspaces, oldest first. */
export async function listUnpublishedCorrections(
  pool: Pool,
  limit: number,
): Promise<UnpublishedCorrection[]> {
  const { rows } = await pool.query<UnpublishedRow>({
    name: 'list-unpublished-corrections',
    text: `SELECT ${COLUMNS}, p.id IS NULL AS is_erased, p.user_id, c.profile_id, a.rules_version
             FROM identity.corrections AS c
             LEFT JOIN identity.profiles AS p ON p.workspace_id = c.workspace_id AND p.id = c.profile_id
             LEFT JOIN identity.attributions AS a ON a.workspace_id = c.workspace_id AND a.profile_id = c.profile_id
            WHERE NOT c.published
            ORDER BY c.id LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => {
    const workspaceId = Number(row.workspace_id);
    const { id, eventId: publishedId, correctedAtMs, previous, channel, source, siteId } = correctionOf(row);
    const event: WebhookEvent = {
      workspaceId,
      id: publishedId,
      type: 'attribution.changed',
      at: correctedAtMs,
      data: attributionChanged({
        accountId: Number(row.profile_id),
        userId: row.user_id,
        channel,
        source: source === '' ? null : source,
        siteId,
        previous: { channel: previous.channel, source: previous.source === '' ? null : previous.source },
        recordedAt: row.corrected_at,
        rulesVersion: row.rules_version,
      }),
    };
    return { workspaceId, id, ...(row.is_erased ? {} : { event }) };
  });
}

/** Marks the events of corrections as published. */
export async function markCorrectionsPublished(
  pool: Pool,
  corrections: readonly UnpublishedCorrection[],
): Promise<void> {
  await pool.query({
    name: 'mark-corrections-published',
    text: `UPDATE identity.corrections AS c SET published = true
             FROM unnest($1::bigint[], $2::bigint[]) AS t (workspace_id, id)
            WHERE c.workspace_id = t.workspace_id AND c.id = t.id`,
    values: [corrections.map(({ workspaceId }) => workspaceId), corrections.map(({ id }) => id)],
  });
}
