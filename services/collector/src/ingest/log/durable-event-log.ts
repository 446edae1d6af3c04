import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { EventLog } from '../event-log';
import { readCursor } from './cursor-file';
import { lockDirectory, type DirectoryLock } from './directory-lock';
import { DiskLog, LogFullError } from './disk-log';
import type { CreateSegmentFile, Recovered, Segment } from './segment-file';
import { Shipper, type Batch } from './shipper';

export interface DurableOptions {
  /** Of this process alone. */
  readonly directory: string;
  readonly maxBytes: number;
  /** How long the first event of a batch waits for others, at least. */
  readonly batchMs: number;
  /** About how many bytes a batch and a file of the log have. Default 8 MiB. */
  readonly batchBytes?: number;
  /** Stores a batch, once however often it is sent with its token. Rejects when it must be sent again. */
  readonly deliver: (batch: Batch, signal: AbortSignal) => Promise<void>;
  readonly observer: LogObserver;
  /** A number in [0, 1), for the jitter. */
  readonly random: () => number;
  readonly createFile?: CreateSegmentFile;
}

/** Told of what an operator should know. */
export interface LogObserver {
  readonly recovered: (
    what: Pick<Recovered, 'tornBytes' | 'damagedBytes'> & { readonly waitingBytes: number },
  ) => void;
  readonly shippingFailed: (error: unknown, attempt: number) => void;
  readonly damaged: (bytes: number) => void;
  readonly refused: (error: unknown) => void;
}

/** Where several processes were killed together, each is gone a moment after the other. */
const LOCK_PATIENCE_MS = 2_000;
/** How long a stop tries to ship what is left; the rest is shipped after the next start. */
const STOP_MS = 5_000;
/** For how long after a refusal it counts as refusing; then it is tried again. */
const REFUSING_MS = 2_000;

/**
 * The event log on the local disk: an event that was taken is on disk, and is shipped to the event store as soon as that
 * takes it. Neither its outage nor the end of this process loses one.
 */
export class DurableEventLog implements EventLog {
  /** By performance.now(). */
  private refusedAt = -Infinity;

  private constructor(
    private readonly options: DurableOptions,
    private readonly lock: DirectoryLock,
    private readonly log: DiskLog,
    private readonly shipper: Shipper,
  ) {}

  /** @throws Error when the directory cannot be used or another process has it. */
  static async open(options: DurableOptions): Promise<DurableEventLog> {
    const { directory, maxBytes, batchBytes, createFile, deliver, batchMs, observer, random } = options;
    const lock = await lockDirectory(directory, LOCK_PATIENCE_MS);
    try {
      const cursor = await readCursor(directory);
      const log = await DiskLog.open({
        directory,
        maxBytes,
        lastName: cursor?.name,
        ...(batchBytes === undefined ? {} : { segmentBytes: batchBytes }),
        ...(createFile === undefined ? {} : { createFile }),
      });
      if (log.bytes > 0 || log.recovered.tornBytes > 0 || log.recovered.damagedBytes > 0)
        observer.recovered({
          tornBytes: log.recovered.tornBytes,
          damagedBytes: log.recovered.damagedBytes,
          waitingBytes: log.bytes,
        });
      const shipper = Shipper.start(
        {
          log,
          directory,
          deliver,
          batchMs,
          ...(batchBytes === undefined ? {} : { batchBytes }),
          onFailure: observer.shippingFailed,
          onDamage: observer.damaged,
          random,
          leftMs: await oldestAge(directory, log.segments[0]),
        },
        cursor,
      );
      return new DurableEventLog(options, lock, log, shipper);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return Promise.resolve();
    return this.log.append(lines.length === 1 ? (lines[0] ?? '') : lines.join('')).catch(this.refuse);
  }

  private readonly refuse = (error: unknown): never => {
    this.options.observer.refused(error);
    this.refusedAt = performance.now();
    throw busy(error);
  };

  settled(ms: number): Promise<boolean> {
    return this.shipper.settled(ms);
  }

  waitingMs(): number {
    return this.shipper.waitingMs();
  }

  isTaking(): boolean {
    return performance.now() - this.refusedAt > REFUSING_MS && this.log.bytes < this.options.maxBytes;
  }

  async close(): Promise<void> {
    await this.log.close();
    await this.shipper.stop(STOP_MS);
    await this.lock.release();
  }
}

/** Since the last write to a file that a former run left: what it holds has waited at least that long. */
async function oldestAge(directory: string, left: Segment | undefined): Promise<number> {
  if (!left) return 0;
  const { mtimeMs } = await stat(join(directory, left.name));
  return Math.max(0, Date.now() - mtimeMs);
}

function busy(cause: unknown): AppError {
  return failure('upstream_unavailable', 'Events cannot be stored right now. Send them again shortly.', {
    cause,
    retryAfterSeconds: cause instanceof LogFullError ? 10 : 5,
  });
}
