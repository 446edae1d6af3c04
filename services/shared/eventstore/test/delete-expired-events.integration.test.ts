import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '../src/testing/migrated-clickhouse';
import { countExpiredRows, deleteExpiredEvents } from '../src/delete-expired-events';
import { insertDroppedEvents } from '../src/insert-dropped-events';
import { insertEvents } from '../src/insert-events';
import { insertImported } from '../src/insert-imported';
import { sampleEvent } from '../src/testing/sample-event';

const OURS = { workspaceId: 1, siteId: 10 };
const SIBLING = { workspaceId: 1, siteId: 11 };
const FOREIGN = { workspaceId: 2, siteId: 10 };

/** Midnight in Berlin, where March 10 begins at 23:00 UTC. */
const BEFORE = { beforeMs: Date.parse('2026-03-09T23:00:00.000Z'), beforeDay: '2026-03-10' };
const LAST_EXPIRED = '2026-03-09T22:59:59.999Z';
const FIRST_KEPT = '2026-03-09T23:00:00.000Z';
/** Rows that expire by their arrival need recent times: a TTL deletes older ones. */
const HOUR_AGO = Date.now() - 3_600_000;

let clickhouse: TestClickhouse;
beforeEach(async () => {
  clickhouse = await migratedClickhouse();
});
afterEach(() => clickhouse.drop());

type Site = typeof OURS;
type Sample = Parameters<typeof sampleEvent>[0];

const event = ({ workspaceId, siteId }: Site, visitor: string, ts: string, more: Sample = {}) =>
  sampleEvent({
    workspace_id: workspaceId,
    site_id: siteId,
    visitor_id: visitor,
    ts,
    received_at: ts,
    ...more,
  });

const ids = ({ workspaceId, siteId }: Site) => ({ workspace_id: workspaceId, site_id: siteId });

