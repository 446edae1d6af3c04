import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { insertDroppedEvents } from '@headwater/eventstore/insert-dropped-events';
import { insertImported } from '@headwater/eventstore/insert-imported';
import { WORKSPACE_TABLES } from '@headwater/eventstore/only-workspaces';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';
import { CALLS, EVENT_ID, VISITOR } from './calls';

/** The changes that a proxy makes to the statements of the service. */
type Mode = 'as written' | 'without conditions' | 'without conditions and settings';

/** The conditions on the workspace and on its sites, in all of their forms. */
const CONDITIONS =
  /(\w+\.)?(workspace_id = \{workspace_id\w*:UInt64\}|site_id = \{site_id\w*:UInt64\}|site_id IN (\{\w+:Array\(UInt64\)\}|\(SELECT site_id FROM site_activity WHERE [^)]+\)))/g;

let mode: Mode = 'as written';
let [removed, statements]: [number, string[]] = [0, []];
let analytics: RunningAnalytics;
let proxy: Server;

/** The statement without its conditions. A deletion keeps the condition that `deleteRows` adds before those of its caller. */
function changed(sql: string): string {
  if (mode === 'as written') return sql;
  const kept = /^ALTER TABLE \S+ DELETE WHERE workspace_id = \{workspace_id:UInt64\}/.exec(sql)?.[0] ?? '';
  return (
    kept +
    sql.slice(kept.length).replace(CONDITIONS, () => {
      removed += 1;
      return '1';
    })
  );
}

