import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import fc from 'fast-check';
import { DiskLog, LogFullError, type DiskLogOptions, type Position } from './disk-log';
import { createSegmentFile, type CreateSegmentFile } from './segment-file';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'disk-log-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (options: Partial<DiskLogOptions> = {}): Promise<DiskLog> =>
  DiskLog.open({ directory, maxBytes: 1_000_000, segmentBytes: 200, ...options });

async function readAll(log: DiskLog): Promise<string[]> {
  const found: string[] = [];
  for (let at = log.next(undefined); at; at = log.next(at)) {
    const scan = await log.read(at, 100);
    found.push(...scan.frames.flatMap(({ payload }) => payload.toString().trimEnd().split('\n')));
    at = { name: at.name, offset: at.offset + scan.end };
  }
  return found;
}

/** Appends a line: texts that are appended together are one record. */
const append = (log: DiskLog, text: string): Promise<void> => log.append(`${text}\n`);
const files = (): string[] => readdirSync(directory).sort();

/** A disk that fails while `fault` is set. */
function failingDisk() {
  const disk = { fault: undefined as { at: 'create' | 'write' | 'sync'; code: string } | undefined };
  const check = (at: 'create' | 'write' | 'sync'): void => {
    if (disk.fault?.at === at) throw Object.assign(new Error(disk.fault.code), { code: disk.fault.code });
  };
  const createFile: CreateSegmentFile = async (folder, name) => {
    check('create');
    const file = await createSegmentFile(folder, name);
    return {
      ...file,
      write: async (bytes, position) => {
        // A disk that becomes full writes a part.
        if (disk.fault?.at === 'write') await file.write(bytes.subarray(0, bytes.length / 2), position);
        check('write');
        await file.write(bytes, position);
        check('sync');
      },
    };
  };
  return { disk, createFile };
}

