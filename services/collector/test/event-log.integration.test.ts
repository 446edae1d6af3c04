import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventRow } from '@headwater/eventstore/event-row';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { logDirectoryOf } from '../src/ingest/log-directories';
import { openEventLog } from '../src/ingest/open-event-log';
import { openEventLogs } from '../src/ingest/open-event-logs';

let clickhouse: TestClickhouse;
let logDir: string;

beforeAll(async () => {
  clickhouse = await testClickhouse();
  await migrateEventStore(clickhouse.client);
});
beforeEach(() => {
  logDir = mkdtempSync(join(tmpdir(), 'event-log-'));
});
afterEach(() => rmSync(logDir, { recursive: true }));
afterAll(() => clickhouse.drop());

const line = (row: EventRow): string => `${JSON.stringify(row)}\n`;
const open = (batchMs = 5) =>
  openEventLog(clickhouse.client, { logDir, logMaxMib: 16, batchMs }, silentLog());

async function rows<T>(query: string): Promise<T[]> {
  const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
  return result.json<T>();
}

const count = async (siteId: number): Promise<number> =>
  (await rows<{ n: number }>(`SELECT count() AS n FROM events WHERE site_id = ${siteId}`))[0]?.n ?? 0;

/** One that is never reached. */
const awayClickhouse = () =>
  createClickhouse({
    clickhouseUrl: 'http://nobody:x@127.0.0.1:1/headwater',
    applicationName: 'test',
    requestTimeoutMs: 1_000,
  });

describe('event log', () => {
  it('stores all rows of a batch but the one that ClickHouse refuses, which it keeps with the reason', async () => {
    const log = await open();
    const good = Array.from({ length: 40 }, () => sampleEvent({ workspace_id: 3, site_id: 101 }));
    const bad = sampleEvent({ workspace_id: 3, site_id: 101, visitor_id: 'no number' });
    await log.append([...good.slice(0, 17), bad, ...good.slice(17)].map(line));
    expect(await log.settled(10_000)).toBe(true);
    expect(await count(101)).toBe(40);
    const letters = await rows<{ workspace_id: number; site_id: number; reason: string; event: string }>(
      'SELECT workspace_id, site_id, reason, event FROM dead_letters FINAL',
    );
    expect(letters).toEqual([
      {
        workspace_id: 3,
        site_id: 101,
        reason: expect.stringContaining('Cannot parse'),
        event: JSON.stringify(bad),
      },
    ]);
    await log.close();
  });

  it('has given its files back when it is closed with nothing left to ship', async () => {
    const log = await open();
    await log.append([line(sampleEvent({ site_id: 102 }))]);
    await log.close();
    expect(await count(102)).toBe(1);
    expect(readdirSync(logDir)).toEqual(['cursor.json']);
  });

  it('tells how long the oldest event waits, also over a restart, until ClickHouse has it', async () => {
    const away = awayClickhouse();
    const begun = performance.now();
    const cut = await openEventLog(away, { logDir, logMaxMib: 16, batchMs: 5 }, silentLog());
    expect(cut.waitingMs()).toBe(0);
    await cut.append([line(sampleEvent({ site_id: 104 }))]);
    expect(await cut.settled(50)).toBe(false);
    const waited = cut.waitingMs();
    expect(waited).toBeGreaterThanOrEqual(40);
    expect(waited).toBeLessThanOrEqual(performance.now() - begun);
    await cut.close();
    await away.close();

    const file = readdirSync(logDir).find((name) => name.endsWith('.log')) ?? 'none';
    const anHourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(logDir, file), anHourAgo, anHourAgo);
    const log = await open(60_000);
    expect(log.waitingMs()).toBeGreaterThanOrEqual(3_600_000);
    expect(await log.settled(10_000)).toBe(true);
    expect(log.waitingMs()).toBe(0);
    await log.close();
  });

  it('tells how long the oldest event waits that a process left which is no more', async () => {
    const away = awayClickhouse();
    const directory = logDirectoryOf(logDir, 1);
    const former = await openEventLog(away, { logDir: directory, logMaxMib: 16, batchMs: 5 }, silentLog());
    await former.append([line(sampleEvent({ site_id: 105 }))]);
    await former.close();
    const settings = { logDir, logMaxMib: 16, batchMs: 5 };
    const place = { number: 0, of: 1 };
    const cut = await openEventLogs(away, settings, { place, log: silentLog() });
    await waitFor('its log to be opened', () => cut.waitingMs() > 0);
    await cut.close();
    await away.close();

    const log = await openEventLogs(clickhouse.client, settings, { place, log: silentLog() });
    await waitFor('it to be shipped', () => !existsSync(directory));
    expect(log.waitingMs()).toBe(0);
    expect(await count(105)).toBe(1);
    await log.close();
  });

  it('goes on when the clock jumps, and over a restart in which it did', async () => {
    const clock = jest.spyOn(Date, 'now');
    try {
      for (const jump of [0, 86_400_000, -86_400_000 * 400]) {
        clock.mockReturnValue(1_790_000_000_000 + jump);
        const log = await open();
        await log.append([line(sampleEvent({ site_id: 103 }))]);
        expect(await log.settled(10_000)).toBe(true);
        await log.close();
      }
    } finally {
      clock.mockRestore();
    }
    expect(await count(103)).toBe(3);
  });

  it('is of one process alone', async () => {
    const log = await open();
    await expect(open()).rejects.toThrow('in use by another process');
    await log.close();
  });
});
