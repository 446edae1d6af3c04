import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { readCursor } from './cursor-file';
import { DiskLog } from './disk-log';
import { Shipper, type Batch } from './shipper';

const TEXT = 'x'.repeat(100);

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'shipper-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Starts as the event log does. */
async function start(deliver: (batch: Batch, signal: AbortSignal) => Promise<void>) {
  const cursor = await readCursor(directory);
  const log = await DiskLog.open({ directory, maxBytes: 1_000_000, lastName: cursor?.name });
  const onDamage = (bytes: number): never => {
    throw new Error(`${bytes} damaged bytes`);
  };
  const shipper = Shipper.start(
    { log, directory, deliver, batchMs: 1, onFailure: () => undefined, onDamage, random: () => 0 },
    cursor,
  );
  return { log, shipper };
}

test('an interrupted batch goes again as it was, though a little more has come behind it meanwhile', async () => {
  const sent: Batch[] = [];
  const cut = await start((batch, signal) => {
    sent.push(batch);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))));
  });
  await Promise.all(Array.from({ length: 8 }, () => cut.log.append(TEXT)));
  await waitFor('a batch to be under way', () => sent.length === 1);
  await cut.log.append(TEXT);
  await cut.log.close();
  await cut.shipper.stop(0);

  const resent: Batch[] = [];
  const again = await start((batch) => Promise.resolve(void resent.push(batch)));
  expect(await again.shipper.settled(10_000)).toBe(true);
  await again.log.close();
  await again.shipper.stop(0);
  expect(resent.map(({ lines }) => lines.toString())).toEqual([TEXT.repeat(8), TEXT]);
  expect(resent[0]?.token).toBe(sent[0]?.token);
  expect(resent[1]?.token).not.toBe(sent[0]?.token);
});
