import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { failure } from '@headwater/protos/error-codes';
import type { GetFirstTouchResponse } from '@headwater/protos/gen/headwater/analytics/v1/GetFirstTouchResponse';
import type { Touch } from '@headwater/protos/gen/headwater/analytics/v1/Touch';
import { loadAnalytics, type AnalyticsDefinition } from '@headwater/protos/services';

export interface AnalyticsStandIn {
  readonly address: string;
  /** Lets the visitor have a first session, in one workspace. */
  sees(workspaceId: number, anonymousId: string, touch: Partial<GetFirstTouchResponse>): void;
  /** An event of the visitor arrives, early or late: the earliest decides, as it does in the event store. */
  arrives(workspaceId: number, anonymousId: string, touch: Partial<GetFirstTouchResponse>): void;
  /** The visitor comes again, in a session that is not the first. */
  returns(workspaceId: number, anonymousId: string, touch: Touch): void;
  /** From now on every call fails so; undefined: none does. */
  failWith(error: Error | undefined): void;
  stop(): Promise<void>;
}

/** A real gRPC server that answers GetFirstTouch from memory. */
export async function analyticsStandIn(): Promise<AnalyticsStandIn> {
  const touches = new Map<string, GetFirstTouchResponse>();
  const sessions: { readonly visitor: string; readonly touch: Touch }[] = [];
  let broken: Error | undefined;
  const service = loadAnalytics();
  const unused = () => Promise.reject(failure('internal_error', 'not part of this test'));
  const server = await startRpcServer({
    service,
    handlers: {
      ...(Object.fromEntries(
        Object.keys(service.definition).map((method) => [method, unused]),
      ) as unknown as Handlers<AnalyticsDefinition>),
      GetFirstTouch: ({ anonymousId }, call) =>
        broken
          ? Promise.reject(broken)
          : Promise.resolve(touches.get(`${call.workspaceId()} ${anonymousId}`) ?? { found: false }),
      ListFirstTouches: ({ anonymousIds }, call) =>
        broken
          ? Promise.reject(broken)
          : Promise.resolve({
              touches: anonymousIds.flatMap((anonymousId) => {
                const touch = touches.get(`${call.workspaceId()} ${anonymousId}`);
                return touch ? [{ anonymousId, touch }] : [];
              }),
            }),
      ListTouches: ({ anonymousIds, afterMs, limit }, call) => {
        if (broken) return Promise.reject(broken);
        const visitors = anonymousIds.map((anonymousId) => `${call.workspaceId()} ${anonymousId}`);
        const later = sessions.flatMap(({ visitor, touch }) =>
          visitors.includes(visitor) && Number(touch.startedAtMs) > afterMs ? [touch] : [],
        );
        later.sort((a, b) => Number(b.startedAtMs) - Number(a.startedAtMs));
        return Promise.resolve({ touches: later.slice(0, limit), total: later.length });
      },
    },
    host: '127.0.0.1',
    port: 0,
    log: silentLog(),
  });
  return {
    address: `127.0.0.1:${server.port}`,
    sees: (workspaceId, anonymousId, touch) =>
      void touches.set(`${workspaceId} ${anonymousId}`, { ...FIRST_TOUCH, ...touch }),
    arrives: (workspaceId, anonymousId, touch) => {
      const key = `${workspaceId} ${anonymousId}`;
      const arrived = { ...FIRST_TOUCH, ...touch };
      const known = touches.get(key);
      if (!known || Number(arrived.firstSeenAtMs) < Number(known.firstSeenAtMs)) touches.set(key, arrived);
    },
    returns: (workspaceId, anonymousId, touch) =>
      void sessions.push({ visitor: `${workspaceId} ${anonymousId}`, touch }),
    failWith: (error) => {
      broken = error;
    },
    stop: () => server.stop(0),
  };
}

const FIRST_TOUCH: GetFirstTouchResponse = {
  found: true,
  channel: 'Organic Search',
  source: 'Google',
  utmCampaign: 'autumn',
  landing: 'example.com/pricing',
  referrer: 'google.com',
  firstSeenAtMs: Date.UTC(2026, 9, 1),
  rulesVersion: 3,
  siteId: 7,
  country: 'DE',
  utmSource: 'news',
  utmMedium: 'mail',
};
