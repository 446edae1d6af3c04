import type { Handlers } from '@headwater/kit/rpc/types';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { runCachedQuery } from '../clickhouse/cache';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { eventsSql } from '../query/compile';
import { VISIT_KEYS } from '../query/dimensions';
import { planVisits, type VisitPlan } from '../query/plan';
import { readQuery } from '../query/read-query';
import { windowFields } from '../query/shape';
import { isFiltered } from '../rollups/filtered-sql';
import { readVersionOf } from '../rollups/sums-version';
import { withRollups } from '../rollups/with-rollups';
import { listEventNames, type EventNameRow } from './event-rollups';

/** The event names of a site with counts and property keys. */
export function createListEvents(dependencies: Dependencies): Handlers<AnalyticsDefinition>['ListEvents'] {
  return async ({ question, siteTimezone }, call) => {
    const { signal } = call;
    const { rollups } = dependencies;
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const plan = planVisits(readQuery(question, VISIT_KEYS), context);
    const events = await runCachedQuery(
      dependencies,
      { name: 'listEvents', plan, signal, readVersion: readVersionOf(rollups, plan) },
      async (run) => {
        const counted = isFiltered(plan)
          ? undefined
          : await withRollups({ run, rollups, signal, siteZone: siteTimezone }, plan, async (rollup) =>
              rollup ? listEventNames(run, rollup) : undefined,
            );
        return counted ?? (await run<EventNameRow>(compileEventList(plan))).data;
      },
    );
    return {
      ...windowFields(plan),
      events: events.map((event) => ({ ...event, properties: [...event.properties] })),
    };
  };
}

/** A row per event name, by events descending, then by name. */
export function compileEventList(plan: VisitPlan): Statement {
  const bindings = new Bindings();
  return {
    query: [
      'SELECT name, count() AS events, uniqExact(visitor_id) AS visitors,',
      `  arraySlice(arraySort(groupUniqArrayArray(mapKeys(props))), 1, ${QUERY_LIMITS.maxPropertyKeys}) AS properties`,
      eventsSql(plan, bindings),
      'GROUP BY name',
      'ORDER BY events DESC, name ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}
