import type { RunStatement } from '../clickhouse/run';
import type { Statement } from '../query/bindings';
import type { Dimension } from '../query/dimensions';
import type { FindCandidates } from '../rollups/candidates';
import { compileFilteredStats, isFiltered } from '../rollups/filtered-sql';
import {
  compileRollupStats,
  type RollupPlan,
  type RollupRow,
  type RollupSelection,
} from '../rollups/stats-sql';
import { compileStatsBreakdown, rowsOf, type Breakdown, type StatsKeyRow } from './stats-breakdowns';

/** The rows of a plan from its roll-ups and all other events. */
export interface RollupStats {
  readonly totals: RollupRow | undefined;
  /** A row for each bucket. */
  readonly series: readonly RollupRow[];
  /** By each of the dimensions, in their order. */
  readonly breakdowns: Breakdown[];
}

interface RollupQuery {
  readonly run: RunStatement;
  readonly findCandidates: FindCandidates;
}

/** Candidates for each row: a key whose visitors return on many days has fewer of them than their sum says. */
const CANDIDATES_PER_ROW = 2;
const MORE_CANDIDATES = 8;

/** The sessions of other events are groups, and are ordered. */
const SPILLS = { groupsSpill: true };

/** Counts a plan with one statement. Properties have no roll-ups: their events are read. */
export async function queryRollupStats(
  { run, findCandidates }: RollupQuery,
  plan: RollupPlan,
  dimensions: readonly Dimension[],
): Promise<RollupStats> {
  const distinct = [...new Map(dimensions.map((dimension) => [dimension.key, dimension])).values()];
  const counted = distinct.filter(({ kind }) => kind !== 'property');
  const candidates = CANDIDATES_PER_ROW * plan.limit;
  const selected = { dimensions: counted.map(({ key }) => key), count: candidates };
  const keys =
    counted.length === 0 || isFiltered(plan) ? undefined : await findCandidates(run, plan, selected);
  const selection = { withSeries: true, candidates };
  const together = await rowsOf<RollupRow>(
    run,
    compileStats(plan, { ...selection, dimensions: counted, keys }),
    SPILLS,
  );
  const isTooHeavy = together === 'query_too_heavy';
  const rows = isTooHeavy
    ? (await run<RollupRow>(compileStats(plan, { ...selection, dimensions: [], keys: undefined }), SPILLS))
        .data
    : together;
  const found = new Map<string, Breakdown>();
  for (const dimension of distinct) {
    const first = isTooHeavy ? undefined : together.filter((row) => row.dimension === dimension.key);
    if (dimension.kind === 'property')
      found.set(dimension.key, await rowsOf(run, compileStatsBreakdown({ ...plan, dimension })));
    else if (first && isExact(first, plan.limit)) found.set(dimension.key, first.map(toKeyRow));
    else {
      const next = first ? candidates * MORE_CANDIDATES : candidates;
      found.set(dimension.key, await queryBreakdown(run, { plan, dimension }, next));
    }
  }
  return {
    totals: rows.find(({ dimension, bucket }) => dimension === '' && bucket === 0),
    series: rows.filter(({ dimension, bucket }) => dimension === '' && bucket > 0),
    breakdowns: dimensions.map(({ key }) => found.get(key) ?? []),
  };
}

const compileStats = (plan: RollupPlan, selection: RollupSelection): Statement =>
  isFiltered(plan) ? compileFilteredStats(plan, selection) : compileRollupStats(plan, selection);

/** Increases the number of candidates until no other key can be among the rows. */
async function queryBreakdown(
  run: RunStatement,
  { plan, dimension }: { readonly plan: RollupPlan; readonly dimension: Dimension },
  firstCandidates: number,
): Promise<Breakdown> {
  for (let candidates = firstCandidates; ; candidates *= MORE_CANDIDATES) {
    const selection = { withSeries: false, dimensions: [dimension], candidates, keys: undefined };
    const rows = await rowsOf<RollupRow>(run, compileStats(plan, selection), SPILLS);
    if (rows === 'query_too_heavy') return rows;
    const ofKeys = rows.filter((row) => row.dimension === dimension.key);
    if (isExact(ofKeys, plan.limit)) return ofKeys.map(toKeyRow);
  }
}

/** Whether no key beside the candidates can be among the rows. Equal numbers are ordered by key: such a key might come first. */
function isExact(rows: readonly RollupRow[], limit: number): boolean {
  const last = rows.at(-1);
  return last === undefined || last.beside === 0 || (rows.length === limit && last.visitors > last.beside);
}

const toKeyRow = ({ key, visitors, sessions, pageviews, bounces }: RollupRow): StatsKeyRow => ({
  ...{ key, visitors, sessions, pageviews, bounces },
});
