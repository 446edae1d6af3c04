import { randomUUID } from 'node:crypto';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { insertEvents } from '@headwater/eventstore/insert-events';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { buildSegment } from '../src/rollups/build';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';
import { datasetArbitrary, KEYS, type Dataset } from './oracle/arbitraries';
import { naiveStats } from './oracle/naive-stats';
import type { OracleQuery } from './oracle/oracle-query';

const SEED = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const ROUNDS = Math.ceil(Number(process.env['ORACLE_CASES'] ?? 300) / 100);
const QUERIES_PER_ROUND = 40;
const WORKSPACE = { workspaceId: 7 };
const QUARTER_MS = 900_000;

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics('2026-01-01T00:00:00Z', { maxWaitMs: 60_000, rollups: 'on' });
});
afterAll(() => analytics.stop());

/** A day of the dataset's zone, or an hour of it. */
interface Build {
  readonly day: number;
  readonly hour: number | undefined;
}

const buildsArbitrary: fc.Arbitrary<readonly Build[]> = fc.array(
  fc.record({
    day: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -3, max: 3 })),
    hour: fc.option(fc.integer({ min: 0, max: 24 }), { nil: undefined, freq: 5 }),
  }),
  { minLength: 2, maxLength: 12, size: 'max' },
);

function queryArbitrary(
  { zone, date }: Dataset,
  siteId: number,
): fc.Arbitrary<OracleQuery & { compare?: string; dimensions: string[] }> {
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
    })
    .map(({ first, days, limit, compare, ...rest }) => ({
      siteId,
      name: '',
      timezone: zone,
      from: iso(first),
      to: iso(first + days - 1),
      filters: [],
      ...rest,
      ...(limit === undefined ? {} : { limit }),
      ...(compare === undefined ? {} : { compare }),
    }));
}

/** Most sessions of a visitor are within a local day; some continue on other days, close or far. */
function withDailySessions({ events, zone }: Dataset): EventRow[] {
  return events.map((event) => {
    const day = DateTime.fromISO(event.ts, { zone }).toISODate() ?? '';
    const dice = Number(BigInt(event.session_id) % 10n) + (event.pathname.length % 3);
    return dice === 0
      ? event
      : { ...event, session_id: String(BigInt(event.session_id) + BigInt(day.replaceAll('-', '')) * 1000n) };
  });
}

const insert = (events: readonly EventRow[]) =>
  insertEvents(analytics.clickhouse.client, events, { deduplicationToken: randomUUID() });

async function buildAll(dataset: Dataset, siteId: number, builds: readonly Build[]): Promise<void> {
  const midnight = (days: number) =>
    DateTime.fromISO(dataset.date, { zone: dataset.zone }).plus({ days }).startOf('day').toMillis();
  for (const { day, hour } of builds) {
    const [dayStart, dayEnd] = [midnight(day), midnight(day + 1)];
    const startMs = hour === undefined ? dayStart : dayStart + hour * 3_600_000;
    const endMs = hour === undefined ? dayEnd : Math.min(startMs + 3_600_000, dayEnd);
    if (startMs >= endMs || startMs % QUARTER_MS !== 0 || endMs % QUARTER_MS !== 0) continue;
    await buildSegment(
      analytics.clickhouse.client,
      { ...WORKSPACE, siteId, zone: dataset.zone, startMs, endMs },
      Date.now(),
    );
  }
}

const withoutMarks = (response: object | undefined): unknown =>
  JSON.parse(JSON.stringify(response, (key, value: unknown) => (key.startsWith('_') ? undefined : value)));

it.each(Array.from({ length: ROUNDS }, (_, number) => SEED + number))(
  'random queries are answered as by a naive count, whatever is rolled up and whatever arrives later (seed %d)',
  async (seed) => {
    const siteId = 1_000 + (seed - SEED) * 2;
    const [generated] = fc.sample(datasetArbitrary({ ...WORKSPACE, siteId, oddDate: seed }), {
      seed,
      numRuns: 1,
    });
    if (!generated) throw new Error('fast-check made no dataset.');
    const dataset = { ...generated, events: withDailySessions(generated) };
    const builds = fc.sample(buildsArbitrary, { seed, numRuns: 3 });
    // The first builds precede late and repeated events; events that arrive after the last builds are read beside them.
    const cuts = [0.7, 0.9, 0.95, 1].map((share) => Math.ceil(dataset.events.length * share));
    let from = 0;
    for (const [index, cut] of cuts.entries()) {
      await insert(dataset.events.slice(from, cut));
      from = cut;
      await buildAll(dataset, siteId, builds[index] ?? []);
    }
    analytics.clock.set(dataset.nowMs);
    const queries = fc.sample(queryArbitrary(dataset, siteId), { seed, numRuns: QUERIES_PER_ROUND });
    for (const { compare, dimensions, ...question } of queries) {
      const request = { question: { ...question, filters: [] }, dimensions, ...(compare ? { compare } : {}) };
      const response = await analytics.calls.QueryStats(request, { ...WORKSPACE, deadlineMs: 60_000 });
      const expected = naiveStats(
        dataset.events,
        { ...question, dimensions, ...(compare ? { compare } : {}) },
        { ...WORKSPACE, nowMs: dataset.nowMs },
      );
      try {
        expect(withoutMarks(response)).toEqual(expected);
      } catch (error) {
        throw new Error(`ORACLE_SEED=${seed}: the response to ${JSON.stringify(request)} is wrong`, {
          cause: error,
        });
      }
    }
  },
  120_000,
);
