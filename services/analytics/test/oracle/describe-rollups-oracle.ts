import { randomUUID } from 'node:crypto';
import type { EventRow } from '@headwater/eventstore/event-columns';
import { deleteExpiredEvents } from '@headwater/eventstore/delete-expired-events';
import { deleteSiteEvents } from '@headwater/eventstore/delete-site-events';
import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import { insertEvents } from '@headwater/eventstore/insert-events';
import type { EventStoreTopology, WithTopology } from '@headwater/eventstore/topology';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { runStatement, type RunStatement } from '../../src/clickhouse/run';
import { buildSegment } from '../../src/rollups/build';
import { readBuilds } from '../../src/rollups/segments';
import { buildWeek } from '../../src/rollups/weeks';
import { startAnalytics, type RunningAnalytics, type TestStore } from '../analytics-fixture';
import { datasetArbitrary, type Dataset } from './arbitraries';
import {
  EACH_DAY,
  buildsArbitrary,
  deletionsArbitrary,
  eventCallArbitrary,
  mergedArbitrary,
  statsCallArbitrary,
  type Build,
  type Deletion,
  type EventCall,
  type Merged,
  type StatsCall,
} from './arbitrary-rollups';
import { correctionsFirst, receivedAfter, withDailySessions, withSessionValues } from './dataset-sessions';
import { naiveGoal } from './naive-goals';
import { naiveAnalysis } from './naive-analysis';
import { naiveEventList, naiveStats } from './naive-stats';

const SEED = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Queries at the same time. */
const TOGETHER = 3;
const WORKSPACE = { workspaceId: 7 };
const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;

/** The event store of an oracle. */
interface OracleStore extends TestStore {
  /** Clients of its nodes: builds alternate between them. */
  readonly nodes: readonly ClickHouseClient[];
  readonly topology: EventStoreTopology;
}

let store: OracleStore;
let analytics: RunningAnalytics;
/** Without memory for the counts of roll-ups. */
let reading: RunningAnalytics;

const insert = (events: readonly EventRow[]) =>
  insertEvents(store.client, events, { deduplicationToken: randomUUID() });

const midnight = (date: string, zone: string, days: number): number =>
  DateTime.fromISO(date, { zone }).plus({ days }).startOf('day').toMillis();

