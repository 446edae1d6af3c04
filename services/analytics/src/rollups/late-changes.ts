import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { compileLateRows, compileOldPages } from './late-sql';
import type { FilteredSelection, RollupPlan, RollupRow } from './rollup-plan';
import { countsName, KEPT_FOR_AN_HOUR } from './segment-counts';
import { lateKeyOf } from './sources';

type RowName = Pick<RollupRow, 'dimension' | 'bucket' | 'key'>;
type Counts = Pick<RollupRow, 'visitors' | 'sessions' | 'pageviews' | 'bounces' | 'duration_ms'>;

/** Changes of the stored counts of a plan, because all events of the visitors of late events are read. */
export interface LateChanges {
  /** By the name of the row. */
  readonly counts: ReadonlyMap<string, Omit<Counts, 'visitors'>>;
  /** The numbers of visitors who may no longer belong to a row. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
}

const NO_CHANGES: LateChanges = { counts: new Map(), numbers: new Map() };
/** Stored rows: about 10 MiB. */
const MAX_STORED = 50_000;

const nameOf = ({ dimension, bucket, key }: RowName): string => `${dimension} ${bucket} ${key}`;

/** Returns a function that stores the changes until the next late event. */
export function createReadLate() {
  const stored = new LRUCache<string, LateChanges>({
    maxSize: MAX_STORED,
    ...KEPT_FOR_AN_HOUR,
    sizeCalculation: ({ counts, numbers }) => 1 + counts.size + numbers.size,
  });
  return async (run: RunStatement, plan: RollupPlan, selection: FilteredSelection): Promise<LateChanges> => {
    const { late } = plan.sources;
    if (late.length === 0) return NO_CHANGES;
    const { breakdowns, withSeries } = selection;
    const buckets = withSeries ? plan.buckets.map(({ startMs }) => startMs) : [];
    const dimensions = breakdowns.map(({ dimension }) => dimension.key);
    const name = countsName(plan, [late.map(lateKeyOf), dimensions, buckets]);
    const before = stored.get(name);
    if (before) return before;
    const [ofRows, ofPages] = [compileLateRows(plan, selection), compileOldPages(plan, selection)];
    const [rows, pages] = await Promise.all([
      ofRows ? run<RowName & Omit<Counts, 'visitors'>>(ofRows) : undefined,
      ofPages ? run<Omit<RowName, 'bucket'> & { readonly numbers: readonly number[] }>(ofPages) : undefined,
    ]);
    const changes = {
      counts: new Map(rows?.data.map((row) => [nameOf(row), row])),
      numbers: new Map(pages?.data.map((row) => [nameOf({ ...row, bucket: 0 }), row.numbers])),
    };
    stored.set(name, changes);
    return changes;
  };
}

const NO_COUNTS = { sessions: 0, pageviews: 0, bounces: 0, duration_ms: 0 };

/** Returns the change of a row. @param visitors those of the row's events that are read: numbers, or ids without a number. */
export function lateChange(
  { counts, numbers }: LateChanges,
  row: RowName,
  visitors: readonly (number | string)[],
): Counts {
  const name = nameOf(row);
  const before = numbers.get(name) ?? [];
  const stay = new Set(before.length === 0 ? [] : visitors);
  const removed = before.filter((number) => !stay.has(number));
  return { ...(counts.get(name) ?? NO_COUNTS), visitors: -removed.length };
}
