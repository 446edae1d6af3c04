import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import type { MethodName } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { createPseudonyms } from '../src/query/pseudonyms';

const KEY = Buffer.alloc(32);
export const VISITOR = visitorKey(1, 'v');
export const EVENT_ID = '0199f7a0-0000-7000-8000-000000000001';
const SITE = { siteId: 10 };
const WINDOW = { ...SITE, timezone: 'UTC', from: '2026-03-01', to: '2026-03-09' };
const question = { ...WINDOW, dimension: 'pathname' };
const STEP = { name: 'A', type: 'event', event: 'signup' };

/** A request of workspace 1 for every method: the type requires one for a new method, too. */
export const CALLS: Readonly<Record<MethodName<AnalyticsDefinition>, object>> = {
  QueryEvent: { ...WINDOW, name: 'signup', dimension: 'channel', compare: 'previous_period' },
  GetSiteActivity: SITE,
  ListSiteActivity: { sites: [{ ...SITE, timezone: 'UTC' }] },
  GetFirstTouch: { anonymousId: 'v' },
  ListFirstTouches: { anonymousIds: ['v', 'w'] },
  ListTouches: { anonymousIds: ['v'], afterMs: 0, limit: 10 },
  ListSessions: { anonymousIds: ['v'], afterMs: 0 },
  ListClicks: { moments: [{ anonymousId: 'v', atMs: 4_000_000_000_000 }], siteIds: [10] },
  ListTouchedVisitors: { limit: 10 },
  ListEvents: { question: WINDOW },
  QueryStats: { question, compare: 'previous_year', dimensions: ['channel', 'exit_page'] },
  QueryImported: { question },
  QueryGoal: { question, goal: STEP },
  QueryFunnel: { question: WINDOW, steps: [STEP, STEP], windowHours: 1 },
  QueryRealtime: { question: { ...SITE, timezone: 'UTC' } },
  QueryRetention: { question: { ...SITE, timezone: 'UTC' } },
  GetTrafficQuality: { question: WINDOW },
  GetReceipt: { ...SITE, eventId: EVENT_ID, visitorKey: KEY },
  ExportEvents: { question: WINDOW, type: 'events', format: 'csv', visitorKey: KEY },
  GetVisitor: { question: WINDOW, visitorId: createPseudonyms(KEY).ofVisitor(VISITOR), visitorKey: KEY },
  ListClickIdSites: {},
  DeleteClickIds: SITE,
  EraseVisitors: { anonymousIds: ['erased'], dryRun: false },
  ApplyRetention: { ...SITE, beforeDay: '2026-03-01', beforeMs: Date.parse('2026-03-01'), dryRun: false },
  // Last: it deletes the events that the others read.
  PurgeSite: { ...SITE, dryRun: false },
};
