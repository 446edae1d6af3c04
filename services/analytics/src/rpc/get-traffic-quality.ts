import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { EVENT_KEYS } from '../domain/query/dimensions';
import { planFrame } from '../domain/query/plan';
import { invalid, refusal } from '../domain/query/problem';
import { readFrame } from '../domain/query/read-frame';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { RpcDependencies } from './dependencies';

/** How many events of a window were taken, arrived again, or were dropped and why. */
export function createGetTrafficQuality({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['GetTrafficQuality'] {
  return async ({ question }, call) => {
    const frame = readFrame(question, EVENT_KEYS);
    // What was dropped has none of an event's columns.
    if (frame.filters.length > 0) throw refusal([invalid('filters', 'have no meaning for dropped events')]);
    if (frame.dimension) throw refusal([invalid('dimension', 'has no meaning for dropped events')]);
    const plan = planFrame(frame, { workspaceId: call.workspaceId(), nowMs: clock.now() });
    const traffic = await store.queryTraffic(plan.scope, call.signal);
    const { from, to, zone } = plan.window;
    return { from: formatCalendarDate(from), to: formatCalendarDate(to), timezone: zone, ...traffic };
  };
}
