import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { lockDirectory, type DirectoryLock } from './directory-lock';
import { DiskLog, LogFullError } from './disk-log';
import type { CreateSegmentFile, Recovered, Segment } from './segment-file';
import { Shipper, type ShipperOptions } from './shipper';
import { readCursor } from './shipping-progress';

/** The durable log of accepted events. */
export interface EventLog {
  /**
   * Resolves when the events are on disk.
   *
   * @param lines of JSON, each an `EventRow` with its line end
   * @throws AppError `upstream_unavailable` when they are not: the sender must retry.
   */
  append(lines: readonly string[]): Promise<void>;
  /** Flushes the log. Returns whether all events appended so far can be queried within `ms`. Never rejects. */
  shipped(ms: number): Promise<boolean>;
  /** Returns how long the oldest event has been waiting for the event store, in milliseconds; 0 when none waits. */
  waitingMs(): number;
  /** False while events are refused. */
  isAccepting(): boolean;
  /** Accepts no further events. Resolves when all events are stored, or on disk for the next start. */
  close(): Promise<void>;
}

export interface DurableOptions extends Pick<ShipperOptions, 'deliver' | 'batchMs' | 'random'> {
  /** Used by this process only. */
  readonly directory: string;
  readonly maxBytes: number;
  /** Approximate size of a batch and of a file. Default 8 MiB. */
  readonly batchBytes?: number;
  readonly observer: LogObserver;
  readonly createFile?: CreateSegmentFile;
}

/** Receives the events of the log that an operator should see. */
export interface LogObserver {
  readonly recovered: (
    found: Pick<Recovered, 'tornBytes' | 'damagedBytes'> & { readonly waitingBytes: number },
  ) => void;
  readonly shippingFailed: (error: unknown, attempt: number) => void;
  readonly damaged: (bytes: number) => void;
  readonly refused: (error: unknown) => void;
}

/** Processes that were killed together end one after the other. */
const LOCK_PATIENCE_MS = 2_000;
/** Time for which a stop ships the rest; after that, it is shipped after the next start. */
const STOP_MS = 5_000;
/** Time after a refusal during which `isAccepting` is false. */
const REFUSING_MS = 2_000;

/**
 * The event log on the local disk. Accepted events are on disk, and are shipped to the event store as soon as it accepts them.
 * Neither an outage of the store nor a crash of this process loses one.
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

  /** @throws Error when the directory cannot be used or another process uses it. */
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
      const { tornBytes, damagedBytes } = log.recovered;
      if (log.bytes > 0 || tornBytes > 0 || damagedBytes > 0)
        observer.recovered({ tornBytes, damagedBytes, waitingBytes: log.bytes });
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
          initialAgeMs: await oldestAge(directory, log.segments[0]),
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
    throw unavailable(error);
  };

  shipped(ms: number): Promise<boolean> {
    return this.shipper.shipped(ms);
  }

  waitingMs(): number {
    return this.shipper.waitingMs();
  }

  isAccepting(): boolean {
    return performance.now() - this.refusedAt > REFUSING_MS && this.log.bytes < this.options.maxBytes;
  }

  async close(): Promise<void> {
    await this.log.close();
    await this.shipper.stop(STOP_MS);
    await this.lock.release();
  }
}

/** The time since the last write to the oldest file of a previous run: its records have been waiting at least that long. */
async function oldestAge(directory: string, oldest: Segment | undefined): Promise<number> {
  if (!oldest) return 0;
  const { mtimeMs } = await stat(join(directory, oldest.name));
  return Math.max(0, Date.now() - mtimeMs);
}

function unavailable(cause: unknown): AppError {
  const retryAfterSeconds = cause instanceof LogFullError ? 10 : 5;
  const reason = cause instanceof LogFullError ? 'the event log is full' : 'the event log cannot be written';
  return failure(
    'upstream_unavailable',
    `Events cannot be stored right now: ${reason}. Retry in ${retryAfterSeconds} s.`,
    { cause, retryAfterSeconds },
  );
}
