import { setTimeout as sleep } from 'node:timers/promises';
import { isBefore, type DiskLog, type Position } from './disk-log';
import { WaitingTime, writeCursor, type Cursor } from './shipping-progress';

/** A batch: lines of JSON, one per event. */
export interface Batch {
  readonly lines: Buffer;
  /** The same for the same bytes of the log, also after a crash; unique to the batch. */
  readonly token: string;
}

export interface ShipperOptions {
  readonly log: DiskLog;
  readonly directory: string;
  /** Stores a batch; a repeat with the same token is ignored. Rejects when the batch must be sent again. */
  readonly deliver: (batch: Batch, signal: AbortSignal) => Promise<void>;
  /** Min batching delay of the first record of a batch. */
  readonly batchMs: number;
  /** Approximate max size of a batch. Default 8 MiB. */
  readonly batchBytes?: number;
  readonly onFailure: (error: unknown, attempt: number) => void;
  readonly onDamage: (bytes: number) => void;
  /** A number in [0, 1), for the jitter. */
  readonly random: () => number;
  /** Age of the records that are in the log at the start. Default 0. */
  readonly initialAgeMs?: number;
}

const BATCH_BYTES = 8 * 1024 * 1024;
/** A file that exceeds a batch by less than this is one batch: it would otherwise leave a tiny second one. */
const OVERSIZE_FACTOR = 1.25;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;

/**
 * Delivers the records of a log in order, one batch at a time, and frees the delivered ones.
 *
 * The size of a batch depends on timing. The range of each batch is therefore written to disk before it is sent: after a crash
 * the same range is sent first, with the same token, and recognised. Without that file (it is lost, or the disk is full) the event
 * ids make repeated events count once.
 */
export class Shipper {
  private at: Position | undefined;
  /** The batch that a crash interrupted. */
  private interrupted: Cursor | undefined;
  private readonly stopping = new AbortController();
  private readonly waiters = new Set<{ readonly until: Position; resolve(): void }>();
  private running: Promise<void> | undefined;
  private wake: () => void = () => undefined;
  private flushRequested = false;
  private lastDeliveryMs = 0;
  private readonly waiting = new WaitingTime();

  private constructor(private readonly options: ShipperOptions) {}

  /** @param cursor as read from the directory before the log was opened */
  static start(options: ShipperOptions, cursor: Cursor | undefined): Shipper {
    const shipper = new Shipper(options);
    if (cursor) {
      shipper.at = { name: cursor.name, offset: cursor.from };
      shipper.interrupted = cursor;
    }
    shipper.noteDurable(performance.now() - (options.initialAgeMs ?? 0));
    options.log.onDurable = () => {
      shipper.noteDurable(performance.now());
      shipper.wake();
    };
    shipper.running = shipper.run();
    return shipper;
  }

  /** Returns how long the oldest undelivered record has been waiting, in milliseconds; 0 when all are delivered. */
  waitingMs(): number {
    return this.waiting.ms(performance.now());
  }

  /** Ships without batching delay. Returns whether all records that are durable now were delivered within `ms`. */
  async shipped(ms: number): Promise<boolean> {
    const until = this.options.log.end();
    if (!until || this.hasPassed(until)) return true;
    this.flushRequested = true;
    this.wake();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
    let waiter: { readonly until: Position; resolve(): void } | undefined;
    const delivery = new Promise<boolean>((resolve) => {
      waiter = { until, resolve: () => resolve(true) };
      this.waiters.add(waiter);
    });
    try {
      return await Promise.race([delivery, timeout]);
    } finally {
      clearTimeout(timer);
      if (waiter) this.waiters.delete(waiter);
    }
  }

