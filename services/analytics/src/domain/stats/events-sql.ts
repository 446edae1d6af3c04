import type { Bindings } from '../query/bindings';
import { filtersSql } from '../query/filter-sql';
import { scopeSql } from '../query/scope-sql';
import type { StatsPlan } from './plan-stats';
import { sessionsSql } from './sessions-sql';

interface Options {
  /** Joins each event's session, whose columns then stand beside the event's. */
  readonly withSessions?: boolean;
  /** What a row must hold beside the plan's filters. */
  readonly conditions?: readonly string[];
}

/** The events that count, beside their sessions where those are asked about. FINAL: a repeated event_id counts once. */
export function eventsSql(
  plan: Pick<StatsPlan, 'scope' | 'rowFilters' | 'sessionFilters'>,
  bindings: Bindings,
  { withSessions = false, conditions = [] }: Options = {},
): string {
  const scope = scopeSql(plan.scope, bindings);
  const all = [
    ...scope,
    ...filtersSql(plan.rowFilters, bindings),
    ...filtersSql(plan.sessionFilters, bindings),
    ...conditions,
  ];
  const joined = withSessions || plan.sessionFilters.length > 0;
  const sessions = joined ? `\nINNER JOIN (${sessionsSql(scope)}) AS visits ON session_id = sid` : '';
  return `FROM events FINAL${sessions}\nWHERE ${all.join('\n  AND ')}`;
}
