import { createHash } from 'node:crypto';
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
  /**
   * An event of the visitor arrives, early or late: the earliest decides, as it does in the event store.
   *
   * @param at when it is stored, Unix milliseconds; now by default
   */
  arrives(workspaceId: number, anonymousId: string, touch: Partial<GetFirstTouchResponse>, at?: number): void;
  /** The visitor comes again, in a session that is not the first. */
  returns(workspaceId: number, anonymousId: string, touch: Touch): void;
  /** From now on every call fails so; undefined: none does. */
  failWith(error: Error | undefined): void;
  stop(): Promise<void>;
}

/** As long as it looks back, like the real one. */
const OVERLAP_MS = 10_000;

/** A real gRPC server that answers from memory what identity asks. */
export async function analyticsStandIn(): Promise<AnalyticsStandIn> {
  const touches = new Map<string, GetFirstTouchResponse>();
  const touched: { readonly at: number; readonly workspaceId: number; readonly visitorKey: Buffer }[] = [];
  const keyOf = (workspaceId: number, anonymousId: string): Buffer =>
    createHash('sha256').update(`${workspaceId} ${anonymousId}`).digest().subarray(0, 8);
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
          : Promise.resolve({
              ...(touches.get(`${call.workspaceId()} ${anonymousId}`) ?? { found: false }),
              visitorKey: keyOf(call.workspaceId(), anonymousId),
            }),
      ListFirstTouches: ({ anonymousIds }, call) =>
        broken
          ? Promise.reject(broken)
          : Promise.resolve({
              touches: anonymousIds.flatMap((anonymousId) => {
                const touch = touches.get(`${call.workspaceId()} ${anonymousId}`);
                return touch ? [{ anonymousId, touch }] : [];
              }),
              visitorKeys: anonymousIds.map((anonymousId) => keyOf(call.workspaceId(), anonymousId)),
            }),
      ListTouchedVisitors: ({ cursor, limit }) => {
        if (broken) return Promise.reject(broken);
        const now = Date.now();
        const [at = now - OVERLAP_MS, place = 0] = cursor === '' ? [] : cursor.split('-').map(Number);
        const later = touched
          .map((visitor, index) => ({ ...visitor, index }))
          .filter((visitor) => visitor.at >= at && visitor.index >= place);
        const left = later[limit];
        // A full page goes on after its last row; the last page looks back.
        const next = left ? `0-${left.index}` : `${now - OVERLAP_MS}-0`;
        return Promise.resolve({
          visitors: later.slice(0, limit),
          cursor: next,
          more: left !== undefined,
        });
      },
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
    arrives: (workspaceId, anonymousId, touch, at = Date.now()) => {
      const key = `${workspaceId} ${anonymousId}`;
      const arrived = { ...FIRST_TOUCH, ...touch };
      const known = touches.get(key);
      if (!known || Number(arrived.firstSeenAtMs) < Number(known.firstSeenAtMs)) touches.set(key, arrived);
      touched.push({ at, workspaceId, visitorKey: keyOf(workspaceId, anonymousId) });
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
