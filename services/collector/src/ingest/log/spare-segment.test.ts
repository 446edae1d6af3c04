import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import fc from 'fast-check';
import { DiskLog, type DiskLogOptions } from './disk-log';
import { encodeFrame } from './frame';
import { createSegmentFile, type CreateSegmentFile } from './segment-file';

const SEGMENT = 1_000;
/** A record and its header are a tenth of a file. */
const TEXT = 'x'.repeat(SEGMENT / 10 - 12);

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'spare-segment-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (options: Partial<DiskLogOptions> = {}): Promise<DiskLog> =>
  DiskLog.open({ directory, maxBytes: 1_000_000, segmentBytes: SEGMENT, ...options });

/** Each a record of its own. */
async function append(log: DiskLog, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await log.append(TEXT);
}

async function readAll(log: DiskLog): Promise<string[]> {
  const found: string[] = [];
  for (let at = log.next(undefined); at; at = log.next(at)) {
    const scan = await log.read(at, SEGMENT);
    found.push(...scan.frames.map(({ payload }) => payload.toString()));
    at = { name: at.name, offset: at.offset + scan.end };
  }
  return found;
}

const files = (): string[] => readdirSync(directory).sort();
const contents = (): Buffer[] => files().map((name) => readFileSync(join(directory, name)));
const sizeOnDisk = (): number => files().reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
const isZeros = (bytes: Buffer | undefined): boolean =>
  bytes !== undefined && bytes.length > SEGMENT && bytes.every((byte) => byte === 0);
const spareMade = (): Promise<true> =>
  waitFor('a file of zeros', () => contents().some((bytes) => isZeros(bytes)));

/** Tells which files were asked for, and with how many zeros; refuses those with zeros where it is told to. */
function watchedDisk(refusal?: string) {
  const asked: number[] = [];
  const createFile: CreateSegmentFile = (folder, name, zeros) => {
    asked.push(zeros);
    if (zeros > 0 && refusal !== undefined)
      return Promise.reject(Object.assign(new Error(refusal), { code: refusal }));
    return createSegmentFile(folder, name, zeros);
  };
  return { asked, createFile };
}

describe('the next file of a log', () => {
  it('is made of zeros once half of the present one is written, not before', async () => {
    const { asked, createFile } = watchedDisk();
    const log = await open({ createFile });
    await append(log, 4);
    expect(asked).toEqual([0]);
    await append(log, 1);
    await spareMade();
    expect(asked).toHaveLength(2);
    expect(files()).toHaveLength(2);
    expect(log.segments).toHaveLength(1);
    await log.close();
    // Nothing is left of it, nor of zeros in the others.
    expect(contents().map(({ length }) => length)).toEqual([SEGMENT / 2]);
  });

  it('is not made ahead for a log that fills slowly', async () => {
    const { asked, createFile } = watchedDisk();
    const log = await open({ createFile, aheadMs: -1 });
    await append(log, 25);
    await log.close();
    expect(asked).toEqual([0, 0, 0]);
  });

  it('is written in its turn, in place, and cut to what it holds when it is done', async () => {
    const { asked, createFile } = watchedDisk();
    const log = await open({ createFile });
    await append(log, 5);
    await spareMade();
    const spare = files()[1] ?? '';
    const { ino, size } = statSync(join(directory, spare));
    await append(log, 6);
    expect(log.segments.map(({ name }) => name)).toEqual(files());
    expect(statSync(join(directory, spare))).toMatchObject({ ino, size });
    await append(log, 8);
    await log.close();
    expect(contents().map(({ length }) => length)).toEqual([SEGMENT, SEGMENT - SEGMENT / 10]);
    expect(asked.slice(1).every((zeros) => zeros > SEGMENT)).toBe(true);
    const again = await open();
    expect(again.recovered).toMatchObject({ tornBytes: 0, damagedBytes: 0 });
    expect(await readAll(again)).toEqual(Array.from({ length: 19 }, () => TEXT));
    await again.close();
  });

  it('takes no room on disk that the log may not have, and no room from records', async () => {
    const maxBytes = 3 * SEGMENT;
    const log = await open({ maxBytes });
    const records = maxBytes / (SEGMENT / 10);
    for (let i = 0; i < records; i++) {
      await append(log, 1);
      expect(sizeOnDisk()).toBeLessThanOrEqual(maxBytes);
    }
    expect(log.bytes).toBe(maxBytes);
    await expect(append(log, 1)).rejects.toThrow('full');
    await log.close();
  });

  it('is made by the first record where the disk has no room for zeros, and nothing of the tries is left', async () => {
    const { asked, createFile } = watchedDisk('ENOSPC');
    const log = await open({ createFile });
    await append(log, 34);
    // One try a file.
    expect(asked.filter((zeros) => zeros > 0)).toHaveLength(3);
    expect(await readAll(log)).toHaveLength(34);
    expect(files()).toEqual(log.segments.map(({ name }) => name));
    await log.close();
  });

  it('is another where the disk tells nothing of it, and no file is left of the first', async () => {
    const createFile: CreateSegmentFile = async (folder, name, zeros) => ({
      ...(await createSegmentFile(folder, name, zeros)),
      isThere: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })),
    });
    const log = await open({ createFile });
    await append(log, 5);
    await spareMade();
    await append(log, 6);
    expect(await readAll(log)).toHaveLength(11);
    expect(files()).toEqual(log.segments.map(({ name }) => name));
    await log.close();
  });

  it('is another where somebody removed it', async () => {
    const log = await open();
    await append(log, 5);
    await spareMade();
    rmSync(join(directory, files()[1] ?? ''));
    await append(log, 6);
    await log.close();
    const again = await open();
    expect(await readAll(again)).toHaveLength(11);
    await again.close();
  });
});

