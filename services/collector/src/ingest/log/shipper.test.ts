import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { DiskLog } from './disk-log';
import { batchDelay, Shipper, type Batch } from './shipper';
import { readCursor } from './shipping-progress';

const TEXT = 'x'.repeat(100);

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'shipper-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

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

test('sends an interrupted batch again unchanged, without the records that followed', async () => {
  const sent: Batch[] = [];
  const cut = await start((batch, signal) => {
    sent.push(batch);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut'))));
  });
  await Promise.all(Array.from({ length: 8 }, () => cut.log.append(TEXT)));
  await waitFor('a batch to be in flight', () => sent.length === 1);
  await cut.log.append(TEXT);
  await cut.log.close();
  await cut.shipper.stop(0);

  const resent: Batch[] = [];
  const again = await start((batch) => Promise.resolve(void resent.push(batch)));
  expect(await again.shipper.shipped(10_000)).toBe(true);
  await again.log.close();
  await again.shipper.stop(0);
  expect(resent.map(({ lines }) => lines.toString())).toEqual([TEXT.repeat(8), TEXT]);
  expect(resent[0]?.token).toBe(sent[0]?.token);
  expect(resent[1]?.token).not.toBe(sent[0]?.token);
});

test.each([
  ['the minimum for a fast store', 200, 20, 200],
  ['longer for a busy store', 200, 150, 600],
  ['at most one second', 200, 450, 1_000],
  ['less if two inserts and a second take too long', 200, 700, 500],
  ['the minimum if inserts alone take too long', 200, 60_000, 200],
  ['the minimum even if it exceeds one second', 1_500, 300, 1_500],
  ['no time with the minimum 0', 0, 300, 0],
])('a batch waits %s', (_, min, took, delay) => {
  expect(batchDelay(min, took)).toBe(delay);
});
