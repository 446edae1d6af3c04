import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as endOfTick } from 'node:timers/promises';
import { announcedBytes, encodeFrame, scanFrames, type Scan } from './frame';
import {
  createSegmentFile,
  nextSegmentName,
  recoverSegments,
  type CreateSegmentFile,
  type Recovered,
  type Segment,
  type SegmentFile,
} from './segment-file';

export interface DiskLogOptions {
  readonly directory: string;
  /** Max bytes of records on disk and being written; beyond it `append` rejects. */
  readonly maxBytes: number;
  /** Size at which a file is complete and a new one begins. Default 8 MiB, at most a quarter of `maxBytes`. */
  readonly segmentBytes?: number;
  /** Age in milliseconds at which a file is complete, if the files before it are freed. Default one minute. */
  readonly segmentAgeMs?: number;
  /** The last file name of earlier runs: later names sort after it. */
  readonly lastName?: string | undefined;
  readonly createFile?: CreateSegmentFile;
}

/** The log accepts no record until some of it has been freed. */
export class LogFullError extends Error {}

/** Max bytes of records in memory that wait for the disk: a disk that hangs must not fill the memory. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

/** Texts that become one record. Their callers share a promise. */
interface Group {
  readonly texts: string[];
  bytes: number;
  readonly durable: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** The file that is being written. */
interface OpenSegment {
  readonly segment: Segment;
  readonly file: SegmentFile;
  readonly timer: NodeJS.Timeout;
  /** Whether it has reached its max age. */
  isOld: boolean;
}

const SEGMENT_BYTES = 8 * 1024 * 1024;
/** Freed records stay on the disk for about this time: erased and purged events must not stay until 8 MiB follow. */
const SEGMENT_AGE_MS = 60_000;

/** A position in the log: a file and a byte offset. */
export interface Position {
  readonly name: string;
  readonly offset: number;
}

/** Returns whether the first position is before the second. */
export function isBefore(one: Position, other: Position): boolean {
  return one.name < other.name || (one.name === other.name && one.offset < other.offset);
}

/**
 * An append-only log of text in a directory. Acknowledged texts are on disk and are read back in order until their file is freed.
 * Texts that arrive together are one record, with one checksum and one synced write. After a failed write the state of the file
 * is unknown (the kernel may have dropped the pages), so the next record begins a new file.
 */
export class DiskLog {
  /** The next record. */
  private group: Group | undefined;
  /** Bytes of the next record and of the record that is being written. */
  private pendingBytes = 0;
  /** Bytes of all files. */
  private durableBytes: number;
  private active: OpenSegment | undefined;
  /** All records before it are freed. */
  private freed: Position | undefined;
  /** Complete files that are being closed. */
  private leaving: Promise<void> = Promise.resolve();
  private committing: Promise<void> | undefined;
  private lastName: string | undefined;
  private readonly segmentBytes: number;
  private closed = false;
  /** Called after a record has become durable. */
  onDurable: () => void = () => undefined;

  private constructor(
    private readonly options: DiskLogOptions,
    readonly recovered: Recovered,
    private readonly list: Segment[],
  ) {
    this.durableBytes = list.reduce((sum, segment) => sum + segment.durable, 0);
    // A log of a single file would never have a complete one, and so could never free any.
    this.segmentBytes = options.segmentBytes ?? Math.min(SEGMENT_BYTES, options.maxBytes / 4);
    this.lastName = [options.lastName, list.at(-1)?.name]
      .filter((name) => name !== undefined)
      .sort()
      .at(-1);
  }

  /** Opens the log, creating its directory, and cuts records that a crash left incomplete. */
  static async open(options: DiskLogOptions): Promise<DiskLog> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    const recovered = await recoverSegments(options.directory);
    return new DiskLog(options, recovered, [...recovered.segments]);
  }

  /** The files with records, oldest first. */
  get segments(): readonly Segment[] {
    return this.list;
  }

  /** Bytes of all records, on disk and being written. */
  get bytes(): number {
    return this.durableBytes + this.pendingBytes;
  }

  /** The end of the last durable record; undefined while the log is empty. */
  end(): Position | undefined {
    const last = this.list.findLast(({ durable }) => durable > 0);
    return last && { name: last.name, offset: last.durable };
  }

  /** The first position at or after `from` with records; undefined without any. */
  next(from: Position | undefined): Position | undefined {
    for (const { name, durable } of this.list) {
      const offset = name === from?.name ? from.offset : 0;
      if (name >= (from?.name ?? '') && durable > offset) return { name, offset };
    }
    return undefined;
  }

  /** Resolves when the text is on disk. @throws LogFullError, or the disk's error: then the text may or may not be on disk. */
  append(text: string): Promise<void> {
    const bytes = Buffer.byteLength(text);
    if (this.closed) return Promise.reject(new Error('The log is closed.'));
    if (this.pendingBytes + bytes > MAX_PENDING_BYTES || this.bytes + bytes > this.options.maxBytes)
      return Promise.reject(new LogFullError('The log is full.'));
    this.pendingBytes += bytes;
    const group = (this.group ??= newGroup());
    group.texts.push(text);
    group.bytes += bytes;
    this.committing ??= this.commitAll();
    return group.durable;
  }

  /** Returns the bytes of durable records from a position on. */
  bytesAfter(from: Position): number {
    return this.list.reduce((sum, { name, durable }) => {
      if (name < from.name) return sum;
      return sum + durable - (name === from.name ? from.offset : 0);
    }, 0);
  }

