import type { EventRow } from '@headwater/eventstore/event-columns';
import { randomInt } from 'node:crypto';
import { onNodeOf } from '@headwater/eventstore/topology';
import { fixedClock } from '@headwater/kit/clock';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { resolveWindow } from '@headwater/kit/calendar/window';
import type { VisitPlan } from '../src/query/plan';
import { createFindLateVisitors } from '../src/rollups/late-visitors';
import { findMissing } from '../src/rollups/missing';
import { startRollupWorker } from '../src/rollups/worker';
import { IN_WORKSPACE, NOW, useRollups } from './rollups-fixture';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const rollups = useRollups();
type Client = ReturnType<typeof rollups.client>;

/** Starts a worker that builds each day with an event. */
function startWorker(nowMs: number, clickhouse: Client = rollups.client()) {
  const clock = fixedClock(nowMs);
  const built = new Set<number>();
  const worker = startRollupWorker({
    connection: { clickhouse, limits: { maxExecutionSeconds: 60, maxMemoryBytes: 1e9, maxRowsToRead: 1e9 } },
    findLateVisitors: createFindLateVisitors(),
    withTopology: onNodeOf(clickhouse),
    clock,
    log: silentLog(),
    onBuilt: ({ siteId }) => built.add(siteId),
    intervalMs: 20,
    minEvents: 1,
  });
  const window = resolveWindow({ kind: 'range', days: 9 }, 'UTC', nowMs);
  const scope = { ...IN_WORKSPACE, startMs: window.startMs, endMs: window.endMs };
  return {
    clock,
    /** Sites with new roll-ups. */
    built,
    stop: () => worker.stop(),
    want: (siteId: number) => worker.want({ scope: { ...scope, siteId }, window }),
    /** Waits until the metrics contain these lines. */
    reports: (...lines: string[]) =>
      waitFor('metrics of roll-ups', async () => {
        const text = await worker.registry.metrics();
        for (const line of lines) expect(text).toContain(line);
        return true;
      }),
  };
}

/** The starts of a site's builds, in their order, as days before a time. */
async function builtDays(siteId: number, nowMs: number): Promise<number[]> {
  const rows = await rollups.rowsOf<{ start: number }>(
    `SELECT toUnixTimestamp(start) AS start FROM rollup_builds WHERE site_id = ${siteId} ORDER BY seq`,
  );
  return rows.map(({ start }) => Math.floor(nowMs / DAY_MS) - start / 86_400);
}

const isBuilt = (siteId: number, builds: number): Promise<unknown> =>
  waitFor('builds', async () => (await builtDays(siteId, 0)).length === builds);

/** Inserts an event of a new visitor, some days before the present. */
async function visitBefore(days: number, fields: Partial<EventRow> = {}): Promise<void> {
  const ts = new Date(Date.now() - days * DAY_MS).toISOString();
  await rollups.insert([rollups.visit(randomInt(2 ** 40), ts, fields)]);
}

it('builds the roll-ups of a site and reports the delay while those of another site fail', async () => {
  const siteId = rollups.siteId();
  const broken = siteId + 1_000;
  // The present: ClickHouse deletes old claims.
  const nowMs = Date.now();
  await visitBefore(2);
  const client = rollups.client();
  const clickhouse = Object.assign(Object.create(client) as Client, {
    query: (statement: Parameters<Client['query']>[0]) =>
      statement.query_params?.['site_id'] === broken
        ? Promise.reject(new Error('broken site'))
        : client.query(statement),
  });
  const { clock, built, want, reports, stop } = startWorker(nowMs, clickhouse);
  want(broken);
  want(siteId);
  clock.set(nowMs + MINUTE_MS);
  try {
    await reports(
      'headwater_rollup_builds_total{outcome="published"} 1',
      'headwater_rollup_builds_total{outcome="failed"}',
      'headwater_rollup_delay_seconds 60',
    );
    expect([...built]).toEqual([siteId]);
  } finally {
    await stop();
  }
});

it('builds a few days of a site before those of the next one', async () => {
  const first = rollups.siteId();
  const second = first + 1_000;
  const nowMs = Date.now();
  for (const days of [2, 3, 4, 5, 6, 7]) await visitBefore(days, { site_id: first });
  await visitBefore(2, { site_id: second });
  const { want, stop } = startWorker(nowMs);
  want(first);
  want(second);
  try {
    await isBuilt(first, 6);
    await isBuilt(second, 1);
  } finally {
    await stop();
  }
  expect(await builtDays(first, nowMs)).toEqual([2, 3, 4, 5, 6, 7]);
  const [order] = await rollups.rowsOf<{ before: number }>(
    `SELECT countIf(site_id = ${first} AND build < (SELECT min(build) FROM rollup_builds WHERE site_id = ${second})) AS before
     FROM rollup_builds`,
  );
  expect(order).toEqual({ before: 4 });
});

