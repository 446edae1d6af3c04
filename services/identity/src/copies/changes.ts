import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { withStatementTimeout } from '../store/transactions';
import type { LedgerChanges } from './read-ledger';

/*
 * The records of changes, by which a copy follows the database: see migration `0078_ledger_copies`.
 */

/** A load fails after this time, in which transactions that began earlier must end. */
const PREPARE_MS = 60_000;
/** A copy without an update for this time must be loaded again: after an hour, the records of changes are deleted. */
const MAX_AGE_MS = 30 * 60_000;
/** More changed accounts are read as a new copy. */
const MAX_CHANGES = 20_000;
/** Changes of a workspace are recorded for this time after its last report. */
const RECORDED_DAYS = 1;

/** Which state of the database a copy contains. */
export interface Position {
  readonly snapshot: string;
  /** By the clock of the database, Unix milliseconds. */
  readonly readAtMs: number;
  /** Another server, or the same one after a restart, may have lost transactions. */
  readonly serverStartedAt: string;
}

export interface Found {
  readonly position: Position;
  readonly changes: LedgerChanges;
  readonly isRecorded: boolean;
}

export const sizeOf = ({ changes }: Found): number => changes.profileIds.length + changes.paymentIds.length;

/** Whether the found changes are all changes since a position. */
export const canFollow = (since: Position, found: Found): boolean =>
  found.isRecorded &&
  found.position.serverStartedAt === since.serverStartedAt &&
  found.position.readAtMs - since.readAtMs <= MAX_AGE_MS &&
  sizeOf(found) <= MAX_CHANGES;

export async function hasRows(db: Pool, workspaceId: number, min: number): Promise<boolean> {
  const { rows } = await db.query<{ found: number }>({
    name: 'count-ledger-rows',
    text: `SELECT (SELECT count(*) FROM (SELECT FROM identity.payment_facts WHERE workspace_id = $1 LIMIT $2) AS p)::int
                + (SELECT count(*) FROM (SELECT FROM identity.account_positions WHERE workspace_id = $1 LIMIT $2) AS a)::int AS found`,
    values: [workspaceId, min],
  });
  return (rows[0]?.found ?? 0) >= min;
}

/** Records the workspace's changes from now on: returns when all transactions that began without it have ended. @throws if one lasts too long */
export async function recordChanges(db: Pool, workspaceId: number): Promise<void> {
  const { rows } = await db.query<{ transaction: string }>(
    `INSERT INTO identity.ledger_copies AS l (workspace_id, used_at) VALUES ($1, now())
     ON CONFLICT (workspace_id) DO UPDATE SET used_at = now() RETURNING pg_current_xact_id()::text AS transaction`,
    [workspaceId],
  );
  for (const end = Date.now() + PREPARE_MS; Date.now() < end; await pause(100)) {
    const { rowCount } = await db.query(
      'SELECT FROM (SELECT) AS one WHERE pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8',
      [rows[0]?.transaction],
    );
    if (rowCount === 1) return;
  }
  throw new Error('a transaction lasts longer than a minute. pg_stat_activity shows it.');
}

const POSITION = `pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server_started_at,
                  date_part('epoch', now()) * 1000 AS read_at_ms`;

interface PositionRow {
  snapshot: string;
  read_at_ms: number;
  server_started_at: string;
}

export async function readPosition(client: PoolClient): Promise<Position> {
  const { rows } = await client.query<PositionRow>({ text: `SELECT ${POSITION}` });
  return positionOf(rows[0]);
}

const positionOf = (row: PositionRow | undefined): Position => ({
  snapshot: row?.snapshot ?? '',
  readAtMs: row?.read_at_ms ?? 0,
  serverStartedAt: row?.server_started_at ?? '',
});

/** The accounts and payments that transactions changed which a snapshot doesn't contain, and the position that contains them. */
export async function findChanges(
  db: Pool | PoolClient,
  workspaceId: number,
  { snapshot }: Position,
): Promise<Found> {
  const { rows } = await db.query<
    PositionRow & { profile_ids: string[] | null; payment_ids: string[] | null; is_recorded: boolean }
  >({
    name: 'find-ledger-changes',
    text: `WITH changes AS (
             SELECT DISTINCT profile_id, payment_id FROM identity.ledger_changes
              WHERE workspace_id = $1 AND transaction_id >= pg_snapshot_xmin($2::pg_snapshot)
                AND NOT pg_visible_in_snapshot(transaction_id, $2::pg_snapshot)
              LIMIT $3)
           SELECT ${POSITION}, EXISTS (SELECT FROM identity.ledger_copies WHERE workspace_id = $1) AS is_recorded,
                  (SELECT array_agg(profile_id) FROM changes WHERE profile_id IS NOT NULL) AS profile_ids,
                  (SELECT array_agg(payment_id) FROM changes WHERE payment_id IS NOT NULL) AS payment_ids`,
    values: [workspaceId, snapshot, MAX_CHANGES + 1],
  });
  return {
    changes: { profileIds: rows[0]?.profile_ids ?? [], paymentIds: rows[0]?.payment_ids ?? [] },
    position: positionOf(rows[0]),
    isRecorded: rows[0]?.is_recorded ?? false,
  };
}

/** Runs `work` in a transaction whose statements all see the same snapshot. */
export function inSnapshot<T>(
  db: Pool,
  timeoutMs: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    return withStatementTimeout(client, timeoutMs, work);
  });
}

export async function markUsed(db: Pool, workspaceId: number): Promise<void> {
  await db.query(
    `UPDATE identity.ledger_copies SET used_at = now() WHERE workspace_id = $1 AND used_at < now() - interval '1 hour'`,
    [workspaceId],
  );
}

/** Deletes records of changes that no copy needs any more. */
export async function deleteOldLedgerChanges(db: Pool): Promise<void> {
  await db.query(`DELETE FROM identity.ledger_changes WHERE changed_at < now() - interval '1 hour'`);
  await db.query(
    `DELETE FROM identity.ledger_copies WHERE used_at < now() - interval '${RECORDED_DAYS} days'`,
  );
}
