import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { invalid, refusal } from '../domain/query/problem';
import type { RpcDependencies } from './dependencies';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What became of one event of a site. */
export function createGetReceipt({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['GetReceipt'] {
  return async ({ siteId, eventId }, call) => {
    const workspaceId = call.workspaceId();
    if (!UUID.test(eventId)) throw refusal([invalid('eventId', 'must be a UUID')]);
    const asked = { workspaceId, siteId, eventId, nowMs: clock.now() };
    const receipt = await store.readReceipt(asked, call.signal);
    if (receipt?.status !== 'dropped') return receipt ?? { status: 'unknown' };
    const { botReason, ...rest } = receipt;
    return { ...rest, ...(botReason === '' ? {} : { botReason }) };
  };
}
