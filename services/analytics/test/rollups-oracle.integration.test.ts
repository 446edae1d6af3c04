import { randomUUID } from 'node:crypto';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { deleteExpiredEvents } from '@headwater/eventstore/delete-expired-events';
import { deleteSiteEvents } from '@headwater/eventstore/delete-site-events';
import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import { insertEvents } from '@headwater/eventstore/insert-events';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { RunStatement } from '../src/clickhouse/run';
import { buildSegment } from '../src/rollups/build';
import { readBuilds } from '../src/rollups/segments';
import { buildWeek } from '../src/rollups/weeks';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';
import { datasetArbitrary, filtersOfOneKey, KEYS, type Dataset } from './oracle/arbitraries';
import { withDailySessions, withSessionValues } from './oracle/dataset-sessions';
import { naiveStats } from './oracle/naive-stats';
import type { OracleQuery } from './oracle/oracle-query';

const SEED = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = Number(process.env['ROLLUP_CASES'] ?? 120);
/** Of the last state of a round; some of them also run in each state before. A long run has more of them for each build. */
const [QUERIES, EARLIER_QUERIES, TIMEOUT_MS] = CASES > 1_000 ? [70, 10, 600_000] : [22, 6, 120_000];
/** Queries at the same time. */
const TOGETHER = 3;
const ROUNDS = Math.ceil(CASES / (QUERIES + 3 * EARLIER_QUERIES));
const WORKSPACE = { workspaceId: 7 };
const QUARTER_MS = 900_000;

let analytics: RunningAnalytics;
/** Without memory for the counts of roll-ups. */
let reading: RunningAnalytics;

beforeAll(async () => {
  const [now, config] = ['2026-01-01T00:00:00Z', { maxWaitMs: 60_000, rollups: 'on' as const }];
  analytics = await startAnalytics(now, config);
  const shared = { ...analytics.clickhouse, drop: () => Promise.resolve() };
  reading = await startAnalytics(now, { ...config, rollupMemoryMib: 0 }, shared);
});
afterAll(async () => {
  await reading.stop();
  await analytics.stop();
});

/** A day of a zone, or an hour of it. Without a zone, of the dataset's: a site can change its zone. */
interface Build {
  readonly day: number;
  readonly hour: number | undefined;
  readonly zone: string | undefined;
}

/** An erasure of the visitor of an event until then, the end of the retention of earlier days, or the purge of the site. */
type Deletion =
  | { readonly kind: 'erase'; readonly event: number }
  | { readonly kind: 'expire'; readonly day: number }
  | { readonly kind: 'purge' };

const deletionsArbitrary: fc.Arbitrary<readonly Deletion[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('erase' as const), event: fc.nat() }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('expire' as const),
        day: fc.integer({ min: -8, max: -1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const) }) },
  ),
  { maxLength: 2 },
);

/** All days of a dataset: with few builds, hardly any two are merged. */
const EACH_DAY = Array.from({ length: 19 }, (_, index): Build => ({
  day: index - 9,
  hour: undefined,
  zone: undefined,
}));

const someBuildsArbitrary: fc.Arbitrary<readonly Build[]> = fc.array(
  fc.record({
    day: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -3, max: 3 })),
    hour: fc.option(fc.integer({ min: 0, max: 24 }), { nil: undefined, freq: 5 }),
    zone: fc.constantFrom(undefined, undefined, undefined, 'UTC', 'Asia/Kolkata'),
  }),
  { minLength: 2, maxLength: 12, size: 'max' },
);

const buildsArbitrary: fc.Arbitrary<readonly Build[]> = fc
  .record({ some: someBuildsArbitrary, isEach: fc.boolean() })
  .map(({ some, isEach }) => (isEach ? [...EACH_DAY, ...some] : some));

/** Consecutive ones of the current builds whose counts are merged. */
const mergedArbitrary = fc.array(
  fc.record({ first: fc.nat({ max: 4 }), count: fc.integer({ min: 2, max: 7 }) }),
  { minLength: 1, maxLength: 3, size: 'max' },
);
type Merged = { readonly first: number; readonly count: number };

/** Keys with one value in most sessions, and others. */
const FILTER_KEYS = KEYS.visits.filter((key) => key !== 'pathname' && !key.startsWith('props.'));
const filtersArbitrary = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 5,
    arbitrary: fc
      .array(filtersOfOneKey(FILTER_KEYS), { minLength: 1, maxLength: 2 })
      .map((filters) => filters.flat()),
  },
  { weight: 1, arbitrary: filtersOfOneKey(['pathname', 'props.plan', 'country']) },
);

