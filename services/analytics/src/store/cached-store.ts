import type { Clock } from '@headwater/kit/clock';
import type { Scope } from '../domain/query/plan';
import type { AnalyticsStore } from './analytics-store';
import { AnswerCache } from './answer-cache';

export interface CacheOptions {
  readonly clock: Clock;
  /** Of all answers kept, in characters; 0 keeps none. */
  readonly maxLength: number;
  /** Names the stored events of a scope's days; undefined when nothing can be told of them. */
  readVersion(scope: Scope, signal: AbortSignal): Promise<string | undefined>;
}

type Read<Plan, Found> = (plan: Plan, signal: AbortSignal) => Promise<Found>;

/**
 * The store, answering a question about days that are over from memory when it was asked before and no event of those
 * days has come or gone since. The version is read before the answer, each time: an event that comes in between makes
 * the kept answer newer than its version, which is never asked for again.
 */
export function cachedStore(store: AnalyticsStore, options: CacheOptions): AnalyticsStore {
  if (options.maxLength === 0) return store;
  const cache = new AnswerCache(options.maxLength);
  const caching =
    <Plan extends { readonly scope: Scope }, Found>(
      name: string,
      read: Read<Plan, Found>,
    ): Read<Plan, Found> =>
    async (plan, signal) => {
      if (plan.scope.endMs > options.clock.now()) return read(plan, signal);
      const version = await options.readVersion(plan.scope, signal);
      if (version === undefined) return read(plan, signal);
      // The plan holds the workspace, the site and all that decides the statements.
      const key = `${version} ${name} ${JSON.stringify(plan)}`;
      const known = cache.get(key) as Found | undefined;
      if (known !== undefined) return known;
      const found = await read(plan, signal);
      cache.set(key, found);
      return found;
    };
  return {
    ...store,
    queryFindings: caching('queryFindings', (plan, signal) => store.queryFindings(plan, signal)),
    queryStats: caching('queryStats', (plan, signal) => store.queryStats(plan, signal)),
    queryStatsTotals: caching('queryStatsTotals', (plan, signal) => store.queryStatsTotals(plan, signal)),
    queryGoal: caching('queryGoal', (plan, signal) => store.queryGoal(plan, signal)),
    queryFunnel: caching('queryFunnel', (plan, signal) => store.queryFunnel(plan, signal)),
    listEvents: caching('listEvents', (plan, signal) => store.listEvents(plan, signal)),
  };
}
