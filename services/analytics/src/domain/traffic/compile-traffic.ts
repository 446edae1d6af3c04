import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import type { Scope } from '../query/plan';
import { scopeSql } from '../query/scope-sql';

/**
 * One row: `accepted`, the events that count, and `duplicates`, how often one of them was sent again. Arrivals are
 * compared quarter by quarter, as events of before they were counted have none. Imported events do not arrive: a file
 * that is imported again replaces them.
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

/** A row for each reason, and for bots each of theirs: `reason`, `bot_reason`, `events`; by events downwards. */
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
