import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { eventsSql } from '../stats/events-sql';
import type { StatsPlan } from '../stats/plan-stats';

const MAX_PROPERTIES = 500;

/** A row for each event name: `name`, `events`, `visitors` and its property keys; by events downwards, then by name. */
export function compileEventList(plan: StatsPlan): Statement {
  const bindings = new Bindings();
  return {
    query: [
      'SELECT name, count() AS events, uniqExact(visitor_id) AS visitors,',
      `  arraySlice(arraySort(groupUniqArrayArray(mapKeys(props))), 1, ${MAX_PROPERTIES}) AS properties`,
      eventsSql(plan, bindings),
      'GROUP BY name',
      'ORDER BY events DESC, name ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}
