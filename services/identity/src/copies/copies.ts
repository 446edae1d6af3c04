import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import {
  canFollow,
  findChanges,
  hasRows,
  inSnapshot,
  markUsed,
  readPosition,
  recordChanges,
  sizeOf,
  type Position,
} from './changes';
import { Ledger } from './ledger';
import { run, type Pausing } from './pausing';
import { readChanges, readLedger } from './read-ledger';

/** For each statement of a load. */
const LOAD_TIMEOUT_MS = 300_000;
/** Time until a workspace that could not be copied is tried again, and until its size is read again. */
const RETRY_MS = 600_000;
/** A copy without a report for this time is dropped. */
const IDLE_MS = 30 * 60_000;

export interface CopyLimits {
  /** Accounts and payments from which on a workspace is copied. 0: all, and the first report waits for the copy. */
  readonly minRows: number;
  /** Of all copies. */
  readonly maxBytes: number;
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
  /**
   * Updates all copies, and drops unused ones: they contain erased accounts no longer than the time between two calls. A failure of one
   * does not delay the others. @throws the first failure
   */
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
  /** One load at a time, so that loads don't use most connections, and together no more memory than one. */
  let lastLoad: Promise<unknown> = Promise.resolve();

  /** Drops copies, first those without a report for the longest time, until `bytes` more fit. @throws if they never do */
  function makeRoom(bytes: number): void {
    if (bytes > limits.maxBytes)
      throw new Error(
        'the ledger needs more memory than LEDGER_MEMORY_MB. Raise it to sum its reports in memory.',
      );
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
    const makeRoomFor = (bytes: number): void => {
      if (isStopped) throw new Error('the service stops');
      makeRoom(bytes);
    };
    const position = await inSnapshot(db, LOAD_TIMEOUT_MS, async (client) => {
      const found = await readPosition(client);
      await readLedger(client, workspaceId, { ledger, makeRoom: makeRoomFor });
      return found;
    });
    await run(ledger.order());
    copies.set(workspaceId, { ledger, position, usedAt: Date.now(), last: Promise.resolve() });
    const megabytes = Math.round(ledger.bytes / 2 ** 20);
    log.info({ workspaceId, megabytes, ms: Date.now() - begin }, 'ledger copied into memory');
  }

  function startLoad(workspaceId: number): Promise<void> {
    const known = states.get(workspaceId);
    if (known) return known;
    const loaded = lastLoad
      .then(() => inWorkspace(workspaceId, () => load(workspaceId)))
      .catch((err: unknown) => {
        if (isStopped) return;
        log.warn(
          { err, workspaceId },
          'a ledger could not be copied into memory; its reports read the database',
        );
      });
    lastLoad = loaded;
    states.set(workspaceId, loaded);
    void loaded.then(() => {
      if (copies.has(workspaceId)) states.delete(workspaceId);
      else setTimeout(() => states.delete(workspaceId), RETRY_MS).unref();
    });
    return loaded;
  }

  /** Brings a copy up to date. @returns false if it must be loaded again */
  async function update(workspaceId: number, copy: Copy): Promise<boolean> {
    const found = await findChanges(db, workspaceId, copy.position);
    if (!canFollow(copy.position, found)) return false;
    if (sizeOf(found) === 0) {
      copy.position = found.position;
      return true;
    }
    return inSnapshot(db, LOAD_TIMEOUT_MS, async (client) => {
      const next = await findChanges(client, workspaceId, copy.position);
      if (!canFollow(copy.position, next)) return false;
      const put = await readChanges(client, workspaceId, next.changes);
      put(copy.ledger);
      copy.position = next.position;
      return true;
    });
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
      const failures: unknown[] = [];
      for (const [workspaceId, copy] of copies) {
        if (signal.aborted) return;
        if (Date.now() - copy.usedAt > IDLE_MS) copies.delete(workspaceId);
        else
          await inWorkspace(workspaceId, async () => {
            await withCopy(workspaceId, copy, () => Promise.resolve());
            await markUsed(db, workspaceId);
          }).catch((error: unknown) => failures.push(error));
      }
      makeRoom(0);
      if (failures.length > 0) throw failures[0];
    },
    stop: () => {
      isStopped = true;
    },
  };
}
