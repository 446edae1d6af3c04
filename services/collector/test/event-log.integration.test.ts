import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { silentLog } from '@headwater/kit/testing/silent-log';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { openEventLogs } from '../src/ingest/event-logs';
import type { EventLog } from '../src/ingest/log/durable-event-log';

let clickhouse: TestClickhouse;
let logDir: string;

beforeAll(async () => {
  clickhouse = await migratedClickhouse();
});
beforeEach(() => {
  logDir = mkdtempSync(join(tmpdir(), 'event-log-'));
});
afterEach(() => rmSync(logDir, { recursive: true }));
afterAll(() => clickhouse.drop());

const line = (row: EventRow): string => `${JSON.stringify(row)}\n`;
interface OpenOptions {
  readonly client?: ClickHouseClient;
  readonly batchMs?: number;
  readonly position?: { readonly number: number; readonly of: number };
  readonly purged?: readonly number[];
}
const dropped: number[] = [];
const open = ({
  client = clickhouse.client,
  batchMs = 5,
  position = { number: 0, of: 1 },
  purged = [],
}: OpenOptions = {}): Promise<EventLog> =>
  openEventLogs(
    { logDir, logMaxMib: 16, batchMs },
    {
      clickhouse: client,
      position,
      purgedSites: (siteIds) => Promise.resolve(new Set([...siteIds].filter((id) => purged.includes(id)))),
      onPurged: (events) => dropped.push(events),
      findErasures: () => Promise.resolve(new Map()),
      onErased: (events) => dropped.push(events),
      claimIds: (rows) => Promise.resolve(rows),
      onDuplicates: (rows) => dropped.push(rows.length),
      log: silentLog(),
    },
  );

async function rows<T>(query: string): Promise<T[]> {
  const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
  return result.json<T>();
}

const count = async (siteId: number): Promise<number> =>
  (await rows<{ n: number }>(`SELECT count() AS n FROM events WHERE site_id = ${siteId}`))[0]?.n ?? 0;

/** Connects to a port on which nothing listens. */
const unreachableClickhouse = () =>
  createClickhouse({
    clickhouseUrl: 'http://nobody:x@127.0.0.1:1/headwater',
    applicationName: 'test',
    requestTimeoutMs: 1_000,
  });

describe('event log', () => {
  it('stores all rows of a batch except the rejected one, which becomes a dead letter', async () => {
    const log = await open();
    const good = Array.from({ length: 40 }, () => sampleEvent({ workspace_id: 3, site_id: 101 }));
    const bad = sampleEvent({ workspace_id: 3, site_id: 101, visitor_id: 'no number' });
    await log.append([...good.slice(0, 17), bad, ...good.slice(17)].map(line));
    expect(await log.shipped(10_000)).toBe(true);
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

  it('removes its files when it is closed and all events are shipped', async () => {
    const log = await open();
    await log.append([line(sampleEvent({ site_id: 102 }))]);
    await log.close();
    expect(await count(102)).toBe(1);
    expect(readdirSync(logDir)).toEqual(['cursor.json']);
  });

  it('reports the age of the oldest event until ClickHouse has stored it, also after a restart', async () => {
    const unreachable = unreachableClickhouse();
    const begun = performance.now();
    const cut = await open({ client: unreachable });
    expect(cut.waitingMs()).toBe(0);
    await cut.append([line(sampleEvent({ site_id: 104 }))]);
    expect(await cut.shipped(50)).toBe(false);
    const waited = cut.waitingMs();
    expect(waited).toBeGreaterThanOrEqual(40);
    expect(waited).toBeLessThanOrEqual(performance.now() - begun);
    await cut.close();
    await unreachable.close();

    const file = readdirSync(logDir).find((name) => name.endsWith('.log')) ?? 'none';
    const anHourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(logDir, file), anHourAgo, anHourAgo);
    const log = await open({ batchMs: 60_000 });
    expect(log.waitingMs()).toBeGreaterThanOrEqual(3_600_000);
    expect(await log.shipped(10_000)).toBe(true);
    expect(log.waitingMs()).toBe(0);
    await log.close();
  });

  it('ships the log of a process that no longer exists, and reports its age', async () => {
    const unreachable = unreachableClickhouse();
    const former = await open({ client: unreachable, position: { number: 1, of: 2 } });
    await former.append([line(sampleEvent({ site_id: 105 }))]);
    await former.close();
    const cut = await open({ client: unreachable });
    await waitFor('its log to be opened', () => cut.waitingMs() > 0);
    await cut.close();
    await unreachable.close();

    const log = await open();
    await waitFor('it to be shipped', () => !existsSync(join(logDir, 'process-1')));
    expect(log.waitingMs()).toBe(0);
    expect(await count(105)).toBe(1);
    await log.close();
  });

  it('works when the clock jumps, also during a restart', async () => {
    const clock = jest.spyOn(Date, 'now');
    try {
      for (const jump of [0, 86_400_000, -86_400_000 * 400]) {
        clock.mockReturnValue(1_790_000_000_000 + jump);
        const log = await open();
        await log.append([line(sampleEvent({ site_id: 103 }))]);
        expect(await log.shipped(10_000)).toBe(true);
        await log.close();
      }
    } finally {
      clock.mockRestore();
    }
    expect(await count(103)).toBe(3);
  });

  it('drops the events of purged sites and stores all others', async () => {
    const unreachable = unreachableClickhouse();
    const cut = await open({ client: unreachable });
    const [purged, kept] = [106, 107].map((site_id) => line(sampleEvent({ site_id })));
    await cut.append([purged ?? '', kept ?? '', purged ?? '', line(sampleEvent({ site_id: 107 }))]);
    await cut.close();
    await unreachable.close();
    dropped.length = 0;
    const log = await open({ purged: [106] });
    expect(await log.shipped(10_000)).toBe(true);
    expect([await count(106), await count(107), dropped]).toEqual([0, 2, [2]]);
    await log.close();
  });

  it('is locked by one process', async () => {
    const log = await open();
    await expect(open()).rejects.toThrow('in use by another process');
    await log.close();
  });
});
