import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { failure } from '@headwater/protos/error-codes';
import type { Click } from '@headwater/protos/gen/headwater/analytics/v1/Click';
import type { GetFirstTouchResponse } from '@headwater/protos/gen/headwater/analytics/v1/GetFirstTouchResponse';
import type { LinkTimes } from '@headwater/protos/gen/headwater/analytics/v1/LinkTimes';
import type { Touch } from '@headwater/protos/gen/headwater/analytics/v1/Touch';
import { loadAnalytics, type AnalyticsDefinition } from '@headwater/protos/services';

export interface AnalyticsStandIn {
  readonly address: string;
  /** Adds a first session of the visitor in one workspace. */
  sees(workspaceId: number, anonymousId: string, touch: Partial<GetFirstTouchResponse>): void;
  /**
   * Adds an event of the visitor that was sent with a token. Its earliest event is its first session, as in the event store.
   *
   * @param at when the event is stored, Unix milliseconds; default: now
   */
  arrives(workspaceId: number, anonymousId: string, touch: Partial<GetFirstTouchResponse>, at?: number): void;
  /** Adds an event of the visitor's browser. @param arrivedAtMs Unix milliseconds */
  browses(
    workspaceId: number,
    anonymousId: string,
    touch: Partial<GetFirstTouchResponse>,
    arrivedAtMs: number,
  ): void;
  /** Adds a later session of the visitor. @param arrivedAtMs as in `VisitorSession`; default: sent with a token */
  returns(workspaceId: number, anonymousId: string, touch: Touch, arrivedAtMs?: number): void;
  /** Removes the visitor's sessions before a moment, as the retention does. Unix milliseconds. */
  deletesSessionsBefore(workspaceId: number, anonymousId: string, ms: number): void;
  /** Adds a click id of the visitor. */
  clicks(workspaceId: number, anonymousId: string, click: Omit<Click, 'index'>): void;
  /** Makes every further ListSessions and ListTouches with this visitor exceed its deadline. */
  hangsFor(anonymousId: string): void;
  /** The number of visitors of each ListSessions of a workspace. */
  sessionCalls(workspaceId: number): readonly number[];
  /** Makes further erasures of visitors take this time. Milliseconds. */
  delayErasures(ms: number): void;
  /** Makes every further call fail with this error; undefined: no call fails. */
  failWith(error: Error | undefined): void;
  stop(): Promise<void>;
}

/** How far the last page looks back, as in analytics. */
const OVERLAP_MS = 10_000;

