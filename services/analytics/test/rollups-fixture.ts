import type { EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { RunStatement } from '../src/clickhouse/run';
import { buildSegment, type BuildOutcome } from '../src/rollups/build';
import { readBuilds, type Build } from '../src/rollups/segments';
import { buildWeek } from '../src/rollups/weeks';
import { createFindCandidates } from '../src/rollups/candidates';
import { createFindConflicts } from '../src/rollups/conflicts';
import { createEventSegments } from '../src/rollups/event-counts';
import { createReadEventRest } from '../src/rollups/event-rest';
import { createFindLateVisitors } from '../src/rollups/late-visitors';
import { createFindNumbers } from '../src/rollups/visitor-numbers';
import { createCountInMemory } from '../src/rollups/memory-counts';
import { KNOWN_FOR_MS, KnownRollups } from '../src/rollups/known-rollups';
import { withRollups, type Rollup, type Rollups } from '../src/rollups/with-rollups';
import { VISIT_KEYS } from '../src/query/dimensions';
import { planVisits } from '../src/query/plan';
import { readQuery } from '../src/query/read-query';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

export const NOW = '2026-03-10T15:00:00Z';
export const IN_WORKSPACE = { workspaceId: 1 };
/** The tables with rows of a site's builds. */
export const ROLLUP_TABLES = [
  'rollup_range_counts',
  'rollup_event_counts',
  'rollup_session_keys',
  'rollup_session_rows',
  'rollup_crossing',
  'rollup_visitors',
  'rollup_week_counts',
  'rollup_weeks',
];
const DAY_MS = 86_400_000;

type Command = Parameters<ClickHouseClient['command']>[0];
type DateRange = { readonly from: string; readonly to: string };

/** Starts analytics with roll-ups, and a new site before each test. */
export function useRollups(config: { readonly cacheMib: number } = { cacheMib: 0 }) {
  let analytics: RunningAnalytics;
  let siteId = 0;
  beforeAll(async () => {
    analytics = await startAnalytics(NOW, { rollups: 'on', ...config });
  });
  beforeEach(() => {
    siteId += 1;
  });
  afterAll(() => analytics.stop());

  const command = (query: string) =>
    analytics.clickhouse.client.command({ query, clickhouse_settings: { mutations_sync: '2' } });
  /** Lets a minute pass: queries begin without the roll-ups that earlier ones have found. */
  const forgetKnown = (): void => analytics.clock.set(analytics.clock.now() + KNOWN_FOR_MS);
  const day = (date: string) => ({
    ...IN_WORKSPACE,
    siteId,
    zone: 'UTC',
    startMs: Date.parse(date),
    endMs: Date.parse(date) + DAY_MS,
  });
  /** Runs a statement of a query without limits. */
  const run: RunStatement = async ({ query, params }) => {
    const result = await analytics.clickhouse.client.query({ query, query_params: params, format: 'JSON' });
    return result.json();
  };
  const validBuilds = async (): Promise<readonly Build[]> => {
    const range = { startMs: Date.parse('2026-02-01'), endMs: Date.parse('2026-04-01') };
    const { builds } = await readBuilds(run, { ...IN_WORKSPACE, siteId }, range);
    return builds.filter(({ isValid }) => isValid);
  };
  const totals = async (window: DateRange = { from: '2026-03-08', to: '2026-03-09' }) => {
    const question = { siteId, timezone: 'UTC', ...window, filters: [] };
    return (await analytics.calls.QueryStats({ question }, IN_WORKSPACE)).totals;
  };
  return {
    client: () => analytics.clickhouse.client,
    /** A client that calls `act` before each command. */
    beforeCommand: (act: (command: Command) => Promise<void>): ClickHouseClient => {
      const { client } = analytics.clickhouse;
      return Object.assign(Object.create(client) as ClickHouseClient, {
        command: async (command: Command) => {
          await act(command);
          return client.command(command);
        },
      });
    },
    calls: () => analytics.calls,
    siteId: () => siteId,
    insert: (events: readonly EventRow[]) => analytics.insert(events),
    command,
    day,
    visit: (visitor: number, ts: string, fields: Partial<EventRow> = {}): EventRow =>
      sampleEvent({
        site_id: siteId,
        visitor_id: String(visitor),
        session_id: `${visitor}${ts.slice(8, 10)}`,
        ts: new Date(ts).toISOString(),
        ...fields,
      }),
    build: async (date: string): Promise<BuildOutcome> => {
      forgetKnown();
      return buildSegment(analytics.clickhouse.client, day(date));
    },
    run,
    /** Runs a query of 8 and 9 March without limits. @param query receives the number of counted roll-ups; undefined: none are read. */
    query: async (
      query: (counted: number | undefined, rollup: Rollup | undefined) => Promise<void>,
      {
        timezone = 'UTC',
        run: runOf = run,
        ...rollups
      }: Partial<Rollups> & { timezone?: string; run?: RunStatement } = {},
    ): Promise<void> => {
      const question = { siteId, timezone, from: '2026-03-08', to: '2026-03-09', filters: [] };
      const plan = planVisits(readQuery(question, VISIT_KEYS), { ...IN_WORKSPACE, nowMs: Date.parse(NOW) });
      const context = { run: runOf, siteZone: 'UTC', signal: new AbortController().signal };
      const findNumbers = createFindNumbers();
      const created = {
        worker: { want: () => undefined },
        findConflicts: createFindConflicts(),
        findLateVisitors: createFindLateVisitors(),
        findNumbers,
        findCandidates: createFindCandidates(),
        countInMemory: createCountInMemory(64, findNumbers),
        eventSegments: createEventSegments(0),
        readEventRest: createReadEventRest(findNumbers),
        known: new KnownRollups(analytics.clock),
      };
      await withRollups({ ...context, rollups: { ...created, ...rollups } }, plan, async (rollup) => {
        await query(rollup?.plan.sources.counted.length, rollup);
        return 'read';
      });
    },
    validBuilds,
    /** Merges the counts of builds as those of a week. */
    merge: async (builds?: readonly Build[]) => {
      forgetKnown();
      return buildWeek(
        analytics.clickhouse.client,
        { ...IN_WORKSPACE, siteId },
        builds ?? (await validBuilds()),
      );
    },
    clock: () => analytics.clock,
    forgetKnown,
    rowsOf: async <Row>(query: string): Promise<Row[]> => {
      const result = await analytics.clickhouse.client.query({ query, format: 'JSONEachRow' });
      return result.json<Row>();
    },
    /** Adds 100 sessions to the row of all events of each roll-up, which shows whether a response was read from it. */
    markRollups: () =>
      command(
        `ALTER TABLE rollup_range_counts UPDATE sessions = sessions + 100 WHERE site_id = ${siteId} AND dimension = ''`,
      ),
    totals,
    sessions: async (window?: DateRange) => (await totals(window))?.sessions,
  };
}
