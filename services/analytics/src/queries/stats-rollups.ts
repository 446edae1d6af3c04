import type { RunStatement } from '../clickhouse/run';
import type { Statement } from '../query/bindings';
import type { BreakdownPlan } from '../query/dimensions';
import { compileFilteredStats, isFiltered } from '../rollups/filtered-sql';
import type { RollupBreakdown } from '../rollups/sources-sql';
import type { FilteredSelection, RollupPlan, RollupRow, RollupSelection } from '../rollups/rollup-plan';
import { compileRollupStats } from '../rollups/stats-sql';
import type { Rollup } from '../rollups/with-rollups';
import {
  compileStatsBreakdown,
  orTooHeavy,
  rowsOf,
  type Breakdown,
  type StatsKeyRow,
} from './stats-breakdowns';

/** The rows of a plan from its roll-ups and all other events. */
export interface RollupStats {
  readonly totals: RollupRow | undefined;
  /** A row for each bucket. */
  readonly series: readonly RollupRow[];
  /** In the order of the requested ones. */
  readonly breakdowns: Breakdown[];
}

interface RollupQuery extends Pick<Rollup, 'findCandidates' | 'countInMemory' | 'onRawSessions'> {
  readonly run: RunStatement;
}

/** Candidates for each row: a key whose visitors return on many days has fewer of them than their sum says. */
const CANDIDATES_PER_ROW = 2;
const MORE_CANDIDATES = 8;

/** The sessions of other events are groups, and are ordered. */
const SPILLS = { groupsSpill: true };

/**
 * Counts a plan with one statement. Properties have no roll-ups: their events are read.
 *
 * @param breakdowns of distinct dimensions: all of them with `keys`, or none.
 */
export async function queryRollupStats(
  { run, findCandidates, countInMemory, onRawSessions }: RollupQuery,
  plan: RollupPlan,
  { breakdowns, withSeries }: FilteredSelection,
): Promise<RollupStats> {
  const counted = breakdowns
    .filter(({ dimension }) => dimension.kind !== 'property')
    .map((breakdown) => ({ ...breakdown, candidates: CANDIDATES_PER_ROW * breakdown.limit }));
  const isSearched = counted.some(({ keys }) => keys === undefined) && !isFiltered(plan);
  const keys = isSearched ? await findCandidates(run, plan, counted) : undefined;
  const selection = { withSeries, breakdowns: counted, keys };
  const inMemory =
    countInMemory && !isFiltered(plan) ? await orTooHeavy(countInMemory(run, plan, selection)) : undefined;
  const { rows: together, rawSessions } =
    typeof inMemory === 'object'
      ? inMemory
      : { rows: inMemory ?? (await rowsOf<RollupRow>(run, compileStats(plan, selection), SPILLS)) };
  const isTooHeavy = together === 'query_too_heavy';
  const rows = isTooHeavy
    ? (await run<RollupRow>(compileStats(plan, { withSeries, breakdowns: [], keys: undefined }), SPILLS)).data
    : together;
  let isInMemory = true;
  const found: Breakdown[] = [];
  for (const breakdown of breakdowns) {
    const { dimension, limit } = breakdown;
    const first = isTooHeavy ? undefined : firstRows(together, breakdown);
    const candidates = CANDIDATES_PER_ROW * limit * (first ? MORE_CANDIDATES : 1);
    if (dimension.kind === 'property')
      found.push(await rowsOf(run, compileStatsBreakdown({ ...plan, ...breakdown })));
    else if (first && isExact(first, limit)) found.push(first.map(toKeyRow));
    else {
      isInMemory = false;
      found.push(await queryBreakdown(run, plan, { ...breakdown, candidates }));
    }
  }
  onRawSessions(isInMemory ? rawSessions : undefined);
  return {
    totals: rows.find(({ dimension, bucket }) => dimension === '' && bucket === 0),
    series: rows.filter(({ dimension, bucket }) => dimension === '' && bucket > 0),
    breakdowns: found,
  };
}

/** The rows of a breakdown. A statement returns as many for each dimension as the one with the most rows needs. */
const firstRows = (rows: readonly RollupRow[], { dimension, limit }: BreakdownPlan): readonly RollupRow[] =>
  rows.filter((row) => row.dimension === dimension.key).slice(0, limit);

const compileStats = (plan: RollupPlan, selection: RollupSelection): Statement =>
  isFiltered(plan) ? compileFilteredStats(plan, selection) : compileRollupStats(plan, selection);

/** Increases the number of candidates until no other key can be among the rows. */
async function queryBreakdown(
  run: RunStatement,
  plan: RollupPlan,
  breakdown: RollupBreakdown,
): Promise<Breakdown> {
  for (let { candidates } = breakdown; ; candidates *= MORE_CANDIDATES) {
    const selection = { withSeries: false, breakdowns: [{ ...breakdown, candidates }], keys: undefined };
    const rows = await rowsOf<RollupRow>(run, compileStats(plan, selection), SPILLS);
    if (rows === 'query_too_heavy') return rows;
    const ofKeys = firstRows(rows, breakdown);
    if (isExact(ofKeys, breakdown.limit)) return ofKeys.map(toKeyRow);
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
