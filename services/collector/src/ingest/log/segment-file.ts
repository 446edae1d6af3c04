import { randomBytes } from 'node:crypto';
import { constants, fdatasync, write } from 'node:fs';
import { open, readdir, readFile, rm, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { scanFrames } from './frame';

/** One file of the log. */
export interface Segment {
  /**
   * `0000000012-5f3a9c01.log`: its place in the order, and a random part, so that no later file ever bears its name:
   * deduplication tokens are made of it.
   */
  readonly name: string;
  /** Bytes known to be on disk; readers go no further. */
  durable: number;
}

const NAME = /^(\d{10})-[0-9a-f]{8}\.log$/;

/** The name of the file after `previous`, or of the first. Names sort in the order of their making. */
export function nextSegmentName(previous: string | undefined): string {
  const number = Number(previous?.slice(0, 10) ?? 0) + 1;
  return `${String(number).padStart(10, '0')}-${randomBytes(4).toString('hex')}.log`;
}

/** What a start found in a log's directory. */
export interface Recovered {
  readonly segments: readonly Segment[];
  /** Bytes of records that were being written when the process or machine ended; nobody was told that they were kept. */
  readonly tornBytes: number;
  /** Bytes lost to damage on the disk. */
  readonly damagedBytes: number;
}

/**
 * Finds the files of a log, cuts what was only half written and the zeros that were waiting for records, and removes files
 * without a record.
 */
export async function recoverSegments(directory: string): Promise<Recovered> {
  const segments: Segment[] = [];
  let tornBytes = 0;
  let damagedBytes = 0;
  for (const name of (await readdir(directory)).filter((entry) => NAME.test(entry)).sort()) {
    const path = join(directory, name);
    const bytes = await readFile(path);
    const scan = scanFrames(bytes);
    tornBytes += withoutZeros(bytes.subarray(scan.end)).length;
    damagedBytes += scan.damagedBytes;
    if (scan.end === 0) await rm(path);
    else {
      if (scan.end < bytes.length) await truncate(path, scan.end);
      segments.push({ name, durable: scan.end });
    }
  }
  return { segments, tornBytes, damagedBytes };
}

/** Up to the last byte that is none of the zeros a file was made with. */
function withoutZeros(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

/** What the writer needs of the file system; tests put failing disks here. */
export interface SegmentFile {
  /** Writes all the bytes at a place and returns once they are on disk. */
  write(bytes: Buffer, position: number): Promise<void>;
  cut(length: number): Promise<void>;
  /** False once somebody has removed it: what is written to it from then on is lost. */
  isThere(): Promise<boolean>;
  close(): Promise<void>;
}

/** @param zeros bytes that it is made with; records are written over them. Rejects where the disk has little more room than they take. */
export type CreateSegmentFile = (directory: string, name: string, zeros: number) => Promise<SegmentFile>;

/**
 * Linux syncs each write by itself (`O_DSYNC`: as a write and an fdatasync do, open(2)): one errand of the thread pool a
 * commit instead of two. Elsewhere that flag may stop at the disk's own cache.
 */
const SYNCS_ITSELF = process.platform === 'linux';
const TO_WRITE = constants.O_WRONLY | (SYNCS_ITSELF ? constants.O_DSYNC : 0);
/** How many times over the disk must have room for them. */
const ROOM_FOR_ZEROS = 2;
const PIECE_OF_ZEROS = Buffer.alloc(64 * 1024);

/** Makes a new file whose name and zeros, too, survive a loss of power. */
export const createSegmentFile: CreateSegmentFile = async (directory, name, zeros) => {
  if (zeros > 0) await refuseLittleRoom(directory, zeros);
  const path = join(directory, name);
  const handle = await open(path, TO_WRITE | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    if (zeros > 0) await fillWithZeros(path, zeros);
    await syncDirectory(directory);
  } catch (error) {
    // Nobody else knows of it: neither the file nor its handle may stay for each try.
    await handle.close().catch(() => undefined);
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
  return {
    write: (bytes, position) => writeDurably(handle.fd, bytes, position),
    cut: (length) => handle.truncate(length),
    isThere: async () => (await handle.stat()).nlink > 0,
    close: () => handle.close(),
  };
};

/** Zeros that take the last room of a disk, if only until they are given up, take it from the records of just then. */
async function refuseLittleRoom(directory: string, zeros: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < ROOM_FOR_ZEROS * zeros) throw new Error('The disk has little room left.');
}

/** Real ones: room that is only reserved is entered in the file system's journal with the first write to it, as growth is. */
async function fillWithZeros(path: string, length: number): Promise<void> {
  // Not by the log's own handle, which would sync each piece.
  const handle = await open(path, 'r+');
  try {
    for (let left = length; left > 0; left -= PIECE_OF_ZEROS.length)
      await handle.writeFile(PIECE_OF_ZEROS.subarray(0, left)); // goes on where the last one ended
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** By callbacks: this happens hundreds of times a second, and the promises of `FileHandle` cost as much as the rest of it. */
function writeDurably(file: number, bytes: Buffer, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null): void => (error ? reject(error) : resolve());
    const writeFrom = (done: number): void =>
      write(file, bytes, done, bytes.length - done, position + done, (error, written) => {
        if (error) reject(error);
        else if (done + written < bytes.length) writeFrom(done + written);
        else if (SYNCS_ITSELF) resolve();
        else fdatasync(file, settle);
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