/** Deletes events. @returns the events that stay. */
async function applyDeletions(
  { date, zone }: Dataset,
  siteId: number,
  { stored, deletions }: { readonly stored: readonly EventRow[]; readonly deletions: readonly Deletion[] },
): Promise<readonly EventRow[]> {
  const { client, topology } = store;
  let events = stored;
  for (const deletion of deletions) {
    if (deletion.kind === 'purge') {
      await deleteSiteEvents(client, { ...WORKSPACE, siteId }, topology);
      events = events.filter(
        (event) => event.workspace_id !== WORKSPACE.workspaceId || event.site_id !== siteId,
      );
    } else if (deletion.kind === 'expire') {
      const beforeMs = midnight(date, zone, deletion.day);
      const beforeDay = DateTime.fromMillis(beforeMs, { zone }).toISODate() ?? '';
      await deleteExpiredEvents(client, { ...WORKSPACE, siteId, beforeDay, beforeMs }, topology);
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
      const erasure = { ...WORKSPACE, visitorIds: [erased.visitor_id], erasedAtMs };
      await deleteVisitorEvents(client, erasure, topology);
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

/** Builders reach the nodes of a cluster through a load balancer. */
const nodeOf = (index: number): ClickHouseClient => store.nodes[index % store.nodes.length] ?? store.client;

async function buildAll(dataset: Dataset, siteId: number, builds: readonly Build[]): Promise<void> {
  const withTopology: WithTopology = (work) => work(store.topology);
  for (const [index, { day, hour, zone = dataset.zone }] of builds.entries()) {
    const [dayStart, dayEnd] = [day, day + 1].map((days) => midnight(dataset.date, zone, days)) as [
      number,
      number,
    ];
    const startMs = hour === undefined ? dayStart : dayStart + hour * HOUR_MS;
    const endMs = hour === undefined ? dayEnd : Math.min(startMs + HOUR_MS, dayEnd);
    if (startMs >= endMs || startMs % QUARTER_MS !== 0 || endMs % QUARTER_MS !== 0) continue;
    const request = { ...WORKSPACE, siteId, zone, startMs, endMs };
    await buildSegment(nodeOf(index), request, { withTopology });
  }
}

const LIMITS = { maxExecutionSeconds: 60, maxMemoryBytes: 1e9, maxRowsToRead: 1e9 };
const run: RunStatement = (statement) =>
  runStatement({ clickhouse: store.client, limits: LIMITS }, statement);

async function mergeAll({ date }: Dataset, siteId: number, merged: readonly Merged[]): Promise<void> {
  const site = { ...WORKSPACE, siteId };
  const [startMs, endMs] = [-20, 20].map((days) => midnight(date, 'UTC', days)) as [number, number];
  const { builds } = await readBuilds(run, site, { startMs, endMs });
  for (const [index, { first, count }] of merged.entries()) {
    const parts = builds.filter(({ isValid }) => isValid).slice(first, first + count);
    if (parts.length > 1) await buildWeek(nodeOf(index), site, parts);
  }
}

const withoutMarks = (response: object | undefined): unknown =>
  JSON.parse(JSON.stringify(response, (key, value: unknown) => (key.startsWith('_') ? undefined : value)));

interface RollupsOracleOptions {
  readonly openStore: () => Promise<OracleStore>;
  /** Random queries. */
  readonly cases: number;
  /** Of a round of the shortest run. */
  readonly timeoutMs?: number;
}

/** Tests that the responses to random queries equal a naive count, whatever is rolled up, arrives later or is deleted. */
export function describeRollupsOracle({ openStore, cases, timeoutMs = 120_000 }: RollupsOracleOptions): void {
  /** Of the last state of a round; some of them also run in each state before. A long run has more of them for each build. */
  const [last, earlier, longer] = cases > 1_000 ? [70, 10, 5] : [22, 6, 1];
  const rounds = Math.ceil(cases / (last + 3 * earlier));

  beforeAll(async () => {
    store = await openStore();
    const now = '2026-01-01T00:00:00Z';
    const config = { maxWaitMs: 60_000, maxExecutionSeconds: 60, rollups: 'on' as const };
    analytics = await startAnalytics(now, config, store);
    const shared = { ...store, drop: () => Promise.resolve() };
    reading = await startAnalytics(now, { ...config, rollupMemoryMib: 0 }, shared);
  });
  afterAll(async () => {
    await reading.stop();
    await analytics.stop();
  });

  it.each(Array.from({ length: rounds }, (_, number) => SEED + number))(
    'random queries are answered as by a naive count, whatever is rolled up, arrives later or is deleted (seed %d)',
    (seed) => runRound(seed, { last, earlier }),
    longer * timeoutMs,
  );
}

/** @param counts the number of queries of the last state, and of each state before. */
async function runRound(
  seed: number,
  counts: { readonly last: number; readonly earlier: number },
): Promise<void> {
  const siteId = 1_000 + (seed - SEED) * 2;
  const [generated] = fc.sample(datasetArbitrary({ ...WORKSPACE, siteId, oddDate: seed }), {
    seed,
    numRuns: 1,
  });
  if (!generated) throw new Error('fast-check made no dataset.');
  const shuffled = withSessionValues(withDailySessions(generated));
  // In most rounds, roll-ups stay, and late events arrive beside them.
  const staysBuilt = seed % 3 !== 0;
  const someDelayed = seed % 3 === 1;
  const dataset = { ...generated, events: staysBuilt ? correctionsFirst(shuffled) : shuffled };
  const builds = fc.sample(buildsArbitrary, { seed, numRuns: 3 });
  const merged = fc.sample(mergedArbitrary, { seed, numRuns: 3 });
  const deletions = fc.sample(deletionsArbitrary, { seed, numRuns: 4 });
  // The first builds precede late and repeated events; events that arrive after the last builds are read beside them.
  const cuts = [0.7, 0.9, 0.95, 1].map((share) => Math.ceil(dataset.events.length * share));
  let from = 0;
  let stored: readonly EventRow[] = [];
  // The clock stands still: later queries begin with the roll-ups that earlier ones of the same window have found.
  for (const { clock } of [analytics, reading]) clock.set(dataset.nowMs);
  const stats = fc.sample(statsCallArbitrary(dataset, siteId), { seed, numRuns: counts.last });
  const events = fc.sample(eventCallArbitrary(dataset, siteId), { seed, numRuns: counts.last });
  const queries = stats.flatMap((call, index): Query[] => [
    { method: 'QueryStats', call },
    { method: 'QueryEvent', call: events[index] ?? call },
    ...(index % 4 === 0 ? [{ method: 'ListEvents' as const, call }] : []),
    ...(index % 4 === 1 ? [{ method: 'QueryGoal' as const, call: events[index] ?? call }] : []),
  ]);
  for (const [index, cut] of cuts.entries()) {
    const arriving = receivedAfter(dataset.events.slice(from, cut), index, someDelayed);
    await insert(arriving);
    from = cut;
    await buildAll(dataset, siteId, !staysBuilt ? (builds[index] ?? []) : index === 0 ? EACH_DAY : []);
    await mergeAll(dataset, siteId, merged[index] ?? []);
    stored = await applyDeletions(dataset, siteId, {
      stored: [...stored, ...arriving],
      deletions: staysBuilt && (someDelayed || index < 3) ? [] : (deletions[index] ?? []),
    });
    const answersExactly = (query: Query, number: number) => {
      const { calls } = number % 5 === 0 ? reading : analytics;
      return expectExact(calls, query, { stored, nowMs: dataset.nowMs, seed });
    };
    const executed = index < cuts.length - 1 ? queries.slice(0, 2 * counts.earlier) : queries;
    for (let next = 0; next < executed.length; next += TOGETHER)
      await Promise.all(executed.slice(next, next + TOGETHER).map(answersExactly));
  }
}

/** A call of one of the methods that read roll-ups. */
type Query =
  | { readonly method: 'QueryStats' | 'ListEvents'; readonly call: StatsCall }
  | { readonly method: 'QueryEvent'; readonly call: EventCall }
  | { readonly method: 'QueryGoal'; readonly call: EventCall };

async function expectExact(
  calls: RunningAnalytics['calls'],
  query: Query,
  {
    stored,
    nowMs,
    seed,
  }: { readonly stored: readonly EventRow[]; readonly nowMs: number; readonly seed: number },
): Promise<void> {
  const { response, expected } = compared(calls, query, { stored, nowMs });
  const answer = await response;
  try {
    expect(withoutMarks(answer)).toEqual(expected);
  } catch (error) {
    throw new Error(`ORACLE_SEED=${seed}: the response to ${JSON.stringify(query)} is wrong`, {
      cause: error,
    });
  }
}

/** The response to a query, and the naive count. */
function compared(
  calls: RunningAnalytics['calls'],
  query: Query,
  { stored, nowMs }: { readonly stored: readonly EventRow[]; readonly nowMs: number },
): { readonly response: Promise<object | undefined>; readonly expected: object } {
  const options = { ...WORKSPACE, deadlineMs: 60_000 };
  const context = { ...WORKSPACE, nowMs };
  if (query.method === 'QueryEvent') {
    const { call } = query;
    return {
      response: calls.QueryEvent({ ...call, filters: [...call.filters] }, options),
      expected: naiveAnalysis(stored, call, context),
    };
  }
  if (query.method === 'QueryGoal') {
    const { compare: _, name, ...rest } = query.call;
    const question = { ...rest, name: '', filters: [...rest.filters] };
    const goal = { name, type: 'event', event: name, path: '', filters: [] };
    return {
      response: calls.QueryGoal({ question, goal }, options),
      expected: naiveGoal(stored, { ...question, goal }, context),
    };
  }
  const { compare, dimensions, dimensionsLimit, ...rest } = query.call;
  const question = { ...rest, filters: [...rest.filters] };
  if (query.method === 'ListEvents')
    return {
      response: calls.ListEvents({ question }, options),
      expected: naiveEventList(stored, rest, context),
    };
  const further = {
    dimensions,
    ...(dimensionsLimit === undefined ? {} : { dimensionsLimit }),
    ...(compare ? { compare } : {}),
  };
  return {
    response: calls.QueryStats({ question, ...further }, options),
    expected: naiveStats(stored, { ...rest, ...further }, context),
  };
}
