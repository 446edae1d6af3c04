import { insertDroppedEvents } from '@headwater/eventstore/insert-dropped-events';
import { insertImported } from '@headwater/eventstore/insert-imported';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { createPseudonyms } from '../../src/query/pseudonyms';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { RunningAnalytics } from '../analytics-fixture';
import { KEYS, type Dataset, type KeySet } from './arbitraries';
import { naiveActivity, naivePresence, partlyLately } from './naive-activity';
import { naiveAnalysis } from './naive-analysis';
import { exported, naiveExport, naiveVisitor, orderless } from './naive-export';
import { diceOf, naiveFunnel, naiveGoal, stepsOf } from './naive-goals';
import { windowOf } from './naive-events';
import { naiveImported } from './naive-imported';
import { lately, naiveRealtime } from './naive-realtime';
import { naiveRetention } from './naive-retention';
import { naiveEventList, naiveStats } from './naive-stats';
import {
  arrivedLately,
  crowded,
  droppedLately,
  naiveReceipt,
  naiveRecentDrops,
  naiveTraffic,
} from './naive-traffic';
import type { OracleQuery } from './oracle-query';

/** The queried workspace. */
export const WORKSPACE_ID = 7;

/** Calls a method, and computes the expected response. */
export type Compare = (
  calls: RunningAnalytics['calls'],
  question: OracleQuery,
  dataset: Dataset,
) => readonly [response: Promise<object | undefined>, expected: object | undefined];

export interface OracleMethod {
  readonly keySet: KeySet;
  readonly compare: Compare;
  /** Changes the dataset so that the responses are not trivial. */
  readonly prepare?: (dataset: Dataset) => Dataset;
  /** Stores other rows that the method reads. */
  readonly store?: (client: ClickHouseClient, dataset: Dataset) => Promise<void>;
  /** Whether the response depends on copies of an event, which merges remove. */
  readonly countsCopies?: true;
}

let batches = 0;
async function storeDrops(client: ClickHouseClient, { drops }: Dataset): Promise<void> {
  if (drops.length > 0) await insertDroppedEvents(client, drops, `drops ${batches++}`);
}

/** In two batches: a later file may contain the same rows. */
async function storeImported(client: ClickHouseClient, { imported }: Dataset): Promise<void> {
  const middle = Math.ceil(imported.length / 2);
  await insertImported(client, 'imported_days', { rows: imported.slice(0, middle) });
  await insertImported(client, 'imported_days', { rows: imported.slice(middle) });
}

const options = { workspaceId: WORKSPACE_ID, deadlineMs: 60_000 };
const contextOf = ({ nowMs }: Dataset) => ({ workspaceId: WORKSPACE_ID, nowMs });

const VISITOR_KEY = Buffer.alloc(32, 3);

/** A query without grain, dimension and limit. */
const windowAndFilters = ({ grain: _, dimension: __, limit: ___, name: ____, ...rest }: OracleQuery) => ({
  ...rest,
  filters: [...rest.filters],
});

/** None to ten dimensions, also that of the query. */
function severalDimensions(query: object): string[] {
  const dice = diceOf(query);
  const keys = KEYS.visits;
  return Array.from(
    { length: dice % 3 === 0 ? 0 : dice % 11 },
    (_, n) => keys[(dice + n) % keys.length] ?? '',
  );
}

async function fileOf(pieces: AsyncIterable<{ readonly data: Buffer }>): Promise<object> {
  const all: Buffer[] = [];
  for await (const { data } of pieces) all.push(data);
  return exported(Buffer.concat(all).toString('utf8'));
}

