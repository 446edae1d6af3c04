import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import type { ErasedProfile } from '../domain/erasure-log';
import { CERTIFICATE_COLUMNS, certificateOf, type Certificate, type CertificateRow } from './certificates';

interface NewLoggedErasure {
  readonly workspaceId: number;
  /** Of the certificate. */
  readonly id: string;
  readonly profiles: readonly ErasedProfile[];
  /** From `sealSubject`. */
  readonly sealed: Buffer;
  /** Unix milliseconds. */
  readonly loggedAt: number;
}

/** Logs an erasure. Lock 9 of `locks.ts`. */
export async function insertLoggedErasure(client: PoolClient, logged: NewLoggedErasure): Promise<void> {
  await client.query({
    name: 'insert-logged-erasure',
    text: `INSERT INTO identity.erasure_log (workspace_id, erasure_id, logged_at, profiles, sealed)
           VALUES ($1, $2, $3, $4, $5)`,
    values: [
      ...[logged.workspaceId, logged.id, new Date(logged.loggedAt)],
      ...[JSON.stringify(logged.profiles), logged.sealed],
    ],
  });
}

export interface LoggedErasure {
  readonly workspaceId: number;
  readonly certificate: Certificate;
  readonly profiles: readonly ErasedProfile[];
  readonly sealed: Buffer;
  /** Position in the log. */
  readonly position: number;
}

/** Max bytes of a page, except for its first erasure: the list fits into a message of 8 MiB. */
const MAX_PAGE_BYTES = 2_097_152;

/** Logged erasures of all workspaces after a position, in the order of the log. Ends early at 2 MiB; empty after the last one. */
export async function listLoggedErasures(
  db: Pool,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LoggedErasure[]> {
  const { rows } = await db.query<
    CertificateRow & { workspace_id: string; log_id: string; logged: ErasedProfile[]; sealed: Buffer }
  >({
    name: 'list-logged-erasures',
    text: `WITH page AS (
             SELECT *, sum(octet_length(sealed)) OVER (ORDER BY id) AS bytes
               FROM (SELECT * FROM identity.erasure_log WHERE id > $1 ORDER BY id LIMIT $2) AS next)
           SELECT l.workspace_id, l.id AS log_id, l.profiles AS logged, l.sealed, c.*
             FROM page AS l
            CROSS JOIN LATERAL (SELECT ${CERTIFICATE_COLUMNS} FROM identity.erasures AS e
                                 WHERE e.workspace_id = l.workspace_id AND e.id = l.erasure_id) AS c
            WHERE l.bytes <= $3 OR l.bytes = octet_length(l.sealed) ORDER BY l.id`,
    values: [after, limit, MAX_PAGE_BYTES],
  });
  return rows.map(({ workspace_id, log_id, logged, sealed, ...certificate }) => ({
    workspaceId: Number(workspace_id),
    certificate: certificateOf(certificate),
    profiles: logged,
    sealed,
    position: Number(log_id),
  }));
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
