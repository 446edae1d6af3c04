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
  /** Records on disk and on their way there, in bytes; beyond it `append` refuses. */
  readonly maxBytes: number;
  /** A file that has reached this size is followed by a new one. Default 8 MiB, and at most a quarter of `maxBytes`. */
  readonly segmentBytes?: number;
  /** A log that has filled half of a file within this time has the next one made ahead. Default a minute. */
  readonly aheadMs?: number;
  /** Names of files that were in use before, so that later ones sort after them. */
  readonly lastName?: string | undefined;
  readonly createFile?: CreateSegmentFile;
}

/** The log takes nothing more until some of it has been freed. */
export class LogFullError extends Error {}

/** Records in memory on their way to the disk, in bytes: a disk that hangs must not fill the memory. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

/** What becomes one record: all who wait for it share a promise. */
interface Group {
  readonly texts: string[];
  bytes: number;
  readonly kept: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/** A file that is written, or will be next. */
interface OpenSegment {
  readonly segment: Segment;
  readonly file: SegmentFile;
}

const SEGMENT_BYTES = 8 * 1024 * 1024;
const AHEAD_MS = 60_000;

/** A place in the log, as a file and a byte of it. */
export interface Position {
  readonly name: string;
  readonly offset: number;
}

/**
 * An append-only log of text in a directory: what was acknowledged is on disk, and is read back in order until its file
 * is freed. What came together is one record, with one checksum and one synced write. After a failed write nothing is known of
 * the file any more (the kernel may have dropped the pages), so it is left behind and the next record begins a new one.
 *
 * A write over zeros that are on disk already leaves the file's length and place alone, so its sync need not wait for the file
 * system's journal, which all on that disk share. So a log that is written much has its next file made ahead.
 */
export class DiskLog {
  /** The next record; the one on its way takes nothing more. */
  private group: Group | undefined;
  /** Of both. */
  private pendingBytes = 0;
  /** Of all files. */
  private durableBytes: number;
  private active: OpenSegment | undefined;
  /** Since when it is written, by performance.now(). */
  private activeSince = 0;
  /** The file after it, full of zeros; undefined where it could not be made. */
  private spare: Promise<OpenSegment | undefined> | undefined;
  /** Files that are done being closed. */
  private leaving: Promise<void> = Promise.resolve();
  private committing: Promise<void> | undefined;
  private lastName: string | undefined;
  private readonly segmentBytes: number;
  private closed = false;
  /** Called after records have become durable. */
  onDurable: () => void = () => undefined;

  private constructor(
    private readonly options: DiskLogOptions,
    readonly recovered: Recovered,
    private readonly list: Segment[],
  ) {
    this.durableBytes = list.reduce((sum, segment) => sum + segment.durable, 0);
    // A log of one file alone would never have one that is done, and so never free any.
    this.segmentBytes = options.segmentBytes ?? Math.min(SEGMENT_BYTES, options.maxBytes / 4);
    this.lastName = [options.lastName, list.at(-1)?.name]
      .filter((name) => name !== undefined)
      .sort()
      .at(-1);
  }