type StatsCall = OracleQuery & { compare?: string; dimensions: string[]; dimensionsLimit?: number };

function queryArbitrary({ zone, date }: Dataset, siteId: number): fc.Arbitrary<StatsCall> {
  const iso = (days: number) => DateTime.fromISO(date, { zone: 'utc' }).plus({ days }).toISODate() ?? '';
  const keys = KEYS.visits.filter((key) => !key.startsWith('props.'));
  return fc
    .record({
      first: fc.oneof(fc.integer({ min: -9, max: 8 }), fc.integer({ min: -2, max: 2 })),
      days: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 18 })),
      grain: fc.constantFrom('day' as const, 'day' as const, 'week' as const, 'month' as const),
      compare: fc.constantFrom(undefined, undefined, 'previous_period'),
      dimensions: fc.uniqueArray(fc.constantFrom(...keys, 'props.plan'), { maxLength: 4 }),
      limit: fc.constantFrom(undefined, 1, 2, 500),
      dimensionsLimit: fc.constantFrom(undefined, undefined, 1, 3),
      filters: filtersArbitrary,
    })
    .map(({ first, days, limit, dimensionsLimit, compare, ...rest }) => ({
      siteId,
      name: '',
      timezone: zone,
      from: iso(first),
      to: iso(first + days - 1),
      ...rest,
      ...(limit === undefined ? {} : { limit }),
      ...(dimensionsLimit === undefined ? {} : { dimensionsLimit }),
      ...(compare === undefined ? {} : { compare }),
    }));
}

const insert = (events: readonly EventRow[]) =>
  insertEvents(analytics.clickhouse.client, events, { deduplicationToken: randomUUID() });

const midnight = (date: string, zone: string, days: number): number =>
  DateTime.fromISO(date, { zone }).plus({ days }).startOf('day').toMillis();

/** Deletes events. @returns the events that stay. */
async function applyDeletions(
  { date, zone }: Dataset,
  siteId: number,
  { stored, deletions }: { readonly stored: readonly EventRow[]; readonly deletions: readonly Deletion[] },
): Promise<readonly EventRow[]> {
  const { client } = analytics.clickhouse;
  let events = stored;
  for (const deletion of deletions) {
    if (deletion.kind === 'purge') {
      await deleteSiteEvents(client, { ...WORKSPACE, siteId });
      events = events.filter(
        (event) => event.workspace_id !== WORKSPACE.workspaceId || event.site_id !== siteId,
      );
    } else if (deletion.kind === 'expire') {
      const beforeMs = midnight(date, zone, deletion.day);
      const beforeDay = DateTime.fromMillis(beforeMs, { zone }).toISODate() ?? '';
      await deleteExpiredEvents(client, { ...WORKSPACE, siteId, beforeDay, beforeMs });
      events = events.filter(
        (event) =>
          event.workspace_id !== WORKSPACE.workspaceId ||
          event.site_id !== siteId ||
          Date.parse(event.ts) >= beforeMs,
      );
    } else {
      const erased = stored[deletion.event % stored.length];
      if (erased?.workspace_id !== WORKSPACE.workspaceId) continue;
      const erasedAtMs = Date.parse(erased.ts);
      await deleteVisitorEvents(client, { ...WORKSPACE, visitorIds: [erased.visitor_id], erasedAtMs });
      events = events.filter(
        (event) =>
          event.workspace_id !== WORKSPACE.workspaceId ||
          event.visitor_id !== erased.visitor_id ||
          Math.min(Date.parse(event.ts), Date.parse(event.received_at)) > erasedAtMs,
      );
    }
  }
  return events;
}

async function buildAll(dataset: Dataset, siteId: number, builds: readonly Build[]): Promise<void> {
  for (const { day, hour, zone = dataset.zone } of builds) {
    const [dayStart, dayEnd] = [day, day + 1].map((days) => midnight(dataset.date, zone, days)) as [
      number,
      number,
    ];
    const startMs = hour === undefined ? dayStart : dayStart + hour * 3_600_000;
    const endMs = hour === undefined ? dayEnd : Math.min(startMs + 3_600_000, dayEnd);
    if (startMs >= endMs || startMs % QUARTER_MS !== 0 || endMs % QUARTER_MS !== 0) continue;
    const request = { ...WORKSPACE, siteId, zone, startMs, endMs };
    await buildSegment(analytics.clickhouse.client, request);
  }
}

