import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { VISIT_KEYS } from '../domain/query/dimensions';
import { readFrame } from '../domain/query/read-frame';
import { planStats } from '../domain/stats/plan-stats';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { RpcDependencies } from './dependencies';

/** The names of a site's events with counts and property keys. */
export function createListEvents({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['ListEvents'] {
  return async ({ question }, call) => {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const plan = planStats(readFrame(question, VISIT_KEYS), asked);
    const events = await store.listEvents(plan, call.signal);
    const { from, to, zone } = plan.window;
    return { from: formatCalendarDate(from), to: formatCalendarDate(to), timezone: zone, events };
  };
}