  /** Opens the log, making its directory, and cuts what a crash left half written. */
  static async open(options: DiskLogOptions): Promise<DiskLog> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 });
    const recovered = await recoverSegments(options.directory);
    return new DiskLog(options, recovered, [...recovered.segments]);
  }

  /** The files that hold records, oldest first. */
  get segments(): readonly Segment[] {
    return this.list;
  }

  /** Bytes that it holds, on disk and on their way there. */
  get bytes(): number {
    return this.durableBytes + this.pendingBytes;
  }

  /** The end of what is durable; undefined while it holds nothing. */
  end(): Position | undefined {
    const last = this.list.findLast(({ durable }) => durable > 0);
    return last && { name: last.name, offset: last.durable };
  }

  /** The first place at or after `from` that holds records; undefined when there is none yet. */
  next(from: Position | undefined): Position | undefined {
    for (const { name, durable } of this.list) {
      const offset = name === from?.name ? from.offset : 0;
      if (name >= (from?.name ?? '') && durable > offset) return { name, offset };
    }
    return undefined;
  }

  /** Resolves when the text is on disk. @throws LogFullError, or the disk's error: then it may or may not be kept. */
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
    return group.kept;
  }

  /** Bytes of durable records from a place on. */
  bytesAfter(from: Position): number {
    return this.list.reduce((sum, { name, durable }) => {
      if (name < from.name) return sum;
      return sum + durable - (name === from.name ? from.offset : 0);
    }, 0);
  }

  /**
   * The records from a place on, of one file, no more than fit into `maxBytes` but at least one where there is one. Where all
   * the rest is damaged there are none, and `end` lies behind it.
   *
   * @param restBytes all the rest of the file is read where it is no more than that; default `maxBytes`
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
      // The second look is for one record that is longer than the limit, the last for damage that hides the next one.
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

  /** Removes the files before `name` and, where it is not written any more, a file all of which is before `offset`. */
  async free({ name, offset }: Position): Promise<void> {
    const isDone = (segment: Segment): boolean =>
      segment.name < name ||
      (segment.name === name && segment !== this.active?.segment && segment.durable <= offset);
    while (this.list[0] && isDone(this.list[0])) await this.remove(this.list[0]);
  }

  private async remove(segment: Segment): Promise<void> {
    await rm(join(this.options.directory, segment.name), { force: true });
    // Looked up only now: the list may have changed meanwhile.
    const index = this.list.indexOf(segment);
    if (index < 0) return;
    this.list.splice(index, 1);
    this.durableBytes -= segment.durable;
  }

  /** Takes nothing more and returns when everything taken is settled. */
  async close(): Promise<void> {
    this.closed = true;
    await this.committing;
    await Promise.all([this.leave(this.active), this.leave(await this.spare), this.leaving]);
  }

  /**
   * A commit takes what came in the same turn of the event loop and while the one before was on its way to the disk. No
   * record waits for company beyond that: clients that are all answered at once all send at once, and then machine and
   * clients take turns in being idle.
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
    // Left at once, not by the next record, so that it can be freed: a full log takes no next record.
    if (segment.durable >= this.segmentBytes) {
      const left = this.leave(this.active);
      this.leaving = this.leaving.then(() => left);
    } else if (segment.durable >= this.segmentBytes / 2) this.spare ??= this.makeSpare();
  }

  private async writable(): Promise<OpenSegment> {
    if (this.active) return this.active;
    const next = (await this.takeSpare()) ?? (await this.newSegment(0));
    this.list.push(next.segment);
    this.activeSince = performance.now();
    return (this.active = next);
  }

  private async newSegment(zeros: number): Promise<OpenSegment> {
    const name = nextSegmentName(this.lastName);
    this.lastName = name;
    const file = await (this.options.createFile ?? createSegmentFile)(this.options.directory, name, zeros);
    return { segment: { name, durable: 0 }, file };
  }

  /** Never rejects. Not where its zeros would take room on disk that the log may not have, nor for the few records of a small site. */
  private async makeSpare(): Promise<OpenSegment | undefined> {
    if (this.bytes + 2 * this.segmentBytes > this.options.maxBytes) return undefined;
    if (performance.now() - this.activeSince > (this.options.aheadMs ?? AHEAD_MS)) return undefined;
    // A little more, for the record that reaches beyond the file's size. A disk that has no room for it may well have some for
    // records; if not, their own file will tell.
    return this.newSegment(Math.ceil(this.segmentBytes * 1.05)).catch(() => undefined);
  }

  /** Waits for one that is being made: names are in the order of the records. */
  private async takeSpare(): Promise<OpenSegment | undefined> {
    const spare = await this.spare;
    this.spare = undefined;
    // One that can not even be looked at is not written to either.
    if (!spare || (await spare.file.isThere().catch(() => false))) return spare;
    await this.leave(spare);
    return undefined;
  }

  /**
   * Writes no more to a file; what may lie in it beyond its durable end is cut where the disk lets us. One that holds
   * nothing goes: a disk that stays full must not get a file for each record that it refuses. Never rejects.
   */
  private async leave(left: OpenSegment | undefined): Promise<void> {
    if (!left) return;
    if (this.active === left) this.active = undefined;
    await left.file.cut(left.segment.durable).catch(() => undefined);
    await left.file.close().catch(() => undefined);
    if (left.segment.durable === 0) await this.remove(left.segment).catch(() => undefined);
  }
}

function newGroup(): Group {
  let settle: Pick<Group, 'resolve' | 'reject'> | undefined;
  const kept = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  if (!settle) throw new Error('unreachable: a promise calls its executor at once');
  return { texts: [], bytes: 0, kept, ...settle };
}
