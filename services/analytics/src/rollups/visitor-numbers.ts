import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, type Statement } from '../query/bindings';
import { ALL_EVENTS } from '../query/compile';
import { buildsOf, KEPT_FOR_AN_HOUR } from './segment-counts';
import { OF_SITE } from './segments';
import { numbersSql, rangesSql } from './sources-sql';
import type { RollupPlan } from './rollup-plan';

/** Returns the numbers of visitors of the raw ranges of a plan by id; 0: the visitor has none. */
export type FindNumbers = (
  run: RunStatement,
  plan: RollupPlan,
  visitors: ReadonlySet<string>,
) => Promise<ReadonlyMap<string, number>>;

/** Stored numbers: about 20 MiB. */
const MAX_STORED = 200_000;
/** More visitors are not bound in a statement: ClickHouse accepts parameters of up to 128 KiB. */
const MAX_BOUND = 4_000;

/**
 * Returns a search that stores the numbers that it has found, and also which visitors have none: the bitmaps of some builds do not
 * contain the number that a visitor gets from a later build.
 */
export function createFindNumbers(): FindNumbers {
  const stored = new LRUCache<string, ReadonlyMap<string, number>>({
    maxSize: MAX_STORED,
    ...KEPT_FOR_AN_HOUR,
    sizeCalculation: (numbers) => 1 + numbers.size,
  });
  return async (run, plan, visitors) => {
    const name = buildsOf(plan);
    const known = stored.get(name);
    const missing = [...visitors].filter((visitor) => !known?.has(visitor));
    if (known && missing.length === 0) return known;
    const { data } = await run<NumberRow>(compileNumbers(plan, missing));
    const found = new Map(missing.map((visitor) => [visitor, 0]));
    for (const { visitor, number } of data) found.set(visitor, number);
    const numbers = new Map([...(known ?? []), ...found]);
    // Those of earlier events are no longer needed if there are too many.
    stored.set(name, numbers.size > MAX_STORED ? found : numbers);
    return numbers;
  };
}

interface NumberRow {
  readonly visitor: string;
  readonly number: number;
}

function compileNumbers({ scope, sources }: RollupPlan, visitors: readonly string[]): Statement {
  const bindings = new Bindings();
  const searched =
    visitors.length > MAX_BOUND
      ? `SELECT visitor_id FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${rangesSql(sources.raw, bindings)}`
      : bindings.bind('visitors', 'Array(UInt64)', visitors.map(BigInt));
  return {
    query: `SELECT toString(id) AS visitor, number FROM (${numbersSql(searched)})`,
    params: { workspace_id: scope.workspaceId, site_id: scope.siteId, ...bindings.params },
  };
}