const run: RunStatement = async ({ query, params }) =>
  (await analytics.clickhouse.client.query({ query, query_params: params, format: 'JSON' })).json();

async function mergeAll({ date }: Dataset, siteId: number, merged: readonly Merged[]): Promise<void> {
  const site = { ...WORKSPACE, siteId };
  const [startMs, endMs] = [-20, 20].map((days) => midnight(date, 'UTC', days)) as [number, number];
  const { builds } = await readBuilds(run, site, { startMs, endMs });
  for (const { first, count } of merged) {
    const parts = builds.filter(({ isValid }) => isValid).slice(first, first + count);
    if (parts.length > 1) await buildWeek(analytics.clickhouse.client, site, parts);
  }
}

const withoutMarks = (response: object | undefined): unknown =>
  JSON.parse(JSON.stringify(response, (key, value: unknown) => (key.startsWith('_') ? undefined : value)));

it.each(Array.from({ length: ROUNDS }, (_, number) => SEED + number))(
  'random queries are answered as by a naive count, whatever is rolled up, arrives later or is deleted (seed %d)',
  async (seed) => {
    const siteId = 1_000 + (seed - SEED) * 2;
    const [generated] = fc.sample(datasetArbitrary({ ...WORKSPACE, siteId, oddDate: seed }), {
      seed,
      numRuns: 1,
    });
    if (!generated) throw new Error('fast-check made no dataset.');
    const dataset = { ...generated, events: withSessionValues(withDailySessions(generated)) };
    const builds = fc.sample(buildsArbitrary, { seed, numRuns: 3 });
    const merged = fc.sample(mergedArbitrary, { seed, numRuns: 3 });
    const deletions = fc.sample(deletionsArbitrary, { seed, numRuns: 4 });
    // The first builds precede late and repeated events; events that arrive after the last builds are read beside them.
    const cuts = [0.7, 0.9, 0.95, 1].map((share) => Math.ceil(dataset.events.length * share));
    let from = 0;
    let stored: readonly EventRow[] = [];
    // The clock stands still: later queries begin with the roll-ups that earlier ones of the same window have found.
    for (const { clock } of [analytics, reading]) clock.set(dataset.nowMs);
    const queries = fc.sample(queryArbitrary(dataset, siteId), { seed, numRuns: QUERIES });
    for (const [index, cut] of cuts.entries()) {
      const arriving = dataset.events.slice(from, cut);
      await insert(arriving);
      from = cut;
      await buildAll(dataset, siteId, builds[index] ?? []);
      await mergeAll(dataset, siteId, merged[index] ?? []);
      stored = await applyDeletions(dataset, siteId, {
        stored: [...stored, ...arriving],
        deletions: deletions[index] ?? [],
      });
      const answersExactly = (query: StatsCall, number: number) => {
        const { calls } = number % 3 === 0 ? reading : analytics;
        return expectExact(calls, query, { stored, nowMs: dataset.nowMs, seed });
      };
      const executed = index < cuts.length - 1 ? queries.slice(0, EARLIER_QUERIES) : queries;
      for (let next = 0; next < executed.length; next += TOGETHER)
        await Promise.all(executed.slice(next, next + TOGETHER).map(answersExactly));
    }
  },
  TIMEOUT_MS,
);

async function expectExact(
  calls: RunningAnalytics['calls'],
  { compare, dimensions, dimensionsLimit, ...question }: StatsCall,
  {
    stored,
    nowMs,
    seed,
  }: { readonly stored: readonly EventRow[]; readonly nowMs: number; readonly seed: number },
): Promise<void> {
  const further = {
    dimensions,
    ...(dimensionsLimit === undefined ? {} : { dimensionsLimit }),
    ...(compare ? { compare } : {}),
  };
  const request = { question: { ...question, filters: [...question.filters] }, ...further };
  const response = await calls.QueryStats(request, { ...WORKSPACE, deadlineMs: 60_000 });
  const expected = naiveStats(stored, { ...question, ...further }, { ...WORKSPACE, nowMs });
  try {
    expect(withoutMarks(response)).toEqual(expected);
  } catch (error) {
    throw new Error(`ORACLE_SEED=${seed}: the response to ${JSON.stringify(request)} is wrong`, {
      cause: error,
    });
  }
}