describe('disk log', () => {
  it('reads concurrently appended texts in order, also after a restart', async () => {
    const log = await open();
    const texts = Array.from({ length: 100 }, (_, i) => `record ${i}`);
    await Promise.all(texts.map((text) => append(log, text)));
    expect(await readAll(log)).toEqual(texts);
    await log.close();
    const again = await open();
    expect(await readAll(again)).toEqual(texts);
    await append(again, 'later');
    expect(await readAll(again)).toEqual([...texts, 'later']);
    await again.close();
  });

  it('returns every acknowledged text once after repeated crashes with torn files', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            appends: fc.integer({ min: 1, max: 20 }),
            torn: fc.uint8Array({ maxLength: 40 }),
            cut: fc.nat(30),
          }),
          { minLength: 1, maxLength: 5 },
        ),
        async (crashes) => {
          rmSync(directory, { recursive: true, force: true });
          const acknowledged: string[] = [];
          for (const { appends, torn, cut } of crashes) {
            const log = await open();
            const texts = Array.from({ length: appends }, (_, i) => `record ${acknowledged.length + i}`);
            // In groups of three, each on disk before the next.
            for (let i = 0; i < appends; i += 3)
              await Promise.all(texts.slice(i, i + 3).map((text) => append(log, text)));
            acknowledged.push(...texts);
            const last = join(directory, log.end()?.name ?? '');
            await log.close();
            // The remains of a record that was being written: a part of it, or garbage.
            appendFileSync(last, readFileSync(last).subarray(0, cut % 12));
            appendFileSync(last, torn);
          }
          const log = await open();
          expect(await readAll(log)).toEqual(acknowledged);
          await log.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('reports torn and damaged bytes, and loses only the damaged record', async () => {
    const log = await open({ segmentBytes: 10_000 });
    for (const text of ['one', 'two', 'three']) await append(log, text);
    await log.close();
    const file = join(directory, files()[0] ?? '');
    const bytes = readFileSync(file);
    bytes[18] = 0; // in "two"
    writeFileSync(file, bytes);
    truncateSync(file, bytes.length);
    appendFileSync(file, 'torn');
    const again = await open();
    expect(await readAll(again)).toEqual(['one', 'three']);
    expect(again.recovered).toMatchObject({ tornBytes: 4, damagedBytes: 16 });
    await again.close();
  });

  it('begins a new file at its size, frees shipped files and never reuses a name', async () => {
    const log = await open();
    for (let i = 0; i < 40; i++) await append(log, 'x'.repeat(50));
    const before = files();
    expect(before.length).toBeGreaterThan(5);
    const end = log.end();
    if (end) await log.free(end);
    await log.close();
    if (end) await log.free(end);
    expect(files()).toEqual([]);
    const again = await open({ lastName: end?.name });
    await append(again, 'new');
    expect([end?.name.slice(0, 10), files()[0]?.slice(0, 10)]).toEqual(['0000000010', '0000000011']);
    await again.close();
  });

  it('removes an old file whose records are freed, without another record, and begins a new one', async () => {
    const log = await open({ segmentAgeMs: 1 });
    for (const round of ['first', 'second']) {
      await append(log, round);
      expect(await readAll(log)).toEqual([round]);
      const end = log.end();
      if (end) await log.free(end);
      await waitFor('the file to be removed', () => files().length === 0);
      expect([log.bytes, log.end()]).toEqual([0, undefined]);
    }
    await log.close();
  });

  it('closes an old file only once its records are being freed', async () => {
    const log = await open({ segmentBytes: 10_000, segmentAgeMs: 1 });
    await append(log, 'one');
    const one = log.end();
    // A timer of the same duration fires after that of the file.
    await sleep(1);
    await append(log, 'two');
    expect(files()).toHaveLength(1);
    if (one) await log.free(one);
    await append(log, 'three');
    expect(files()).toHaveLength(2);
    expect(await readAll(log)).toEqual(['one', 'two', 'three']);
    await log.close();
  });

  it('loses no record while old files are closed and freed', async () => {
    const log = await open({ segmentBytes: 100_000, segmentAgeMs: 1 });
    const texts = Array.from({ length: 300 }, (_, i) => `record ${i}`);
    const read: string[] = [];
    let at: Position | undefined;
    const ship = async (): Promise<void> => {
      for (let from = log.next(at); from; from = log.next(at)) {
        const scan = await log.read(from, 100);
        read.push(...scan.frames.map(({ payload }) => payload.toString().trimEnd()));
        at = { name: from.name, offset: from.offset + scan.end };
        await log.free(at);
      }
    };
    for (const text of texts) await Promise.all([append(log, text), ship()]);
    await ship();
    expect(read.flatMap((record) => record.split('\n'))).toEqual(texts);
    expect(Number(at?.name.slice(0, 10))).toBeGreaterThan(3);
    await log.close();
  });

  it('rejects texts when it is full, and accepts them again once a file is freed', async () => {
    const log = await open({ maxBytes: 1_000 });
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => append(log, 'x'.repeat(99))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expect(append(log, 'x'.repeat(99))).rejects.toThrow(LogFullError);
    const end = log.end();
    if (end) await log.free(end);
    await append(log, 'x'.repeat(99));
    await log.close();
  });

  it('accepts texts again with a maximum below the size of a file, once all were shipped', async () => {
    const log = await DiskLog.open({ directory, maxBytes: 1_000 });
    for (let round = 0; round < 3; round++) {
      const results = await Promise.allSettled(Array.from({ length: 30 }, () => append(log, 'x'.repeat(99))));
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(5);
      const end = log.end();
      if (end) await log.free(end);
    }
    await log.close();
  });

  it('reads the rest of a file up to the second limit, otherwise up to the first', async () => {
    const log = await open({ segmentBytes: 200 });
    for (let i = 0; i < 4; i++) await append(log, 'x'.repeat(50));
    const start = { name: files()[0] ?? '', offset: 0 };
    expect((await log.read(start, 210, 252)).frames).toHaveLength(4);
    expect((await log.read(start, 210, 251)).frames).toHaveLength(3);
    expect((await log.read(start, 210)).frames).toHaveLength(3);
    await log.close();
  });

  it.each([
    ['write', 'ENOSPC'],
    ['write', 'EIO'],
    ['sync', 'EIO'],
    ['create', 'EROFS'],
  ] as const)(
    'rejects texts while %s fails with %s, then recovers without losing acknowledged ones',
    async (at, code) => {
      const { disk, createFile } = failingDisk();
      const log = await open({ createFile, segmentBytes: at === 'create' ? 1 : 10_000 });
      await append(log, 'before');
      disk.fault = { at, code };
      await expect(append(log, 'refused 1')).rejects.toMatchObject({ code });
      await expect(append(log, 'refused 2')).rejects.toMatchObject({ code });
      expect(await readAll(log)).toEqual(['before']);
      // The end of the durable records.
      expect(log.end()?.name).toBe(files()[0]);
      disk.fault = undefined;
      await append(log, 'after');
      expect(await readAll(log)).toEqual(['before', 'after']);
      // Rejected texts leave no file.
      expect(files()).toHaveLength(2);
      expect(log.segments).toHaveLength(2);
      await log.close();
      const again = await open();
      expect(await readAll(again)).toEqual(['before', 'after']);
      await again.close();
    },
  );

  it('rejects texts while its directory is missing, then recovers', async () => {
    const log = await open({ segmentBytes: 1 });
    await append(log, 'before');
    rmSync(directory, { recursive: true });
    await expect(append(log, 'refused')).rejects.toMatchObject({ code: 'ENOENT' });
    await (await open()).close();
    await append(log, 'after');
    await log.close();
  });

  it('reads a record that is longer than the limit', async () => {
    const log = await open();
    await append(log, 'y'.repeat(5_000));
    await append(log, 'short');
    expect((await readAll(log)).map(({ length }) => length)).toEqual([5_000, 5]);
    await log.close();
  });
});
