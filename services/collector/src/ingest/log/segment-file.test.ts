import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { DiskLog } from './disk-log';
import { encodeFrame } from './frame';

const SEGMENT = 1_000;

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'segment-file-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (): Promise<DiskLog> => DiskLog.open({ directory, maxBytes: 1_000_000, segmentBytes: SEGMENT });

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

describe('recovery after a kill', () => {
  /** Writes the files of a killed process of an older version, which filled files with zeros in advance. */
  function leave(records: readonly string[], written: Buffer): Buffer {
    const whole = Buffer.concat(records.map((text) => encodeFrame([text], Buffer.byteLength(text))));
    const file = Buffer.alloc(whole.length + written.length + SEGMENT);
    whole.copy(file);
    written.copy(file, whole.length);
    writeFileSync(join(directory, '0000000007-00c0ffee.log'), file);
    writeFileSync(join(directory, '0000000008-0badcafe.log'), Buffer.alloc(SEGMENT));
    return whole;
  }

  it('cuts the last record and the zeros after it, wherever it was torn, and removes a file of zeros', async () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, fc.string({ minLength: 1, maxLength: 20 }), async (records, last) => {
        const frame = encodeFrame([last], Buffer.byteLength(last));
        for (let at = 0; at < frame.length; at++) {
          // A complete record is kept, though it was not acknowledged: its own last bytes may be zeros.
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

  it('does not count zeros as a torn record', async () => {
    leave(['one'], Buffer.alloc(0));
    const log = await open();
    expect(log.recovered).toMatchObject({ tornBytes: 0, damagedBytes: 0 });
    await log.close();
  });

  it('cuts a record whose middle pages never reached the disk', async () => {
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
