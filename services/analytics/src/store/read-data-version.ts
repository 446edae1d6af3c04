import type { ClickHouseClient } from '@clickhouse/client';
import type { Scope } from '../domain/query/plan';
import { instantText } from '../domain/time/instant-text';
import { runStatement, type RunOptions } from './run-statement';

/**
 * The parts that hold the days of a scope, whosever events: each insert makes one, each deletion and merge another, and
 * none comes back under the name and content of an earlier one. Only a plain table is told: replicas of a replicated one
 * may each have other parts.
 */
const SQL = `SELECT count() AS parts, toString(groupBitXor(sipHash64(name, hash_of_all_files))) AS version
FROM system.parts
WHERE database = currentDatabase() AND table = 'events' AND active
  AND partition >= {first:String} AND partition <= {last:String}
  AND engine = 'ReplacingMergeTree'`;

/** Names the stored events of a scope's days: the same name, the same events. Undefined when there is nothing to go by. */
export async function readDataVersion(
  client: ClickHouseClient,
  scope: Scope,
  options: RunOptions,
): Promise<string | undefined> {
  const params = { first: partitionOf(scope.startMs), last: partitionOf(scope.endMs) };
  const { data } = await runStatement<{ parts: number; version: string }>(
    client,
    { query: SQL, params },
    options,
  );
  const [found] = data;
  return found && found.parts > 0 ? `${found.parts} ${found.version}` : undefined;
}

/** The table's partition of an instant: its UTC day, `20261025`. */
function partitionOf(ms: number): string {
  return instantText(ms).slice(0, 10).replaceAll('-', '');
}
