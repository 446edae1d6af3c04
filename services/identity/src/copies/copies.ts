import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@headwater/kit/log';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { withStatementTimeout } from '../store/transactions';
import { Ledger } from './ledger';
import { readChanges, readLedger, type LedgerChanges } from './read-ledger';
import type { Pausing } from './sums';

/** Other calls wait no longer than this for a report. */
const STEP_MS = 8;
/** A load fails after this time, in which transactions that began earlier must end. */
const PREPARE_MS = 60_000;
const LOAD_TIMEOUT_MS = 300_000;
/** Time until a workspace that could not be copied is tried again, and until its size is read again. */
const RETRY_MS = 600_000;
/** A copy without a report for this time is dropped. Shorter than the age of changes that are deleted. */
const IDLE_MS = 30 * 60_000;
/** More changed accounts are read as a new copy. */
const MAX_CHANGES = 20_000;
/** Changes of a workspace are recorded for this time after its last report. */
const RECORDED_DAYS = 1;

export interface CopyLimits {
  /** Accounts and payments from which on a workspace is copied. 0: all, and the first report waits for the copy. */
  readonly minRows: number;
  /** Of all copies. */
  readonly maxBytes: number;
}

/** Which state of the database a copy contains. */
interface Position {
  readonly snapshot: string;
  /** Another server, or the same one after a restart, may have lost transactions. */
  readonly serverStartedAt: string;
}

interface Copy {
  readonly ledger: Ledger;
  position: Position;
  usedAt: number;
  /** Reads and updates follow each other. */
  last: Promise<unknown>;
}

/** Sums of large ledgers from copies in memory. */
export interface Copies {
  /**
   * Runs `sum` on the ledger of the workspace as of this call. Undefined without a copy: for small workspaces, and while a copy loads.
   */
  read<T>(workspaceId: number, sum: (ledger: Ledger) => Pausing<T>): Promise<T | undefined>;
  /** Updates all copies, and drops unused ones: they contain erased accounts no longer than the time between two calls. */
  maintain(signal: AbortSignal): Promise<void>;
  /** Ends loads. */
  stop(): void;
}