describe('after a kill', () => {
  /** As a kill leaves it: some records in a file of zeros, and part of the one that was being written. */
  function leave(records: readonly string[], written: Buffer): Buffer {
    const whole = Buffer.concat(records.map((text) => encodeFrame([text], Buffer.byteLength(text))));
    const file = Buffer.alloc(whole.length + written.length + SEGMENT);
    whole.copy(file);
    written.copy(file, whole.length);
    writeFileSync(join(directory, '0000000007-00c0ffee.log'), file);
    writeFileSync(join(directory, '0000000008-0badcafe.log'), Buffer.alloc(SEGMENT));
    return whole;
  }

  it('the zeros of the present file are cut and the spare one is removed, wherever the last record was torn', async () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, fc.string({ minLength: 1, maxLength: 20 }), async (records, last) => {
        const frame = encodeFrame([last], Buffer.byteLength(last));
        for (let at = 0; at < frame.length; at++) {
          // A whole record is kept though nobody was told: its own last bytes may be zeros.
          const torn = Buffer.concat([frame.subarray(0, at), Buffer.alloc(frame.length - at)]);
          if (torn.equals(frame)) continue;
          rmSync(directory, { recursive: true, force: true });
          await (await open()).close();
          const whole = leave(records, torn);
          const log = await open();
          expect(log.recovered).toMatchObject({ damagedBytes: 0 });
          expect(log.recovered.tornBytes).toBeLessThanOrEqual(at);
          expect(contents()).toEqual([whole]);
          await log.append('later');
          expect(await readAll(log)).toEqual([...records, 'later']);
          await log.close();
        }
      }),
      { numRuns: 15 },
    );
  });

  it('zeros alone are no record that was torn', async () => {
    leave(['one'], Buffer.alloc(0));
    const log = await open();
    expect(log.recovered).toMatchObject({ tornBytes: 0, damagedBytes: 0 });
    await log.close();
  });

  it('a record of which pages in the middle never reached the disk is cut', async () => {
    const text = 'y'.repeat(9_000);
    const frame = encodeFrame([text], text.length).fill(0, 4_096, 8_192);
    const whole = leave(['one', 'two'], frame);
    const log = await open();
    expect(await readAll(log)).toEqual(['one', 'two']);
    expect(log.recovered.tornBytes).toBe(frame.length);
    expect(contents()).toEqual([whole]);
    await log.close();
  });
});