/** The comparison of each method. */
export const METHODS: Readonly<Record<string, OracleMethod>> = {
  QueryEvent: {
    keySet: 'event',
    compare: (calls, query, dataset) => {
      const compare = [undefined, 'previous_period', 'previous_year'][diceOf(query) % 3];
      const question = { ...query, ...(compare === undefined ? {} : { compare }) };
      return [
        calls.QueryEvent({ ...question, filters: [...question.filters] }, options),
        naiveAnalysis(dataset.events, question, contextOf(dataset)),
      ];
    },
  },
  QueryStats: {
    keySet: 'visits',
    compare: (calls, { name, ...rest }, dataset) => {
      // The query has no name: here it selects the comparison.
      const compare = { signup: 'previous_period', click: 'previous_year' }[name];
      const question = { ...rest, filters: [...rest.filters] };
      const request = {
        question,
        dimensions: severalDimensions(rest),
        ...(compare === undefined ? {} : { compare }),
      };
      return [
        calls.QueryStats(request, options),
        naiveStats(dataset.events, { name, ...rest, ...request }, contextOf(dataset)),
      ];
    },
  },
  QueryGoal: {
    keySet: 'visits',
    compare: (calls, question, dataset) => {
      const goal = stepsOf(question)[0] ?? null;
      return [
        calls.QueryGoal({ question: { ...question, filters: [...question.filters] }, goal }, options),
        naiveGoal(dataset.events, { ...question, goal }, contextOf(dataset)),
      ];
    },
  },
  QueryFunnel: {
    keySet: 'visits',
    compare: (calls, question, dataset) => {
      const steps = stepsOf(question);
      const windowHours = [1, 24, 200][question.name.length % 3] ?? 1;
      return [
        calls.QueryFunnel(
          { question: { ...question, filters: [...question.filters] }, steps, windowHours },
          options,
        ),
        naiveFunnel(dataset.events, { ...question, steps, windowHours }, contextOf(dataset)),
      ];
    },
  },
  QueryRealtime: {
    keySet: 'visits',
    prepare: lately,
    compare: (calls, { siteId, timezone, filters, dimension, limit }, dataset) => {
      const question = {
        siteId,
        timezone,
        filters: [...filters],
        ...(dimension === undefined ? {} : { dimension }),
        ...(limit === undefined ? {} : { limit }),
      };
      return [
        calls.QueryRealtime({ question }, options),
        naiveRealtime(dataset.events, { name: '', ...question }, contextOf(dataset)),
      ];
    },
  },
  ListSiteActivity: {
    keySet: 'visits',
    prepare: partlyLately,
    compare: (calls, { siteId, timezone, filters }, dataset) => {
      // A site, its neighbour in another zone, and a site without events.
      const sites = [
        { siteId: siteId + 1, timezone: dataset.zone },
        { siteId, timezone },
        { siteId: siteId + 1_000_000 + filters.length, timezone: 'UTC' },
      ];
      return [
        calls.ListSiteActivity({ sites }, options),
        naiveActivity(dataset.events, sites, contextOf(dataset)),
      ];
    },
  },
  GetSiteActivity: {
    keySet: 'visits',
    prepare: (dataset) => droppedLately(partlyLately(dataset)),
    store: storeDrops,
    compare: (calls, { siteId }, dataset) => {
      const ofSite = dataset.events.filter(
        (event) => event.workspace_id === WORKSPACE_ID && event.site_id === siteId,
      );
      return [
        calls.GetSiteActivity({ siteId }, options),
        {
          ...naivePresence(ofSite, dataset.nowMs),
          recentDrops: naiveRecentDrops(dataset, siteId, contextOf(dataset)),
        },
      ];
    },
  },
  GetTrafficQuality: {
    keySet: 'visits',
    prepare: crowded,
    store: storeDrops,
    compare: (calls, query, dataset) => {
      const question = { ...windowAndFilters(query), filters: [] };
      return [
        calls.GetTrafficQuality({ question }, options),
        naiveTraffic(dataset, { name: '', ...question }, contextOf(dataset)),
      ];
    },
  },
  GetReceipt: {
    keySet: 'visits',
    prepare: arrivedLately,
    store: storeDrops,
    countsCopies: true,
    compare: (calls, { siteId, ...rest }, dataset) => {
      // The last events are repeats.
      const ids = [...dataset.events.slice(-12), ...dataset.drops.slice(-6)].map(({ event_id }) => event_id);
      const eventId = ids[diceOf(rest) % ids.length] ?? '';
      return [
        calls.GetReceipt({ siteId, eventId }, options),
        naiveReceipt(dataset, { siteId, eventId }, contextOf(dataset)),
      ];
    },
  },
  QueryImported: {
    keySet: 'imported',
    store: storeImported,
    compare: (calls, query, dataset) => {
      const question = { ...query, filters: [] };
      return [
        calls.QueryImported({ question }, options),
        naiveImported(dataset.imported, question, contextOf(dataset)),
      ];
    },
  },
  QueryRetention: {
    keySet: 'visits',
    compare: (calls, query, dataset) => {
      const { from, to } = windowOf(query, dataset.nowMs);
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
      // The query has no name: here it selects the grain.
      const byDay = query.name === 'signup' && days <= QUERY_LIMITS.maxRetentionDays;
      const question = { ...windowAndFilters(query), ...(byDay ? { grain: 'day' as const } : {}) };
      return [
        calls.QueryRetention({ question }, options),
        naiveRetention(dataset.events, { name: '', ...question }, contextOf(dataset)),
      ];
    },
  },
  ExportEvents: {
    keySet: 'visits',
    compare: (calls, query, dataset) => {
      const question = windowAndFilters(query);
      const type = query.name === 'pageview' ? 'pageviews' : 'events';
      const request = { question, type, format: 'ndjson', visitorKey: VISITOR_KEY };
      return [
        fileOf(calls.ExportEvents(request, options)),
        naiveExport(dataset.events, { name: '', ...question, type }, contextOf(dataset)),
      ];
    },
  },
  GetVisitor: {
    keySet: 'visits',
    compare: (calls, query, dataset) => {
      const question = { ...windowAndFilters(query), filters: [] };
      const visitorId = dataset.events[query.filters.length]?.visitor_id ?? '1';
      const pseudonym = createPseudonyms(VISITOR_KEY).ofVisitor(visitorId);
      const request = { question, visitorId: pseudonym, visitorKey: VISITOR_KEY };
      const answer = calls.GetVisitor(request, options).then(
        ({ channel: _, sessions, ...rest }) => ({
          ...rest,
          sessions: sessions.map((session) => ({ ...session, events: orderless(session.events) })),
        }),
        (error: unknown) => {
          if ((error as { code?: unknown }).code === 'visitor_not_found') return undefined;
          throw error;
        },
      );
      return [answer, naiveVisitor(dataset.events, { name: '', ...question, visitorId }, contextOf(dataset))];
    },
  },
  ListEvents: {
    keySet: 'visits',
    compare: (calls, question, dataset) => [
      calls.ListEvents({ question: { ...question, filters: [...question.filters] } }, options),
      naiveEventList(dataset.events, question, contextOf(dataset)),
    ],
  },
};

/** Methods without random queries, and the reason. */
export const SKIPPED: Readonly<Record<string, string>> = {
  GetFirstTouch: "no numbers: covered by identity's thousand shuffled orders of events and identifies",
  ListFirstTouches: 'as GetFirstTouch, for many visitors',
  ListTouches: 'no window: touches.integration.test.ts',
  ListSessions: 'no window: touches.integration.test.ts',
  ListClicks: 'no numbers: clicks.integration.test.ts',
  ListTouchedVisitors: 'a cursor, no count: touched-visitors.integration.test.ts',
  ListClickIdSites: 'no numbers: clicks.integration.test.ts',
  DeleteClickIds: 'deletes: clicks.integration.test.ts',
  PurgeSite: 'deletes: purge-site.integration.test.ts',
  ApplyRetention: 'deletes: services/shared/eventstore/test/delete-expired-events.integration.test.ts',
  EraseVisitors: 'deletes: erase-visitors.integration.test.ts',
};
