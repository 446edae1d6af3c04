import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runQuery } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { scopeSql } from '../query/compile';
import { EVENT_KEYS } from '../query/dimensions';
import { planQuery, type Scope } from '../query/plan';
import { invalid, requestError } from '../query/problem';
import { readQuery } from '../query/read-query';
import { windowFields } from '../query/shape';

/** Dropped events by reason. `botReason` is `''` except for bots. */
export interface DropCount {
  readonly reason: string;
  readonly botReason: string;
  readonly events: number;
}

/** Accepted, repeated and dropped events of a window. */
export function createGetTrafficQuality(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['GetTrafficQuality'] {
  return async ({ question }, call) => {
    const query = readQuery(question, EVENT_KEYS);
    // Dropped events are stored without the columns of an event.
    if (query.filters.length > 0)
      throw requestError([invalid('filters', 'cannot be applied to dropped events')]);
    if (query.dimension) throw requestError([invalid('dimension', 'cannot be applied to dropped events')]);
    const plan = planQuery(query, { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() });
    const [arrivals, drops] = await runQuery(
      dependencies,
      { name: 'queryTraffic', signal: call.signal },
      (run) =>
        Promise.all([
          run<{ accepted: number; duplicates: number }>(compileArrivals(plan.scope)),
          run<DropCount>(compileDrops(plan.scope)),
        ]),
    );
    const { accepted, duplicates } = arrivals.data[0] ?? { accepted: 0, duplicates: 0 };
    return { ...windowFields(plan), accepted, duplicates, dropped: drops.data };
  };
}

/**
 * One row: `accepted`, the counted events, and `duplicates`, the repeated arrivals. Computed per quarter of an hour: a
 * quarter without arrival counts, as of older events, has 0 duplicates. Imported events have no arrivals: a repeated import
 * replaces them.
 */
export function compileArrivals(scope: Scope): Statement {
  const bindings = new Bindings();
  const conditions = scopeSql(scope, bindings).join('\n    AND ');
  return {
    query: `SELECT sum(stored) AS accepted, sum(greatest(arrived, sent) - sent) AS duplicates
FROM (
  SELECT quarter, sum(stored) AS stored, sum(sent) AS sent, sum(arrived) AS arrived FROM (
    SELECT toStartOfFifteenMinutes(toDateTime(ts, 'UTC')) AS quarter, count() AS stored,
      countIf(origin != 'import') AS sent, 0 AS arrived
    FROM events FINAL
    WHERE ${conditions}
    GROUP BY quarter
    UNION ALL
    SELECT ts AS quarter, 0 AS stored, 0 AS sent, sum(events) AS arrived
    FROM (SELECT workspace_id, site_id, quarter AS ts, events FROM arrivals)
    WHERE ${conditions}
    GROUP BY ts
  )
  GROUP BY quarter
)`,
    params: bindings.params,
  };
}

/** A row per reason and bot reason, by events descending. */
export function compileDrops(scope: Scope): Statement {
  const bindings = new Bindings();
  return {
    query: `SELECT reason, bot_reason AS botReason, sum(dropped) AS events
FROM (SELECT workspace_id, site_id, quarter AS ts, reason, bot_reason, events AS dropped FROM drops)
WHERE ${scopeSql(scope, bindings).join('\n  AND ')}
GROUP BY reason, bot_reason
ORDER BY events DESC, reason ASC, bot_reason ASC`,
    params: bindings.params,
  };
}