  /**
   * Returns records of one file from a position on, as many as fit into `maxBytes`, but at least one. Where the rest of the file is
   * damaged there are none, and `end` is behind it.
   *
   * @param restBytes if the rest of the file is no larger, all of it is read; default `maxBytes`
   */
  async read(from: Position, maxBytes: number, restBytes = maxBytes): Promise<Scan> {
    const segment = this.list.find(({ name }) => name === from.name);
    const available = (segment?.durable ?? 0) - from.offset;
    if (available <= 0) return { frames: [], end: 0, damagedBytes: 0 };
    const handle = await open(join(this.options.directory, from.name), 'r');
    let seen: Buffer = Buffer.alloc(0);
    const bytes = async (length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, from.offset);
      return buffer.subarray(0, bytesRead);
    };
    try {
      // The second read is for a record that is longer than the limit, the last for damage that hides the next record.
      for (const size of [
        () => (available <= restBytes ? available : maxBytes),
        (seen: Buffer) => announcedBytes(seen) ?? available,
        () => available,
      ]) {
        seen = await bytes(Math.min(available, size(seen)));
        const scan = scanFrames(seen);
        if (scan.frames.length > 0) return scan;
      }
      return { frames: [], end: available, damagedBytes: available };
    } finally {
      await handle.close();
    }
  }

  /** Removes the files before the position, and the file of the position if it is complete and has no record after it. */
  async free(position: Position): Promise<void> {
    const { name, offset } = (this.freed = position);
    // A record that is being written closes the file after it.
    if (!this.committing) this.closeComplete();
    const isFree = (segment: Segment): boolean =>
      segment.name < name ||
      (segment.name === name && segment !== this.active?.segment && segment.durable <= offset);
    while (this.list[0] && isFree(this.list[0])) await this.remove(this.list[0]);
  }

  private async remove(segment: Segment): Promise<void> {
    await rm(join(this.options.directory, segment.name), { force: true });
    // The list may have changed during the deletion.
    const index = this.list.indexOf(segment);
    if (index < 0) return;
    this.list.splice(index, 1);
    this.durableBytes -= segment.durable;
  }

  /** Rejects further texts and resolves when all others are on disk or rejected. */
  async close(): Promise<void> {
    this.closed = true;
    await this.committing;
    await Promise.all([this.leave(this.active), this.leaving]);
  }

  /**
   * A commit contains the texts of one iteration of the event loop, and those that arrived during the previous commit. It does not
   * wait for more: clients that are answered together send together, so clients and server would idle alternately.
   */
  private async commitAll(): Promise<void> {
    await endOfTick();
    for (let group = this.group; group; group = this.group) {
      this.group = undefined;
      try {
        await this.commit(encodeFrame(group.texts, group.bytes));
        group.resolve();
      } catch (error) {
        group.reject(error);
        await this.leave(this.active);
      }
      this.pendingBytes -= group.bytes;
    }
    this.committing = undefined;
  }

  private async commit(bytes: Buffer): Promise<void> {
    const { segment, file } = await this.writable();
    await file.write(bytes, segment.durable);
    segment.durable += bytes.length;
    this.durableBytes += bytes.length;
    this.onDurable();
    this.closeComplete();
  }

  /**
   * Closes the file that is being written if it is complete. It does not wait for the next record, so that the file can be freed: a
   * full log accepts no next record. An old file whose records are not being freed continues to grow: after an outage of the store,
   * large files make large batches.
   */
  private closeComplete(): void {
    if (!this.active) return;
    const { segment, isOld } = this.active;
    if (segment.durable < this.segmentBytes && !(isOld && this.freed?.name === segment.name)) return;
    const left = this.leave(this.active);
    this.leaving = this.leaving.then(() => left);
  }

  private async writable(): Promise<OpenSegment> {
    if (this.active) return this.active;
    const name = nextSegmentName(this.lastName);
    this.lastName = name;
    const file = await (this.options.createFile ?? createSegmentFile)(this.options.directory, name);
    const segment = { name, durable: 0 };
    this.list.push(segment);
    const timer = setTimeout(() => this.age(opened), this.options.segmentAgeMs ?? SEGMENT_AGE_MS).unref();
    const opened: OpenSegment = { segment, file, timer, isOld: false };
    return (this.active = opened);
  }

  private age(opened: OpenSegment): void {
    opened.isOld = true;
    // If the removal fails, the next call of `free` repeats it and reports the failure.
    if (this.freed) void this.free(this.freed).catch(() => undefined);
  }

  /**
   * Closes a file, and cuts bytes after its durable end if the disk permits. A file without records is removed: a full disk must
   * not get a file for each rejected record. Never rejects.
   */
  private async leave(left: OpenSegment | undefined): Promise<void> {
    if (!left) return;
    if (this.active === left) this.active = undefined;
    clearTimeout(left.timer);
    await left.file.cut(left.segment.durable).catch(() => undefined);
    await left.file.close().catch(() => undefined);
    if (left.segment.durable === 0) await this.remove(left.segment).catch(() => undefined);
  }
}

function newGroup(): Group {
  let callbacks: Pick<Group, 'resolve' | 'reject'> | undefined;
  const durable = new Promise<void>((resolve, reject) => (callbacks = { resolve, reject }));
  if (!callbacks) throw new Error('unreachable: a promise calls its executor synchronously');
  return { texts: [], bytes: 0, durable, ...callbacks };
}