/** Starts a gRPC server with the analytics methods that identity calls, backed by in-memory data. */
export async function analyticsStandIn(): Promise<AnalyticsStandIn> {
  const events = new Map<string, readonly StoredEvent[]>();
  let stored = 0;
  const touched: { readonly at: number; readonly workspaceId: number; readonly visitorKey: Buffer }[] = [];
  const keyOf = (workspaceId: number, anonymousId: string): Buffer =>
    createHash('sha256').update(`${workspaceId} ${anonymousId}`).digest().subarray(0, 8);
  let sessions: { readonly visitor: string; readonly touch: Touch; readonly arrivedAtMs?: number }[] = [];
  const clickIds: { readonly visitor: string; readonly click: Omit<Click, 'index'> }[] = [];
  const slow = new Set<string>();
  const sessionCalls: { readonly workspaceId: number; readonly visitors: number }[] = [];
  const add = (workspaceId: number, anonymousId: string, event: StoredEvent): void => {
    const key = `${workspaceId} ${anonymousId}`;
    events.set(key, [...(events.get(key) ?? []), event]);
  };
  let broken: Error | undefined;
  let erasureMs = 0;
  const service = loadAnalytics();
  const unused = () => Promise.reject(failure('internal_error', 'not implemented in this test'));
  const tooLong = () => failure('deadline_exceeded', 'The query took too long.');
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
              ...(firstTouch(events.get(`${call.workspaceId()} ${anonymousId}`))?.touch ?? { found: false }),
              visitorKey: keyOf(call.workspaceId(), anonymousId),
            }),
      ListFirstTouches: ({ anonymousIds, links }, call) =>
        broken
          ? Promise.reject(broken)
          : Promise.resolve({
              touches: anonymousIds.flatMap((anonymousId, index) => {
                const found = firstTouch(events.get(`${call.workspaceId()} ${anonymousId}`), links[index]);
                return found ? [{ anonymousId, index, ...found }] : [];
              }),
              considersArrival: true,
              visitorKeys: anonymousIds.map((anonymousId) => keyOf(call.workspaceId(), anonymousId)),
            }),
      EraseVisitors: async ({ anonymousIds, dryRun }, call) => {
        if (broken) throw broken;
        if (erasureMs > 0) await delay(erasureMs);
        const found = anonymousIds.map((id) => `${call.workspaceId()} ${id}`).filter((id) => events.has(id));
        if (!dryRun) for (const visitor of found) events.delete(visitor);
        const rows = dryRun ? found.length : 0;
        const tables = rows > 0 ? { dead_letters: rows } : {};
        return { events: rows, firstTouches: rows, clickIds: 2 * rows, rows: { tables } };
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
      ListSessions: ({ anonymousIds, afterMs }, call) => {
        sessionCalls.push({ workspaceId: call.workspaceId(), visitors: anonymousIds.length });
        if (broken) return Promise.reject(broken);
        if (anonymousIds.some((id) => slow.has(id))) return Promise.reject(tooLong());
        const found = anonymousIds.flatMap((anonymousId, index) =>
          sessions
            .filter(({ visitor }) => visitor === `${call.workspaceId()} ${anonymousId}`)
            .filter(({ touch }) => Number(touch.startedAtMs) > afterMs)
            .map(({ visitor: _, ...session }) => ({ index, device: 'mobile', ...session })),
        );
        return Promise.resolve({ sessions: found });
      },
      ListClicks: ({ moments, siteIds }, call) => {
        if (broken) return Promise.reject(broken);
        const found = moments.flatMap(({ anonymousId, atMs }, index) => {
          const before = clickIds
            .filter(({ visitor }) => visitor === `${call.workspaceId()} ${anonymousId}`)
            .map(({ click }) => ({ ...click, index }))
            .filter((click) => siteIds.includes(Number(click.siteId)) && Number(click.atMs) <= atMs)
            .sort((a, b) => Number(b.atMs) - Number(a.atMs));
          return before.filter(
            ({ parameter }, at) => before.findIndex((one) => one.parameter === parameter) === at,
          );
        });
        return Promise.resolve({ clicks: found });
      },
      ListTouches: ({ anonymousIds, afterMs, limit }, call) => {
        if (broken) return Promise.reject(broken);
        if (anonymousIds.some((id) => slow.has(id))) return Promise.reject(tooLong());
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
      void events.set(`${workspaceId} ${anonymousId}`, [eventOf(touch, String(stored++))]),
    arrives: (workspaceId, anonymousId, touch, at = Date.now()) => {
      add(workspaceId, anonymousId, eventOf(touch, String(stored++)));
      touched.push({ at, workspaceId, visitorKey: keyOf(workspaceId, anonymousId) });
    },
    browses: (workspaceId, anonymousId, touch, arrivedAtMs) => {
      add(workspaceId, anonymousId, { ...eventOf(touch, ''), arrivedAtMs });
      touched.push({ at: Date.now(), workspaceId, visitorKey: keyOf(workspaceId, anonymousId) });
    },
    returns: (workspaceId, anonymousId, touch, arrivedAtMs) =>
      void sessions.push({
        ...{ visitor: `${workspaceId} ${anonymousId}`, touch },
        ...(arrivedAtMs === undefined ? {} : { arrivedAtMs }),
      }),
    deletesSessionsBefore: (workspaceId, anonymousId, ms) => {
      sessions = sessions.filter(
        ({ visitor, touch }) =>
          visitor !== `${workspaceId} ${anonymousId}` || Number(touch.startedAtMs) >= ms,
      );
    },
    clicks: (workspaceId, anonymousId, click) => {
      clickIds.push({ visitor: `${workspaceId} ${anonymousId}`, click });
    },
    hangsFor: (anonymousId) => void slow.add(anonymousId),
    sessionCalls: (workspaceId) =>
      sessionCalls.filter((call) => call.workspaceId === workspaceId).map(({ visitors }) => visitors),
    delayErasures: (ms) => {
      erasureMs = ms;
    },
    failWith: (error) => {
      broken = error;
    },
    stop: () => server.stop(0),
  };
}

interface StoredEvent {
  readonly touch: GetFirstTouchResponse & { readonly firstSeenAtMs: number };
  /** Unix milliseconds; absent: sent with a token. */
  readonly arrivedAtMs?: number;
  readonly eventId: string;
}

function eventOf(touch: Partial<GetFirstTouchResponse>, eventId: string): StoredEvent {
  const firstSeenAtMs = Number(touch.firstSeenAtMs ?? FIRST_TOUCH.firstSeenAtMs);
  return { touch: { ...FIRST_TOUCH, ...touch, firstSeenAtMs }, eventId };
}

/** The first session for a link, by the definition: of all events that count, the earliest. */
function firstTouch(events: readonly StoredEvent[] = [], { linkedAtMs, arrivalsUntilMs }: LinkTimes = {}) {
  // Events that were sent with a token arrive at their time.
  const arrivals = events.map(({ touch, arrivedAtMs }) => arrivedAtMs ?? touch.firstSeenAtMs);
  const firstArrivalMs = Math.min(...arrivals);
  const until = linkedAtMs ? Math.max(Number(linkedAtMs), firstArrivalMs) : Infinity;
  const [first] = events
    .filter(
      ({ arrivedAtMs }) =>
        arrivedAtMs === undefined || arrivedAtMs <= Math.min(until, Number(arrivalsUntilMs ?? until)),
    )
    .sort(
      (a, b) =>
        a.touch.firstSeenAtMs - b.touch.firstSeenAtMs ||
        (a.arrivedAtMs ?? -1) - (b.arrivedAtMs ?? -1) ||
        (a.eventId < b.eventId ? -1 : 1),
    );
  return first && { ...first, firstArrivalMs };
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