async function rows<Row>(query: string): Promise<Row[]> {
  const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

const firstTouches = async (): Promise<string[]> => {
  const found = await rows<Record<'w' | 'v' | 'c' | 'at', string>>(
    `SELECT workspace_id AS w, visitor_id AS v, min(touch).channel AS c, toString(toDate(min(touch).ts)) AS at
     FROM first_touches GROUP BY w, v ORDER BY w, v`,
  );
  return found.map(({ w, v, c, at }) => `${w}/${v} ${c} ${at}`);
};

async function insertOfEveryTable(site: Site): Promise<void> {
  const { client } = clickhouse;
  const properties = [LAST_EXPIRED, FIRST_KEPT].map((ts, index) => ({
    imported: event(site, '5', ts, { origin: 'import' }),
    value: `value ${index}`,
  }));
  await insertEvents(client, [
    event(site, '1', LAST_EXPIRED, { channel: 'Email' }),
    event(site, '1', FIRST_KEPT, { channel: 'Direct' }),
    ...properties.map(({ imported }) => imported),
  ]);
  await insertImported(client, 'imported_properties', {
    rows: properties.map(({ imported, value }) => ({
      ...{ ...ids(site), event_id: imported.event_id, key: 'plan', value },
    })),
  });
  await insertImported(client, 'imported_days', {
    rows: ['2026-03-09', '2026-03-10'].map((day) => ({
      ...{ ...ids(site), report: '', day, key: '', detail: '' },
      ...{ visitors: 1, visits: 1, pageviews: 1, bounces: 1, visit_seconds: 0, events: 0 },
    })),
  });
  await client.insert({
    table: 'dead_letters',
    format: 'JSONEachRow',
    values: [LAST_EXPIRED, FIRST_KEPT].map((ts) => ({
      ...{ ...ids(site), reason: 'x', event: JSON.stringify({ ts }) },
    })),
  });
}

const TABLES = ['arrivals', 'dead_letters', 'events', 'imported_days', 'imported_properties'];

const counts = async ({ workspaceId, siteId }: Site): Promise<Record<string, number>> => {
  const counted: Record<string, number> = {};
  for (const table of TABLES) {
    const [found] = await rows<{ n: number }>(
      `SELECT count() AS n FROM ${table} WHERE workspace_id = ${workspaceId} AND site_id = ${siteId}`,
    );
    counted[table] = found?.n ?? 0;
  }
  return counted;
};

describe('deleteExpiredEvents', () => {
  it('deletes the rows of earlier local days in every table, and no other rows, also when repeated', async () => {
    for (const site of [OURS, SIBLING, FOREIGN]) await insertOfEveryTable(site);
    const others = [await counts(SIBLING), await counts(FOREIGN)];
    const deleted = { arrivals: 1, dead_letters: 1, events: 2, imported_days: 1, imported_properties: 1 };
    const days = { ...OURS, ...BEFORE };
    expect(await countExpiredRows(clickhouse.client, days)).toEqual({ ...deleted, event_changes: 1 });
    await deleteExpiredEvents(clickhouse.client, days);
    expect(await countExpiredRows(clickhouse.client, days)).toEqual({});
    expect(await counts(OURS)).toEqual(deleted);
    expect([await counts(SIBLING), await counts(FOREIGN)]).toEqual(others);
    await deleteExpiredEvents(clickhouse.client, days);
    expect(await counts(OURS)).toEqual(deleted);
    expect(
      await rows(`SELECT value FROM imported_properties WHERE site_id = 10 AND workspace_id = 1`),
    ).toEqual([{ value: 'value 1' }]);
  });

  it('leaves nothing to delete at the next cut, and deletes sums of events that an erasure has deleted', async () => {
    const { client } = clickhouse;
    await insertEvents(client, [event(OURS, '1', LAST_EXPIRED)]);
    await deleteExpiredEvents(client, { ...OURS, ...BEFORE });
    const nextDay = { ...OURS, beforeMs: BEFORE.beforeMs + 86_400_000, beforeDay: '2026-03-11' };
    expect(await countExpiredRows(client, nextDay)).toEqual({});
    // Sums without events, as an erasure leaves them.
    await insertEvents(client, [event(OURS, '1', LAST_EXPIRED, { origin: 'import' })]);
    await client.command({ query: 'TRUNCATE TABLE events' });
    await client.command({ query: 'TRUNCATE TABLE first_touches' });
    expect(await countExpiredRows(client, nextDay)).toEqual({ event_changes: 1 });
    await deleteExpiredEvents(client, nextDay);
    expect(await countExpiredRows(client, nextDay)).toEqual({});
    const commands = jest.spyOn(client, 'command');
    await deleteExpiredEvents(client, nextDay);
    expect(commands).not.toHaveBeenCalled();
  });

  it('deletes dropped events and their numbers by the time of the drop', async () => {
    await insertDroppedEvents(
      clickhouse.client,
      [OURS, SIBLING].map((site) => ({
        ...{ ...ids(site), event_id: '00000000-0000-4000-8000-000000000002', reason: 'bot' },
        ...{ dropped_at: new Date(HOUR_AGO).toISOString(), bot_reason: 'webdriver' },
      })),
      'dropped',
    );
    const tomorrow = Date.now() + 86_400_000;
    const days = { ...OURS, beforeMs: tomorrow, beforeDay: new Date(tomorrow).toISOString().slice(0, 10) };
    expect(await countExpiredRows(clickhouse.client, days)).toEqual({ dropped_events: 1, drops: 1 });
    await deleteExpiredEvents(clickhouse.client, days);
    expect(await rows('SELECT DISTINCT site_id FROM drops')).toEqual([{ site_id: 11 }]);
  });

  it('moves first touches to the earliest event that stays, on any site of the workspace', async () => {
    await insertEvents(clickhouse.client, [
      event(OURS, '1', '2026-03-01T00:00:00.000Z', { channel: 'Email' }),
      event(OURS, '1', '2026-03-12T00:00:00.000Z', { channel: 'Direct' }),
      event(OURS, '2', '2026-03-02T00:00:00.000Z', { channel: 'Paid Search' }),
      event(SIBLING, '2', '2026-03-05T00:00:00.000Z', { channel: 'Referral' }),
      event(OURS, '3', '2026-03-03T00:00:00.000Z', { channel: 'SMS' }),
      event(OURS, '4', '2026-03-11T00:00:00.000Z', { channel: 'Audio' }),
      event(SIBLING, '6', '2026-03-01T00:00:00.000Z', { channel: 'Display' }),
      event(OURS, '6', '2026-03-02T00:00:00.000Z', { channel: 'Direct' }),
      event(FOREIGN, '1', '2026-03-01T00:00:00.000Z', { channel: 'SMS' }),
    ]);
    await deleteExpiredEvents(clickhouse.client, { ...OURS, ...BEFORE });
    expect(await firstTouches()).toEqual([
      '1/1 Direct 2026-03-12',
      '1/2 Referral 2026-03-05',
      '1/4 Audio 2026-03-11',
      '1/6 Display 2026-03-01',
      '2/1 SMS 2026-03-01',
    ]);
  });

  it('has the same result when it is interrupted at any step and repeated', async () => {
    await insertOfEveryTable(OURS);
    const { client } = clickhouse;
    for (let steps = 0; steps <= 9; steps += 1) {
      let left = steps;
      const failing = Object.assign(Object.create(client) as typeof client, {
        command: (...args: Parameters<typeof client.command>) =>
          left-- > 0 ? client.command(...args) : Promise.reject(new Error('crash')),
      });
      await deleteExpiredEvents(failing, { ...OURS, ...BEFORE }).catch(() => undefined);
    }
    await deleteExpiredEvents(client, { ...OURS, ...BEFORE });
    expect(await firstTouches()).toEqual(['1/1 Direct 2026-03-09', '1/5 Direct 2026-03-09']);
    expect(await counts(OURS)).toEqual(
      Object.fromEntries(TABLES.map((table) => [table, table === 'events' ? 2 : 1])),
    );
  });

  it('fails for a table with rows of sites and without a rule', async () => {
    await clickhouse.client.command({
      query: 'CREATE TABLE notes (workspace_id UInt64, site_id UInt64) ENGINE = MergeTree ORDER BY site_id',
    });
    await expect(deleteExpiredEvents(clickhouse.client, { ...OURS, ...BEFORE })).rejects.toThrow('notes');
  });
});
