import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '../src/testing/migrated-clickhouse';
import { insertEvents } from '../src/insert-events';
import { createStoredIds, type VisitorKey } from '../src/stored-ids';
import { sampleEvent } from '../src/testing/sample-event';
import { createVisitorKeyCheck, openStoredIds, VisitorKeyError } from '../src/visitor-key-record';

const KEY = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);
const FINGERPRINT = createStoredIds(KEY).fingerprint;

let clickhouse: TestClickhouse;
beforeEach(async () => {
  clickhouse = await migratedClickhouse();
});
afterEach(() => clickhouse.drop());

const open = (key: VisitorKey | undefined, client = clickhouse.client) =>
  openStoredIds(client, key, silentLog());

test('all programs of an event store have the key of the first one', async () => {
  await open(KEY);
  const { storedIds } = await open(KEY);
  expect(storedIds.ofVisitor(1, 'v')).toBe(createStoredIds(KEY).ofVisitor(1, 'v'));
  await expect(open(OTHER)).rejects.toThrow(VisitorKeyError);
  await expect(open(OTHER)).rejects.toThrow(
    `fingerprint ${createStoredIds(OTHER).fingerprint}, but a key with the fingerprint ${FINGERPRINT}`,
  );
  for (const none of ['none', undefined] as const)
    await expect(open(none)).rejects.toThrow(
      `VISITOR_KEY is no key, but a key with the fingerprint ${FINGERPRINT}`,
    );
});

test('one of several programs that start together decides', async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => open(Buffer.alloc(32, n))));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an event store with events from before the key has none', async () => {
  await insertEvents(clickhouse.client, [sampleEvent()]);
  await expect(open(KEY)).rejects.toThrow('hashed without a key. Set it to none');
  await open('none');
  await open(undefined);
});

test('a key set after a start without one is refused', async () => {
  await open(undefined);
  await expect(open(KEY)).rejects.toThrow('hashed without a key. Set it to none');
});

test('a missing setting causes a warning, none does not', async () => {
  for (const [key, warnings] of [
    [undefined, 1],
    ['none', 0],
  ] as const) {
    const { log, lines } = recordedLog();
    await openStoredIds(clickhouse.client, key, log);
    expect(lines.filter((line) => line.includes('VISITOR_KEY is not set'))).toHaveLength(warnings);
  }
});

test('an operator can replace a lost key, as KEYS.md describes', async () => {
  await open(OTHER);
  await insertEvents(clickhouse.client, [sampleEvent()]);
  await clickhouse.client.command({
    query: `ALTER TABLE visitor_keys UPDATE fingerprint = '${FINGERPRINT}' WHERE true`,
    clickhouse_settings: { mutations_sync: '2' },
  });
  await open(KEY);
});

test('a program that starts without ClickHouse checks the key later', async () => {
  await open(KEY);
  const url = new URL(clickhouse.url);
  url.port = '1';
  const unreachable = createClickhouse({ clickhouseUrl: url.toString(), applicationName: 'test' });
  const { checkVisitorKey } = await open(OTHER, unreachable);
  await expect(checkVisitorKey()).rejects.toThrow('ECONNREFUSED');
  await unreachable.close();
  const check = createVisitorKeyCheck(clickhouse.client, createStoredIds(OTHER));
  await expect(check()).rejects.toThrow(VisitorKeyError);
});