async function startProxy(target: string): Promise<string> {
  proxy = createServer((request, response) => {
    void (async () => {
      const sql = (await buffer(request)).toString();
      const url = new URL(request.url ?? '/', target);
      if (mode === 'without conditions and settings') url.searchParams.delete('additional_table_filters');
      statements.push(sql);
      const answer = await fetch(url, {
        method: 'POST',
        body: changed(sql),
        headers: {
          authorization: request.headers.authorization ?? '',
          'user-agent': request.headers['user-agent'] ?? '',
        },
      });
      const { status } = answer;
      const headers = Object.fromEntries(
        [...answer.headers].filter(([name]) => name.startsWith('x-clickhouse')),
      );
      response.writeHead(status, headers).end(Buffer.from(await answer.arrayBuffer()));
    })();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function insertRows(workspace_id: number, site_id: number, name: string): Promise<void> {
  const { client } = analytics.clickhouse;
  const at = { workspace_id, site_id };
  const ts = '2026-03-09T12:00:00.000Z';
  // The rows of workspace 2 arrive first and last, and its server event is earlier, so that its touches and its activity would count.
  const received_at = new Date(Date.now() - workspace_id * 60_000).toISOString();
  const last = new Date(Date.now() + workspace_id * 1_000).toISOString();
  const page = { pathname: `/${name}`, channel: name, referrer: name };
  const common = { ...at, ...page, visitor_id: VISITOR, ts, received_at };
  await analytics.insert([
    // Not on the site of workspace 2 with the same id: a row of the same site, visitor and id replaces another.
    sampleEvent({ ...common, ...(workspace_id === 1 || site_id !== 10 ? { event_id: EVENT_ID } : {}) }),
    sampleEvent({ ...common, name: 'signup', session_id: String(site_id + workspace_id) }),
    sampleEvent({ ...common, name: 'signup', visitor_id: String(site_id + workspace_id) }),
    sampleEvent({ ...common, ts: '2026-03-10T14:58:00.000Z', received_at: last }),
    sampleEvent({ ...common, ts: '2026-02-20T12:00:00.000Z' }),
    // The others arrive too late for sessions of visitors.
    sampleEvent({
      ...common,
      origin: 'server',
      ts: `2026-03-09T12:00:00.00${3 - workspace_id}Z`,
      session_id: String(100 + site_id + workspace_id),
    }),
  ]);
  const counts = { visitors: 1, visits: 1, pageviews: 1, bounces: 0, visit_seconds: 0, events: 0 };
  const day = { report: '', day: '2026-03-09', key: '', detail: '', ...counts };
  const properties = [{ ...at, event_id: EVENT_ID, key: 'k', value: name }];
  await insertImported(client, 'imported_days', { rows: [{ ...at, ...day }] });
  await insertImported(client, 'imported_properties', { rows: properties });
  await client.insert({
    table: 'click_ids',
    format: 'JSONEachRow',
    // A TTL deletes earlier ones.
    values: [{ ...at, visitor_id: VISITOR, ts: last, received_at: last, parameter: 'gclid', sealed: name }],
    clickhouse_settings: { date_time_input_format: 'best_effort' },
  });
  const dropped = { ...at, event_id: EVENT_ID, dropped_at: ts, reason: 'rate_limited', bot_reason: '' };
  await insertDroppedEvents(client, [dropped], name);
}

beforeAll(async () => {
  const store = await migratedClickhouse();
  const { username, password, pathname, origin } = new URL(store.url);
  const front = new URL(await startProxy(origin));
  Object.assign(front, { username, password, pathname });
  analytics = await startAnalytics('2026-03-10T15:00:00Z', { cacheMib: 0 }, { ...store, url: front.href });
  await insertRows(1, 10, 'own');
  await insertRows(2, 10, 'stranger');
  await insertRows(2, 20, 'stranger-elsewhere');
});
afterAll(async () => {
  await analytics.stop();
  proxy.close();
});

type AnyCall = (request: object, options: object) => Promise<unknown> | AsyncIterable<unknown>;

/** The response of a method for workspace 1, or its error. */
async function answerTo(method: string, given: Mode): Promise<unknown> {
  mode = given;
  [removed, statements] = [0, []];
  const caller = (analytics.calls as unknown as Record<string, AnyCall>)[method];
  try {
    const response = caller?.(CALLS[method as keyof typeof CALLS], { workspaceId: 1, deadlineMs: 60_000 });
    if (response instanceof Promise) return await response;
    const parts: unknown[] = [];
    for await (const part of response ?? []) parts.push(part);
    return parts;
  } catch (error) {
    return String(error);
  } finally {
    mode = 'as written';
  }
}

const DELETIONS = ['EraseVisitors', 'DeleteClickIds', 'ApplyRetention', 'PurgeSite'];
/** Read the rows of all workspaces. */
const ACROSS = ['ListTouchedVisitors', 'ListClickIdSites'];

test.each(Object.keys(CALLS).filter((method) => ![...DELETIONS, ...ACROSS].includes(method)))(
  '%s returns no row of another workspace if its statements lose their conditions',
  async (method) => {
    const expected = await answerTo(method, 'as written');
    expect(JSON.stringify(expected)).not.toContain('stranger');
    expect(await answerTo(method, 'without conditions')).toEqual(expected);
    expect(removed).toBeGreaterThan(0);
    // The test would find a leak.
    expect(await answerTo(method, 'without conditions and settings')).not.toEqual(expected);
  },
);

/** The rows of workspace 2 by table. */
async function strangersRows(): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of WORKSPACE_TABLES) {
    const result = await analytics.clickhouse.client.query({
      query: `SELECT count() AS n FROM ${table} WHERE workspace_id = 2`,
      format: 'JSONEachRow',
    });
    rows[table] = (await result.json<{ n: number }>())[0]?.n ?? 0;
  }
  return rows;
}

test.each(DELETIONS)('%s deletes no row of another workspace without its conditions', async (method) => {
  await analytics.clickhouse.client.command({ query: 'OPTIMIZE TABLE first_touches FINAL' });
  const before = await strangersRows();
  expect(before['events']).toBeGreaterThan(0);
  await answerTo(method, 'without conditions');
  expect([statements.some((sql) => sql.startsWith('ALTER TABLE')), removed > 0]).toEqual([true, true]);
  expect(await strangersRows()).toEqual(before);
});

test('the list contains every table with rows of workspaces', async () => {
  const result = await analytics.clickhouse.client.query({
    query: `SELECT DISTINCT table FROM system.columns
            WHERE database = currentDatabase() AND name = 'workspace_id' AND NOT endsWith(table, '_view') ORDER BY table`,
    format: 'JSONEachRow',
  });
  expect((await result.json<{ table: string }>()).map(({ table }) => table)).toEqual([...WORKSPACE_TABLES]);
});
