import { randomBytes } from 'node:crypto';
import { constants, fdatasync, write } from 'node:fs';
import { open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { scanFrames } from './frame';

/** One file of the log. */
export interface Segment {
  /**
   * `0000000012-5f3a9c01.log`: a sequence number, and a random part that makes the name unique: deduplication tokens contain
   * it.
   */
  readonly name: string;
  /** Number of bytes that are on disk; readers read no further. */
  durable: number;
}

const NAME = /^(\d{10})-[0-9a-f]{8}\.log$/;

/** Returns the name of the file after `previous`, or of the first. Names sort in the order of their creation. */
export function nextSegmentName(previous: string | undefined): string {
  const number = Number(previous?.slice(0, 10) ?? 0) + 1;
  return `${String(number).padStart(10, '0')}-${randomBytes(4).toString('hex')}.log`;
}

/** The result of reading a log's directory at the start. */
export interface Recovered {
  readonly segments: readonly Segment[];
  /** Bytes of records that were being written when the process or machine ended; they were never acknowledged. */
  readonly tornBytes: number;
  /** Bytes lost to damage on the disk. */
  readonly damagedBytes: number;
}

/** Finds the files of a log, cuts incomplete records and removes files without a record. */
export async function recoverSegments(directory: string): Promise<Recovered> {
  const segments: Segment[] = [];
  let tornBytes = 0;
  let damagedBytes = 0;
  for (const name of (await readdir(directory)).filter((entry) => NAME.test(entry)).sort()) {
    const path = join(directory, name);
    const bytes = await readFile(path);
    const scan = scanFrames(bytes);
    tornBytes += lengthWithoutZeros(bytes.subarray(scan.end));
    damagedBytes += scan.damagedBytes;
    if (scan.end === 0) await rm(path);
    else {
      if (scan.end < bytes.length) await truncate(path, scan.end);
      segments.push({ name, durable: scan.end });
    }
  }
  return { segments, tornBytes, damagedBytes };
}

/** Older versions filled files with zeros in advance. */
function lengthWithoutZeros(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
}

/** The writer's interface to the file system; tests inject failing disks. */
export interface SegmentFile {
  /** Writes all bytes at a position and resolves once they are on disk. */
  write(bytes: Buffer, position: number): Promise<void>;
  cut(length: number): Promise<void>;
  close(): Promise<void>;
}

export type CreateSegmentFile = (directory: string, name: string) => Promise<SegmentFile>;

/**
 * On Linux each write syncs itself (`O_DSYNC`: a write and an fdatasync, open(2)): one task of the thread pool per commit instead
 * of two. Elsewhere the flag may only reach the disk's cache.
 */
const WRITES_SYNC = process.platform === 'linux';
const FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (WRITES_SYNC ? constants.O_DSYNC : 0);

/** Creates a file whose directory entry survives a power loss. */
export const createSegmentFile: CreateSegmentFile = async (directory, name) => {
  const path = join(directory, name);
  const handle = await open(path, FLAGS, 0o600);
  try {
    await syncDirectory(directory);
  } catch (error) {
    // Nothing else refers to the file: neither it nor its handle may remain for each attempt.
    await handle.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
  return {
    write: (bytes, position) => writeDurably(handle.fd, bytes, position),
    cut: (length) => handle.truncate(length),
    close: () => handle.close(),
  };
};

/** With callbacks: this runs hundreds of times a second, and the promises of `FileHandle` would double its cost. */
function writeDurably(file: number, bytes: Buffer, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null): void => (error ? reject(error) : resolve());
    const writeFrom = (done: number): void =>
      write(file, bytes, done, bytes.length - done, position + done, (error, written) => {
        if (error) reject(error);
        else if (done + written < bytes.length) writeFrom(done + written);
        else if (WRITES_SYNC) resolve();
        else fdatasync(file, finish);
      });
    writeFrom(0);
  });
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