it('doubles the time between two builds of a day with imports', async () => {
  const siteId = rollups.siteId();
  const nowMs = Date.now();
  await visitBefore(2);
  const { clock, want, reports, stop } = startWorker(nowMs);
  want(siteId);
  try {
    await isBuilt(siteId, 1);
    await visitBefore(2, { origin: 'import' });
    clock.set(nowMs + 10 * MINUTE_MS);
    await isBuilt(siteId, 2);
    await visitBefore(2, { origin: 'import' });
    await visitBefore(3);
    clock.set(nowMs + 20 * MINUTE_MS);
    await isBuilt(siteId, 3);
    await reports('headwater_rollup_missing 0', 'headwater_rollup_delay_seconds 0');
    expect(await builtDays(siteId, nowMs)).toEqual([2, 2, 3]);
    clock.set(nowMs + 30 * MINUTE_MS);
    await isBuilt(siteId, 4);
  } finally {
    await stop();
  }
  expect(await builtDays(siteId, nowMs)).toEqual([2, 2, 3, 2]);
});

it('reports a day as missing until its failed build is repeated', async () => {
  const siteId = rollups.siteId();
  const nowMs = Date.now();
  await visitBefore(2);
  const client = rollups.client();
  let isBroken = true;
  const clickhouse = Object.assign(Object.create(client) as Client, {
    command: (statement: Parameters<Client['command']>[0]) =>
      isBroken && statement.query.startsWith('INSERT INTO rollup_range_counts')
        ? Promise.reject(new Error('no memory'))
        : client.command(statement),
  });
  const { clock, want, reports, stop } = startWorker(nowMs, clickhouse);
  want(siteId);
  try {
    await reports('headwater_rollup_builds_total{outcome="failed"} 1', 'headwater_rollup_missing 1');
    clock.set(nowMs + MINUTE_MS);
    await reports('headwater_rollup_missing 1', 'headwater_rollup_delay_seconds 60');
    isBroken = false;
    clock.set(nowMs + 10 * MINUTE_MS);
    await isBuilt(siteId, 1);
    await reports('headwater_rollup_missing 0', 'headwater_rollup_delay_seconds 0');
  } finally {
    await stop();
  }
});

it('builds the days of a site for 35 days after its last query, whatever was built', async () => {
  const nowMs = Date.now();
  const [queried, unqueried, later] = [1, 2, 3].map((n) => rollups.siteId() + n * 1_000) as [
    number,
    number,
    number,
  ];
  const days = (count: number) => nowMs + count * DAY_MS;
  const inWorker = async (
    atMs: number,
    act: (worker: ReturnType<typeof startWorker>) => Promise<unknown>,
  ) => {
    const worker = startWorker(atMs);
    try {
      await act(worker);
    } finally {
      await worker.stop();
    }
  };
  await visitBefore(2, { site_id: queried });
  await inWorker(nowMs, async ({ want }) => {
    want(queried);
    await isBuilt(queried, 1);
  });
  for (const siteId of [queried, unqueried]) await visitBefore(2, { site_id: siteId });
  await rollups.command(
    `INSERT INTO rollup_builds (workspace_id, site_id, seq, build, start, end, zone) VALUES (1, ${unqueried}, 1, 1, 0, 86400, 'UTC')`,
  );
  await inWorker(days(20), async ({ reports }) => {
    await isBuilt(queried, 2);
    await reports('headwater_rollup_missing 0');
  });
  expect(await builtDays(unqueried, nowMs)).toHaveLength(1);
  for (const siteId of [queried, later]) await visitBefore(-34, { site_id: siteId });
  await inWorker(days(36), async ({ want, reports }) => {
    want(later);
    await isBuilt(later, 1);
    await reports('headwater_rollup_missing 0');
  });
  expect(await builtDays(queried, nowMs)).toEqual([2, 2]);
});

it.each([
  ['UTC', ['UTC']],
  ['Asia/Kolkata', []],
])("builds the days of a query in %s only if this is the site's zone", async (zone, expected) => {
  const wanted: string[] = [];
  const worker = { want: ({ window }: Pick<VisitPlan, 'window'>) => void wanted.push(window.zone) };
  await rollups.query(() => Promise.resolve(), { timezone: zone, worker });
  expect(wanted).toEqual(expected);
});

it('finds missing roll-ups after a query whose window begins before all stored events', async () => {
  await rollups.insert([rollups.visit(1, '2026-03-08T10:00Z')]);
  const site = {
    ...IN_WORKSPACE,
    siteId: rollups.siteId(),
    zone: 'UTC',
    firstDay: Date.parse('1971-01-01') / 86_400_000,
  };
  const { startMs, endMs } = rollups.day('2026-03-08');
  const options = { nowMs: Date.parse(NOW), findLateVisitors: createFindLateVisitors(), minEvents: 1 };
  const { ranges } = await findMissing(rollups.run, site, options);
  expect(ranges).toEqual([{ startMs, endMs, isLate: false }]);
});
