import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import type { ErasedProfile, ErasurePart } from '../domain/erasure-log';
import { CERTIFICATE_COLUMNS, certificateOf, type Certificate, type CertificateRow } from './certificates';

interface NewLoggedErasure extends ErasurePart {
  readonly profiles: readonly ErasedProfile[];
  /** From `sealSubject`. */
  readonly sealed: Buffer;
  /** The HMAC key of `sealed`. */
  readonly keyId: string;
  /** Unix milliseconds. */
  readonly loggedAt: number;
}

/** Logs a part of an erasure. Lock 9 of `locks.ts`. */
export async function insertLoggedErasure(client: PoolClient, logged: NewLoggedErasure): Promise<void> {
  await client.query({
    name: 'insert-logged-erasure',
    text: `INSERT INTO identity.erasure_log (workspace_id, erasure_id, part, logged_at, profiles, sealed, key_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      ...[logged.workspaceId, logged.id, logged.part, new Date(logged.loggedAt)],
      ...[JSON.stringify(logged.profiles), logged.sealed, logged.keyId],
    ],
  });
}

/** Whether the log contains the part. */
export async function isErasureLogged(
  client: PoolClient,
  { workspaceId, id, part }: ErasurePart,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'is-erasure-logged',
    text: 'SELECT FROM identity.erasure_log WHERE workspace_id = $1 AND erasure_id = $2 AND part = $3',
    values: [workspaceId, id, part],
  });
  return rowCount === 1;
}

/** A part of an erasure. */
export interface LoggedErasure {
  readonly workspaceId: number;
  readonly part: number;
  readonly certificate: Certificate;
  readonly profiles: readonly ErasedProfile[];
  readonly sealed: Buffer;
  /** Position in the log. */
  readonly position: number;
}

/** Max bytes of a page, except for its first part: the list fits into a message of 8 MiB. */
const MAX_PAGE_BYTES = 2_097_152;

/** Parts of erasures of all workspaces after a position, in the order of the log. Ends early at 2 MiB; empty after the last one. */
export async function listLoggedErasures(
  db: Pool,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LoggedErasure[]> {
  const { rows } = await db.query<
    CertificateRow & {
      workspace_id: string;
      log_id: string;
      part: number;
      logged: ErasedProfile[];
      sealed: Buffer;
    }
  >({
    name: 'list-logged-erasures',
    text: `WITH page AS (
             SELECT *, sum(size) OVER (ORDER BY id) AS bytes
               FROM (SELECT *, octet_length(sealed) + octet_length(profiles::text) AS size
                       FROM identity.erasure_log WHERE id > $1 ORDER BY id LIMIT $2) AS next)
           SELECT l.workspace_id, l.id AS log_id, l.part, l.profiles AS logged, l.sealed, c.*
             FROM page AS l
            CROSS JOIN LATERAL (SELECT ${CERTIFICATE_COLUMNS} FROM identity.erasures AS e
                                 WHERE e.workspace_id = l.workspace_id AND e.id = l.erasure_id) AS c
            WHERE l.bytes <= $3 OR l.bytes = l.size ORDER BY l.id`,
    values: [after, limit, MAX_PAGE_BYTES],
  });
  return rows.map(({ workspace_id, log_id, part, logged, sealed, ...certificate }) => ({
    workspaceId: Number(workspace_id),
    part,
    certificate: certificateOf(certificate),
    profiles: logged,
    sealed,
    position: Number(log_id),
  }));
}

/** A part of the log that another key than the current one may have sealed. */
export interface SealedPart extends ErasurePart {
  readonly sealed: Buffer;
  /** Unix milliseconds. */
  readonly loggedAt: number;
  /** Position in the log. */
  readonly position: number;
}

/** Parts of all workspaces after a position that were not sealed with a key, in the order of the log. */
export async function listPartsOfOtherKeys(
  db: Pool,
  { after, keyId, limit }: { readonly after: number; readonly keyId: string; readonly limit: number },
): Promise<SealedPart[]> {
  const { rows } = await db.query<{
    id: string;
    workspace_id: string;
    erasure_id: string;
    part: number;
    sealed: Buffer;
    logged_at: Date;
  }>({
    name: 'list-parts-of-other-keys',
    text: `SELECT id, workspace_id, erasure_id, part, sealed, logged_at FROM identity.erasure_log
            WHERE id > $1 AND key_id IS DISTINCT FROM $2 ORDER BY id LIMIT $3`,
    values: [after, keyId, limit],
  });
  return rows.map((row) => ({
    ...{ workspaceId: Number(row.workspace_id), id: row.erasure_id, part: row.part },
    ...{ sealed: row.sealed, loggedAt: row.logged_at.getTime(), position: Number(row.id) },
  }));
}

/** Replaces the sealed text of a part. */
export async function updateSealedPart(
  client: PoolClient,
  { workspaceId, id, part }: ErasurePart,
  { sealed, keyId }: { readonly sealed: Buffer; readonly keyId: string },
): Promise<void> {
  await client.query({
    name: 'update-sealed-part',
    text: `UPDATE identity.erasure_log SET sealed = $4, key_id = $5
            WHERE workspace_id = $1 AND erasure_id = $2 AND part = $3`,
    values: [workspaceId, id, part, sealed, keyId],
  });
}

/** Erasures per statement, so that each lock is short. */
const DELETE_BATCH = 5_000;

/** Deletes logged erasures until a time (Unix milliseconds), up to 5,000. @returns their number. */
export async function deleteLoggedErasures(db: Pool, until: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM identity.erasure_log WHERE (workspace_id, erasure_id) IN (
       SELECT workspace_id, erasure_id FROM identity.erasure_log WHERE logged_at < $1 LIMIT ${DELETE_BATCH})`,
    [new Date(until)],
  );
  return rowCount ?? 0;
}
