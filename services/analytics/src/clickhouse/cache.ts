import { LRUCache } from 'lru-cache';
import type { Clock } from '@headwater/kit/clock';
import { instantText, type Statement } from '../query/bindings';
import { BOUNCE_MARGIN_HOURS } from '../query/compile';
import type { Scope } from '../query/plan';
import { addStatement } from './database-work';
import { runQuery, runStatement, type Connection, type QueryName, type RunStatement } from './run';

/** Query results as JSON text, by data version, query and plan. */
export type ResultCache = LRUCache<string, string>;

/** A cache of query results; undefined when its size is 0. @param maxLength of all keys and results, in UTF-16 units. */
export function createResultCache(maxLength: number): ResultCache | undefined {
  if (maxLength === 0) return undefined;
  return new LRUCache({
    maxSize: maxLength,
    // One result must not evict most of the others.
    maxEntrySize: Math.max(1, Math.floor(maxLength / 8)),
    sizeCalculation: (result, key) => result.length + key.length,
  });
}

export interface CachedConnection extends Connection {
  readonly cache: ResultCache | undefined;
  readonly clock: Clock;
}

/**
 * Runs a query as `runQuery` does, and caches its result if its time range has ended. A cached result is returned while the
 * stored events of its days are unchanged. The data version is read before the result, on every call: an event inserted in
 * between makes the result newer than its version, which no later call looks up.
 */
export async function runCachedQuery<Result>(
  connection: CachedConnection,
  call: {
    readonly name: QueryName;
    readonly plan: { readonly scope: Scope };
    readonly signal: AbortSignal;
    /** Whether a result may be cached. Default: every result. */
    readonly isComplete?: (result: Result) => boolean;
    /** Identifies further stored data that the result depends on. */
    readonly readVersion?: ((run: RunStatement) => Promise<string>) | undefined;
  },
  query: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  const { cache, clock } = connection;
  const { scope } = call.plan;
  if (!cache || scope.endMs > clock.now()) return runQuery(connection, call, query);
  const version = await readDataVersion(connection, scope, call.signal);
  if (version === undefined) return runQuery(connection, call, query);
  const furtherVersion = await call.readVersion?.(runCounted(connection, call.signal));
  // The plan contains workspace and site, and determines the statements.
  const key = `${version} ${furtherVersion ?? ''} ${call.name} ${JSON.stringify(call.plan)}`;
  const cached = cache.get(key);
  if (cached !== undefined) return JSON.parse(cached) as Result;
  const result = await runQuery(connection, call, query);
  if (call.isComplete?.(result) ?? true) cache.set(key, JSON.stringify(result));
  return result;
}

/**
 * The parts with the days of a scope, of all sites: every insert, deletion and merge creates a part, and a combination of
 * name and content never recurs. Only for a table on one node: replicas may have different parts.
 */
const DATA_VERSION_SQL = `SELECT count() AS parts, toString(groupBitXor(sipHash64(name, hash_of_all_files))) AS version
FROM system.parts
WHERE database = currentDatabase() AND table = 'events' AND active
  AND partition >= {first:String} AND partition <= {last:String}
  AND engine = 'ReplacingMergeTree'`;

/** Identifies the stored events of a scope's days, with the margins that decide about bounces: equal versions mean equal events. Undefined when there is no version. */
async function readDataVersion(
  connection: Connection,
  scope: Scope,
  signal: AbortSignal,
): Promise<string | undefined> {
  const marginMs = BOUNCE_MARGIN_HOURS * 3_600_000;
  const params = {
    first: partitionOf(scope.startMs - marginMs),
    last: partitionOf(scope.endMs + marginMs),
  };
  const run = runCounted(connection, signal);
  const { data } = await run<{ parts: number; version: string }>({ query: DATA_VERSION_SQL, params });
  const [found] = data;
  return found && found.parts > 0 ? `${found.parts} ${found.version}` : undefined;
}

/** Runs statements whose rows add to the cost of the call. */
function runCounted(connection: Connection, signal: AbortSignal): RunStatement {
  return async <Row>(statement: Statement) => {
    const response = await runStatement<Row>(connection, statement, { signal });
    addStatement(signal, response.statistics);
    return response;
  };
}

/** The partition of an instant: its UTC day, `20261025`. */
function partitionOf(ms: number): string {
  return instantText(ms).slice(0, 10).replaceAll('-', '');
}
