import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { Bindings } from '../query/bindings';
import { candidateKeysSql, type CandidateKeys, type RollupBreakdown } from './sources-sql';
import type { RollupPlan } from './rollup-plan';

/**
 * Returns the keys with the largest sums of visitors in the counted segments of a plan. Undefined if they are too long for a
 * parameter: the statement then searches for them itself.
 */
export type FindCandidates = (
  run: RunStatement,
  plan: RollupPlan,
  breakdowns: readonly RollupBreakdown[],
) => Promise<CandidateKeys | undefined>;

/** UTF-16 units of all stored keys with the builds that they belong to. */
const MAX_STORED = 8 * 1_048_576;
/** ClickHouse accepts parameters of up to 128 KiB. */
const MAX_LENGTH = 16_384;

/** Returns a search that stores what it has found: builds never change. */
export function createFindCandidates(): FindCandidates {
  const stored = new LRUCache<string, CandidateKeys>({
    maxSize: MAX_STORED,
    sizeCalculation: ({ keys }, name) => name.length + lengthOf(keys),
  });
  return async (run, plan, breakdowns) => {
    const { workspaceId, siteId } = plan.scope;
    const builds = [...plan.sources.counted, ...plan.sources.weeks].map(({ build }) => build);
    const searched = breakdowns.map(({ dimension, candidates }) => `${dimension.key} ${candidates}`);
    const name = [workspaceId, siteId, ...searched, ...builds].join(' ');
    const before = stored.get(name);
    if (before) return before;
    const bindings = new Bindings();
    const query = `SELECT toString(dimension) AS dimension, key FROM (${candidateKeysSql(plan.sources, breakdowns, bindings)})`;
    const params = { workspace_id: workspaceId, site_id: siteId, ...bindings.params };
    const { data } = await run<{ dimension: string; key: string }>({ query, params });
    const found = {
      dimensions: data.map(({ dimension }) => dimension),
      keys: data.map(({ key }) => key),
    };
    if (lengthOf(found.keys) > MAX_LENGTH) return undefined;
    stored.set(name, found);
    return found;
  };
}

const lengthOf = (keys: readonly string[]): number => keys.reduce((sum, key) => sum + key.length, 0);
