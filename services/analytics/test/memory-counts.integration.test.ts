import type { EventRow } from '@headwater/eventstore/event-columns';
import type { RunStatement } from '../src/clickhouse/run';
import { VISIT_KEYS, dimensionOf, type BreakdownPlan } from '../src/query/dimensions';
import { planVisits } from '../src/query/plan';
import { readQuery } from '../src/query/read-query';
import { createFindCandidates } from '../src/rollups/candidates';
import { createCountInMemory } from '../src/rollups/memory-counts';
import { createFindNumbers } from '../src/rollups/visitor-numbers';
import { readSegments } from '../src/rollups/segments';
import { chooseSources } from '../src/rollups/sources';
import type { RollupRow } from '../src/rollups/rollup-plan';
import { compileRollupStats } from '../src/rollups/stats-sql';
import { readWeeks } from '../src/rollups/weeks';
import { IN_WORKSPACE, NOW, useRollups } from './rollups-fixture';

const rollups = useRollups();
const { build, insert, merge, run, visit } = rollups;

const WINDOW = { from: '2026-03-02', to: '2026-03-09' };
const BUILT = ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2026-03-${day}`);
const DIMENSIONS = ['pathname', 'country', 'entry_page', 'exit_page', 'source'];

const range = (length: number, start = 0): readonly number[] =>
  Array.from({ length }, (_, index) => start + index);

async function planOf() {
  const question = { siteId: rollups.siteId(), timezone: 'UTC', ...WINDOW, filters: [] };
  const plan = planVisits(readQuery(question, VISIT_KEYS), { ...IN_WORKSPACE, nowMs: Date.parse(NOW) });
  const { segments } = await readSegments(run, plan.scope, plan.window);
  const weeks = await readWeeks(run, plan.scope, plan.window);
  return { ...plan, sources: chooseSources(plan.window, segments, weeks) };
}

function breakdownsOf(limit: number): readonly (BreakdownPlan & { readonly candidates: number })[] {
  return DIMENSIONS.map((key) => {
    const dimension = dimensionOf(key, VISIT_KEYS);
    if (!dimension) throw new Error(`${key} is no dimension.`);
    return { dimension, limit, candidates: 2 * limit };
  });
}

/** Seven built days of returning visitors, sessions across midnight, and events of the open day. */
async function insertVisits(): Promise<void> {
  const fields = (index: number): Partial<EventRow> => ({
    pathname: `/${index % 5}`,
    country: index % 4 === 0 ? '' : `D${index % 3}`,
    source: index % 2 === 0 ? 'Google' : '',
  });
  await insert(
    [...BUILT, '2026-03-09'].flatMap((date, day) =>
      Array.from({ length: 40 }, (_, index) => {
        const [visitor, minute] = [(index * (day + 3)) % 70, String(index).padStart(2, '0')];
        const first = visit(visitor, `${date}T10:${minute}Z`, fields(index));
        const name = index % 3 === 0 ? 'engagement' : 'pageview';
        const second = visit(visitor, `${date}T10:${minute}:30Z`, { ...fields(index + 1), name });
        return index % 2 === 0 ? [first] : [first, second];
      }).flat(),
    ),
  );
  await insert([
    visit(900, '2026-03-05T23:50Z', { session_id: '900', pathname: '/late' }),
    visit(900, '2026-03-06T00:05Z', { session_id: '900', pathname: '/early' }),
    visit(901, '2026-03-01T23:50Z', { session_id: '901' }),
    visit(901, '2026-03-02T00:05Z', { session_id: '901' }),
  ]);
  for (const date of BUILT) expect(await build(date)).toBe('published');
  await merge();
}

const sorted = (rows: readonly RollupRow[]): readonly unknown[] =>
  rows
    .map(({ duration_ms, beside, ...row }) => ({
      ...row,
      ...(row.dimension === '' && row.bucket === 0 ? { duration_ms } : {}),
      ...(row.dimension === '' ? {} : { beside }),
    }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

it('counts the same in memory as ClickHouse does', async () => {
  await insertVisits();
  const plan = await planOf();
  expect(plan.sources.weeks).toHaveLength(1);
  for (const limit of [1, 2, 100]) {
    const breakdowns = breakdownsOf(limit);
    const keys = await createFindCandidates()(run, plan, breakdowns);
    const selection = { breakdowns, withSeries: true, keys };
    const { data } = await run<RollupRow>(compileRollupStats(plan, selection));
    const counted = await createCountInMemory(64, createFindNumbers())?.(run, plan, selection);
    expect(sorted(counted?.rows ?? [])).toEqual(sorted(data));
  }
});

it('reads only the events without a roll-up when the counts are known', async () => {
  await insertVisits();
  const statements: string[] = [];
  const recording: RunStatement = (statement, options) => {
    statements.push(
      statement.query.match(/FROM (events|rollup_\w+_counts|rollup_crossing|rollup_visitors)\b/)?.[1] ?? '',
    );
    return run(statement, options);
  };
  const countInMemory = createCountInMemory(64, createFindNumbers());
  const count = async () => {
    const plan = await planOf();
    const breakdowns = breakdownsOf(2);
    const keys = await createFindCandidates()(run, plan, breakdowns);
    statements.length = 0;
    const counted = await countInMemory?.(recording, plan, { breakdowns, withSeries: true, keys });
    const total = counted?.rows.find(({ dimension, bucket }) => dimension === '' && bucket === 0);
    return { read: statements.toSorted(), pageviews: total?.pageviews ?? 0 };
  };
  const first = await count();
  const tables = [
    'events',
    'rollup_crossing',
    'rollup_range_counts',
    'rollup_visitors',
    'rollup_week_counts',
  ];
  expect(first.read).toEqual(tables);
  await insert([visit(5, '2026-03-09T12:00Z')]);
  expect(await count()).toEqual({ read: ['events', 'rollup_visitors'], pageviews: first.pageviews + 1 });
  expect(await count()).toEqual({ read: ['events'], pageviews: first.pageviews + 1 });
  await insert([visit(6, '2026-03-08T12:00Z')]);
  expect(await build('2026-03-08')).toBe('published');
  const rebuilt = await count();
  expect(rebuilt.read).toContain('rollup_range_counts');
  expect(rebuilt.pageviews).toBe(first.pageviews + 2);
});

it('finds the numbers of more visitors than a statement can bind', async () => {
  await insert(range(40).map((visitor) => visit(visitor, '2026-03-08T10:00Z')));
  await build('2026-03-08');
  // Half of the first visitors return, with 4,100 others.
  await insert(range(4_120, 20).map((visitor) => visit(visitor, '2026-03-09T10:00Z')));
  const counted = await createCountInMemory(64, createFindNumbers())?.(run, await planOf(), {
    ...{ breakdowns: [], withSeries: false, keys: undefined },
  });
  expect(counted?.rows).toMatchObject([{ visitors: 4_140, sessions: 4_160 }]);
});

it('finds sessions of builds among the events that it has read, without a further statement', async () => {
  await insert([visit(1, '2026-03-08T10:00Z')]);
  await build('2026-03-08');
  const sessionsOf = async (event: EventRow) => {
    await insert([event]);
    const counted: (number | undefined)[] = [];
    let searches = 0;
    const recording: RunStatement = (statement, options) => {
      if (statement.query.includes('groupUniqArray')) searches += 1;
      return run(statement, options);
    };
    await rollups.query(
      async (builds, rollup) => {
        counted.push(builds);
        if (!rollup) return;
        const selection = { breakdowns: [], withSeries: false, keys: undefined };
        const found = await rollup.countInMemory?.(recording, rollup.plan, selection);
        rollup.onRawSessions(found?.rawSessions);
      },
      { run: recording },
    );
    return { counted, searches };
  };
  expect(await sessionsOf(visit(2, '2026-03-09T10:00Z'))).toEqual({ counted: [1], searches: 0 });
  const { session_id } = visit(1, '2026-03-08T10:00Z');
  const late = visit(1, '2026-03-09T00:10Z', { session_id });
  expect(await sessionsOf(late)).toEqual({ counted: [1, undefined], searches: 0 });
});

it('leaves plans with many events to ClickHouse', async () => {
  await insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-09T10:00Z')]);
  await build('2026-03-08');
  const arrive = (events: number) =>
    rollups.command(
      `INSERT INTO arrivals (workspace_id, site_id, quarter, events) VALUES (1, ${rollups.siteId()}, '2026-03-09 10:00:00', ${events})`,
    );
  const areInMemory = async () => {
    const found: boolean[] = [];
    await rollups.query((counted, rollup) => {
      if (counted === 1) found.push(rollup?.countInMemory !== undefined);
      return Promise.resolve();
    });
    return found;
  };
  await arrive(49_999);
  expect(await areInMemory()).toEqual([true]);
  await arrive(1);
  expect(await areInMemory()).toEqual([false]);
});

it('is off without memory', () => {
  expect(createCountInMemory(0, createFindNumbers())).toBeUndefined();
});