  /** Ships for up to `ms`, then stops. The rest stays in the log. */
  async stop(ms: number): Promise<void> {
    await this.shipped(ms);
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  private noteDurable(now: number): void {
    const end = this.options.log.end();
    if (end && !this.hasPassed(end)) this.waiting.durable(end, now);
  }

  private async run(): Promise<void> {
    const { log, batchMs, batchBytes = BATCH_BYTES } = this.options;
    while (!this.stopping.signal.aborted) {
      const next = log.next(this.at);
      if (!next) await this.waitForRecords();
      else if (
        !this.interrupted &&
        !this.flushRequested &&
        log.bytesAfter(next) < batchBytes &&
        batchMs > 0
      ) {
        await this.waitForBatch(
          batchDelay(batchMs, this.lastDeliveryMs),
          () => log.bytesAfter(next) >= batchBytes,
        );
        await this.ship(log.next(this.at), batchBytes);
      } else await this.ship(next, batchBytes);
    }
  }

  private async ship(from: Position | undefined, batchBytes: number): Promise<void> {
    if (!from) return;
    this.flushRequested = false;
    const limit = this.interrupted?.name === from.name ? this.interrupted.to - from.offset : 0;
    this.interrupted = undefined;
    try {
      // An interrupted batch is sent unchanged, without the records that followed it since.
      const scan = await (limit > 0
        ? this.options.log.read(from, limit)
        : this.options.log.read(from, batchBytes, batchBytes * OVERSIZE_FACTOR));
      if (scan.damagedBytes > 0) this.options.onDamage(scan.damagedBytes);
      const end = from.offset + scan.end;
      const batch = {
        lines: Buffer.concat(scan.frames.map((frame) => frame.payload)),
        token: `${from.name}:${from.offset}-${end}`,
      };
      // A full disk must not prevent the log from being emptied.
      const cursor = { name: from.name, from: from.offset, to: end };
      await writeCursor(this.options.directory, cursor).catch(() => undefined);
      const begun = performance.now();
      if (batch.lines.length > 0) await this.deliver(batch);
      this.lastDeliveryMs = performance.now() - begun;
      this.at = { name: from.name, offset: end };
      this.waiting.shipped(this.at);
      await this.options.log.free(this.at);
      this.resolveWaiters();
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      // The log could not be read.
      this.options.onFailure(error, 0);
      await this.pause(MAX_PAUSE_MS);
    }
  }

  /** Retries until the batch is delivered. @throws only when the shipper stops. */
  private async deliver(batch: Batch): Promise<void> {
    const { deliver, onFailure, random } = this.options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await deliver(batch, this.stopping.signal);
      } catch (error) {
        this.stopping.signal.throwIfAborted();
        onFailure(error, attempt);
        const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10));
        await this.pause(pause * (0.5 + random() / 2));
        this.stopping.signal.throwIfAborted();
      }
    }
  }

  private async waitForRecords(): Promise<void> {
    this.flushRequested = false;
    await new Promise<void>((resolve) => (this.wake = resolve));
  }

  /** Waits for the batching delay, until the batch is full, or until a flush is requested. */
  private async waitForBatch(ms: number, isFull: () => boolean): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.wake = () => {
        if (this.flushRequested || this.stopping.signal.aborted || isFull()) resolve();
      };
    });
    clearTimeout(timer);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private hasPassed(position: Position): boolean {
    return this.at !== undefined && !isBefore(this.at, position);
  }

  private resolveWaiters(): void {
    for (const waiter of this.waiters) if (this.hasPassed(waiter.until)) waiter.resolve();
    // Waiters that were added during the delivery.
    if ([...this.waiters].some(({ until }) => !this.hasPassed(until))) this.flushRequested = true;
  }
}

/** The batching delay is four times the duration of the last delivery … */
const DELIVERY_FACTOR = 4;
/** … at most one second … */
const MAX_DELAY_MS = 1_000;
/** … and within the 1.9 s in which an event must count. Worst case: previous insert + batching delay + own insert. */
const COUNTED_WITHIN_MS = 1_900;

/**
 * Returns the batching delay in milliseconds: longer while the event store is busy. An insert has a fixed cost, and so has each
 * merge of its parts: a busy store gets a few large inserts.
 *
 * @param minMs min delay; 0: none
 * @param lastDeliveryMs duration of the last delivery
 */
export function batchDelay(minMs: number, lastDeliveryMs: number): number {
  if (minMs === 0) return 0;
  const delay = Math.min(
    lastDeliveryMs * DELIVERY_FACTOR,
    MAX_DELAY_MS,
    COUNTED_WITHIN_MS - 2 * lastDeliveryMs,
  );
  return Math.max(minMs, delay);
}