export function createCopies(
  db: Pool,
  { limits, log }: { readonly limits: CopyLimits; readonly log: Logger },
): Copies {
  const copies = new Map<number, Copy>();
  /** Loads, and workspaces that are too small or failed; removed after a while. */
  const states = new Map<number, Promise<void>>();

  let isStopped = false;

  /** Drops copies, first those without a report for the longest time, until `bytes` more fit. @throws if they never do */
  function makeRoom(bytes: number): void {
    if (bytes > limits.maxBytes) throw new Error('a copy of the ledger needs more than LEDGER_MEMORY_MB');
    const byUse = [...copies].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    let used = byUse.reduce((sum, [, { ledger }]) => sum + ledger.bytes, bytes);
    for (const [workspaceId, { ledger }] of byUse) {
      if (used <= limits.maxBytes) return;
      copies.delete(workspaceId);
      used -= ledger.bytes;
    }
  }

  async function load(workspaceId: number): Promise<void> {
    if (!(await hasRows(db, workspaceId, limits.minRows))) return;
    const begin = Date.now();
    await recordChanges(db, workspaceId);
    const ledger = new Ledger();
    const check = (): void => {
      if (isStopped) throw new Error('the service stops');
      makeRoom(ledger.bytes);
    };
    const position = await inSnapshot(db, LOAD_TIMEOUT_MS, async (client) => {
      const found = await readPosition(client);
      await readLedger(client, workspaceId, { ledger, check });
      return found;
    });
    copies.set(workspaceId, { ledger, position, usedAt: Date.now(), last: Promise.resolve() });
    const megabytes = Math.round(ledger.bytes / 2 ** 20);
    log.info({ workspaceId, megabytes, ms: Date.now() - begin }, 'ledger copied into memory');
  }

  function startLoad(workspaceId: number): Promise<void> {
    const known = states.get(workspaceId);
    if (known) return known;
    const loaded = inWorkspace(workspaceId, () => load(workspaceId)).catch((err: unknown) => {
      if (isStopped) return;
      log.warn(
        { err, workspaceId },
        'a ledger could not be copied into memory; its reports read the database',
      );
    });
    states.set(workspaceId, loaded);
    void loaded.then(() => {
      if (copies.has(workspaceId)) states.delete(workspaceId);
      else setTimeout(() => states.delete(workspaceId), RETRY_MS).unref();
    });
    return loaded;
  }

  /** Brings a copy up to date. @returns false if it must be loaded again */
  async function update(workspaceId: number, copy: Copy): Promise<boolean> {
    const { changes, position, isRecorded } = await findChanges(db, workspaceId, copy.position);
    const size = changes.profileIds.length + changes.paymentIds.length;
    if (!isRecorded || position.serverStartedAt !== copy.position.serverStartedAt || size > MAX_CHANGES)
      return false;
    if (size === 0) {
      copy.position = position;
      return true;
    }
    const next = await inSnapshot(db, LOAD_TIMEOUT_MS, async (client) => {
      const found = await findChanges(client, workspaceId, copy.position);
      return { position: found.position, put: await readChanges(client, workspaceId, found.changes) };
    });
    next.put(copy.ledger);
    copy.position = next.position;
    return true;
  }

  /** Runs `work` on the updated copy, after other work on it. */
  function withCopy<T>(workspaceId: number, copy: Copy, work: () => Promise<T>): Promise<T | undefined> {
    const result = copy.last.then(async () => {
      const isCurrent = await update(workspaceId, copy);
      if (isCurrent) return work();
      if (copies.get(workspaceId) === copy) copies.delete(workspaceId);
      return undefined;
    });
    copy.last = result.catch(() => undefined);
    return result;
  }

  return {
    read: async (workspaceId, sum) => {
      if (limits.maxBytes === 0) return undefined;
      let copy = copies.get(workspaceId);
      if (!copy) {
        const loaded = startLoad(workspaceId);
        if (limits.minRows > 0) return undefined;
        await loaded;
        copy = copies.get(workspaceId);
      }
      if (!copy) return undefined;
      const { ledger } = copy;
      copy.usedAt = Date.now();
      return withCopy(workspaceId, copy, () => run(sum(ledger)));
    },
    maintain: async (signal) => {
      for (const [workspaceId, copy] of copies) {
        if (signal.aborted) return;
        if (Date.now() - copy.usedAt > IDLE_MS) copies.delete(workspaceId);
        else
          await inWorkspace(workspaceId, async () => {
            await withCopy(workspaceId, copy, () => Promise.resolve());
            await markUsed(db, workspaceId);
          });
      }
      makeRoom(0);
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** Runs a sum to its end, and lets other work run in between. */
async function run<T>(steps: Pausing<T>): Promise<T> {
  for (let begin = performance.now(); ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begin < STEP_MS) continue;
    await nextTurn();
    begin = performance.now();
  }
}

async function hasRows(db: Pool, workspaceId: number, min: number): Promise<boolean> {
  const { rows } = await db.query<{ found: number }>({
    name: 'count-ledger-rows',
    text: `SELECT (SELECT count(*) FROM (SELECT FROM identity.payment_facts WHERE workspace_id = $1 LIMIT $2) AS p)::int
                + (SELECT count(*) FROM (SELECT FROM identity.account_positions WHERE workspace_id = $1 LIMIT $2) AS a)::int AS found`,
    values: [workspaceId, min],
  });
  return (rows[0]?.found ?? 0) >= min;
}

/** Records the workspace's changes from now on: returns when all transactions that began without it have ended. @throws if one lasts too long */
async function recordChanges(db: Pool, workspaceId: number): Promise<void> {
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
  throw new Error('a transaction lasts longer than a minute');
}

const POSITION =
  'pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS server_started_at';

interface PositionRow {
  snapshot: string;
  server_started_at: string;
}

async function readPosition(client: PoolClient): Promise<Position> {
  const { rows } = await client.query<PositionRow>({ text: `SELECT ${POSITION}` });
  return positionOf(rows[0]);
}

const positionOf = (row: PositionRow | undefined): Position => ({
  snapshot: row?.snapshot ?? '',
  serverStartedAt: row?.server_started_at ?? '',
});

/** The accounts and payments that transactions changed which a snapshot doesn't contain, and the position that contains them. */
async function findChanges(
  db: Pool | PoolClient,
  workspaceId: number,
  { snapshot }: Position,
): Promise<{ readonly changes: LedgerChanges; readonly position: Position; readonly isRecorded: boolean }> {
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
function inSnapshot<T>(db: Pool, timeoutMs: number, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(db, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    return withStatementTimeout(client, timeoutMs, work);
  });
}

async function markUsed(db: Pool, workspaceId: number): Promise<void> {
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
