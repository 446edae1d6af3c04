import { setTimeout as sleep } from 'node:timers/promises';
import { batchWait } from './batch-wait';
import { writeCursor, type Cursor } from './cursor-file';
import type { DiskLog, Position } from './disk-log';
import { WaitingTime } from './waiting-time';

/** A batch on its way: lines of JSON, one an event. */
export interface Batch {
  readonly lines: Buffer;
  /** The same for the same bytes of the log, also after a crash; no two batches share one. */
  readonly token: string;
}

export interface ShipperOptions {
  readonly log: DiskLog;
  readonly directory: string;
  /** Stores a batch, once however often it is sent with its token. Rejects when it must be sent again. */
  readonly deliver: (batch: Batch, signal: AbortSignal) => Promise<void>;
  /** How long the first record of a batch waits for others, at least. */
  readonly batchMs: number;
  /** About how many bytes a batch has at most. Default 8 MiB. */
  readonly batchBytes?: number;
  readonly onFailure: (error: unknown, attempt: number) => void;
  readonly onDamage: (bytes: number) => void;
  /** A number in [0, 1), for the jitter. */
  readonly random: () => number;
  /** For how long what the log holds at the start has waited. Default 0. */
  readonly leftMs?: number;
}

const BATCH_BYTES = 8 * 1024 * 1024;
/** A file that is so little more than a batch goes as one: a batch takes a whole file, not all but its last record. */
const LITTLE_MORE = 1.25;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Takes the log's records to their destination in order, one batch at a time, and frees what has arrived.
 *
 * Which records form a batch depends on the moment. So the range of each is written down before it is sent: after a
 * crash the very same range goes first, under the same token, and is recognised. Where that note is lost or could not
 * be written (a full disk must not keep the log from being emptied), the event ids make repeated events count once.
 */
export class Shipper {
  private at: Position | undefined;
  /** The batch that a crash interrupted. */
  private interrupted: Cursor | undefined;
  private readonly stopping = new AbortController();
  private readonly waiters = new Set<{ readonly until: Position; resolve(): void }>();
  private running: Promise<void> | undefined;
  private wake: () => void = () => undefined;
  private hurry = false;
  private lastTookMs = 0;
  private readonly waiting = new WaitingTime();

  private constructor(private readonly options: ShipperOptions) {}

  /** @param cursor as read from the directory before the log was opened */
  static start(options: ShipperOptions, cursor: Cursor | undefined): Shipper {
    const shipper = new Shipper(options);
    if (cursor) {
      shipper.at = { name: cursor.name, offset: cursor.from };
      shipper.interrupted = cursor;
    }
    shipper.noteDurable(performance.now() - (options.leftMs ?? 0));
    options.log.onDurable = () => {
      shipper.noteDurable(performance.now());
      shipper.wake();
    };
    shipper.running = shipper.run();
    return shipper;
  }

  /** For how long the oldest record that has not arrived has been waiting; 0 when all have. */
  waitingMs(): number {
    return this.waiting.ms(performance.now());
  }

  /** Ships without waiting for more, and tells whether everything durable now has arrived within `ms`. */
  async settled(ms: number): Promise<boolean> {
    const until = this.options.log.end();
    if (!until || this.hasPassed(until)) return true;
    this.hurry = true;
    this.wake();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
    let waiter: { readonly until: Position; resolve(): void } | undefined;
    const arrival = new Promise<boolean>((resolve) => {
      waiter = { until, resolve: () => resolve(true) };
      this.waiters.add(waiter);
    });
    try {
      return await Promise.race([arrival, timeout]);
    } finally {
      clearTimeout(timer);
      if (waiter) this.waiters.delete(waiter);
    }
  }

  /** Ships what it can within `ms`; the rest stays in the log. */
  async stop(ms: number): Promise<void> {
    await this.settled(ms);
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
      if (!next) await this.somethingNew();
      else if (!this.interrupted && !this.hurry && log.bytesAfter(next) < batchBytes && batchMs > 0) {
        await this.companyFor(batchWait(batchMs, this.lastTookMs), () => log.bytesAfter(next) >= batchBytes);
        await this.ship(log.next(this.at), batchBytes);
      } else await this.ship(next, batchBytes);
    }
  }

  private async ship(from: Position | undefined, batchBytes: number): Promise<void> {
    if (!from) return;
    this.hurry = false;
    const limit = this.interrupted?.name === from.name ? this.interrupted.to - from.offset : 0;
    this.interrupted = undefined;
    try {
      // What was interrupted goes as it was, whatever has come behind it since.
      const scan = await (limit > 0
        ? this.options.log.read(from, limit)
        : this.options.log.read(from, batchBytes, batchBytes * LITTLE_MORE));
      if (scan.damagedBytes > 0) this.options.onDamage(scan.damagedBytes);
      const end = from.offset + scan.end;
      const batch = {
        lines: Buffer.concat(scan.frames.map((frame) => frame.payload)),
        token: `${from.name}:${from.offset}-${end}`,
      };
      await writeCursor(this.options.directory, { name: from.name, from: from.offset, to: end }).catch(
        () => undefined,
      );
      const begun = performance.now();
      if (batch.lines.length > 0) await this.deliver(batch);
      this.lastTookMs = performance.now() - begun;
      this.at = { name: from.name, offset: end };
      this.waiting.shipped(this.at);
      await this.options.log.free(this.at);
      this.tellWaiters();
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      // The log could not be read.
      this.options.onFailure(error, 0);
      await this.pause(LONGEST_PAUSE_MS);
    }
  }

  /** Tries until it has arrived. @throws only when the shipper is stopping. */
  private async deliver(batch: Batch): Promise<void> {
    const { deliver, onFailure, random } = this.options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await deliver(batch, this.stopping.signal);
      } catch (error) {
        this.stopping.signal.throwIfAborted();
        onFailure(error, attempt);
        const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10));
        await this.pause(longest * (0.5 + random() / 2));
        this.stopping.signal.throwIfAborted();
      }
    }
  }

  private async somethingNew(): Promise<void> {
    this.hurry = false;
    await new Promise<void>((resolve) => (this.wake = resolve));
  }

  /** Waits until the batch is full or its time is over, or somebody is in a hurry. */
  private async companyFor(ms: number, isFull: () => boolean): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      this.wake = () => {
        if (this.hurry || this.stopping.signal.aborted || isFull()) resolve();
      };
    });
    clearTimeout(timer);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private hasPassed({ name, offset }: Position): boolean {
    if (!this.at) return false;
    return this.at.name > name || (this.at.name === name && this.at.offset >= offset);
  }

  private tellWaiters(): void {
    for (const waiter of this.waiters) if (this.hasPassed(waiter.until)) waiter.resolve();
    // Somebody who came while a batch was under way.
    if ([...this.waiters].some(({ until }) => !this.hasPassed(until))) this.hurry = true;
  }
}
