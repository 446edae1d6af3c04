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
  /** Adds a first session of the visitor in one workspace. */
  sees(workspaceId: number, anonymousId: string, touch: Partial<GetFirstTouchResponse>): void;
  /**
   * Adds an event of the visitor. Its earliest event is its first session, as in the event store.
   *
   * @param at when the event is stored, Unix milliseconds; default: now
   */
  arrives(workspaceId: number, anonymousId: string, touch: Partial<GetFirstTouchResponse>, at?: number): void;
  /** Adds a later session of the visitor. */
  returns(workspaceId: number, anonymousId: string, touch: Touch): void;
  /** Makes every further call fail with this error; undefined: no call fails. */
  failWith(error: Error | undefined): void;
  stop(): Promise<void>;
}

/** How far the last page looks back, as in analytics. */
const OVERLAP_MS = 10_000;

/** Starts a gRPC server with the analytics methods that identity calls, backed by in-memory data. */
export async function analyticsStandIn(): Promise<AnalyticsStandIn> {
  const touches = new Map<string, GetFirstTouchResponse>();
  const touched: { readonly at: number; readonly workspaceId: number; readonly visitorKey: Buffer }[] = [];
  const keyOf = (workspaceId: number, anonymousId: string): Buffer =>
    createHash('sha256').update(`${workspaceId} ${anonymousId}`).digest().subarray(0, 8);
  const sessions: { readonly visitor: string; readonly touch: Touch }[] = [];
  let broken: Error | undefined;
  const service = loadAnalytics();
  const unused = () => Promise.reject(failure('internal_error', 'not implemented in this test'));
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
      EraseVisitors: ({ anonymousIds, dryRun }, call) => {
        if (broken) return Promise.reject(broken);
        const found = anonymousIds.map((id) => `${call.workspaceId()} ${id}`).filter((id) => touches.has(id));
        if (!dryRun) for (const visitor of found) touches.delete(visitor);
        const rows = dryRun ? found.length : 0;
        return Promise.resolve({ events: rows, firstTouches: rows });
      },
      ListTouchedVisitors: ({ cursor, limit }) => {
        if (broken) return Promise.reject(broken);
        const now = Date.now();
        const [at = now - OVERLAP_MS, position = 0] = cursor === '' ? [] : cursor.split('-').map(Number);
        const later = touched
          .map((visitor, index) => ({ ...visitor, index }))
          .filter((visitor) => visitor.at >= at && visitor.index >= position);
        const left = later[limit];
        // After a full page the cursor is its last row; after the last page it looks back.
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
      const stored = touches.get(key);
      if (!stored || Number(arrived.firstSeenAtMs) < Number(stored.firstSeenAtMs)) touches.set(key, arrived);
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
