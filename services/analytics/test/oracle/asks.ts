import { insertDroppedEvents } from '@headwater/eventstore/insert-dropped-events';
import { insertImportedDays } from '@headwater/eventstore/insert-imported-days';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { createPseudonyms } from '../../src/domain/export/pseudonyms';
import type { RunningAnalytics } from '../analytics-fixture';
import type { About, Dataset } from './arbitraries';
import { naiveActivity, naivePresence, partlyLately } from './naive-activity';
import { naiveAnalysis } from './naive-analysis';
import { exported, naiveExport, naiveVisitor, orderless } from './naive-export';
import { diceOf, naiveFunnel, naiveGoal, stepsOf } from './naive-goals';
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
import type { OracleQuestion } from './oracle-question';

/** Whose sites are asked about. */
export const WORKSPACE_ID = 7;

/** A question about one event, and one about visits, with the answers that they should have. */
export type Ask = (
  calls: RunningAnalytics['calls'],
  question: OracleQuestion,
  dataset: Dataset,
) => readonly [answer: Promise<object | undefined>, naive: object | undefined];

export interface Asking {
  readonly about: About;
  readonly ask: Ask;
  /** What the dataset has to be for the answers to tell anything. */
  readonly prepare?: (dataset: Dataset) => Dataset;
  /** Stores what is asked about beside events. */
  readonly store?: (client: ClickHouseClient, dataset: Dataset) => Promise<void>;
  /** Whether it tells copies of an event apart from one, which merges do away with. */
  readonly countsCopies?: true;
}

let batches = 0;
async function storeDrops(client: ClickHouseClient, { drops }: Dataset): Promise<void> {
  if (drops.length > 0) await insertDroppedEvents(client, drops, `drops ${batches++}`);
}

/** In two batches, as rows come again by a later file. */
async function storeImported(client: ClickHouseClient, { imported }: Dataset): Promise<void> {
  const middle = Math.ceil(imported.length / 2);
  await insertImportedDays(client, imported.slice(0, middle));
  await insertImportedDays(client, imported.slice(middle));
}

const options = { workspaceId: WORKSPACE_ID, deadlineMs: 60_000 };
const askedAt = ({ nowMs }: Dataset) => ({ workspaceId: WORKSPACE_ID, nowMs });

const VISITOR_KEY = Buffer.alloc(32, 3);

/** What is left of a question that goes without grain, dimension and limit. */
const windowAndFilters = ({ grain: _, dimension: __, limit: ___, name: ____, ...rest }: OracleQuestion) => ({
  ...rest,
  filters: [...rest.filters],
});

async function fileOf(pieces: AsyncIterable<{ readonly data: Buffer }>): Promise<object> {
  const all: Buffer[] = [];
  for await (const { data } of pieces) all.push(data);
  return exported(Buffer.concat(all).toString('utf8'));
}

/** What is asked of each method. */
export const ASKS: Readonly<Record<string, Asking>> = {
  QueryEvent: {
    about: 'event',
    ask: (calls, question, dataset) => [
      calls.QueryEvent({ ...question, filters: [...question.filters] }, options),
      naiveAnalysis(dataset.events, question, askedAt(dataset)),
    ],
  },
  QueryStats: {
    about: 'visits',
    ask: (calls, { name, ...rest }, dataset) => {
      // The name has no part in this question: it decides the comparison.
      const compare = { signup: 'previous_period', click: 'previous_year' }[name];
      const question = { ...rest, filters: [...rest.filters] };
      const asked = compare === undefined ? { question } : { question, compare };
      return [
        calls.QueryStats(asked, options),
        naiveStats(dataset.events, { name, ...rest, ...asked }, askedAt(dataset)),
      ];
    },
  },
  QueryGoal: {
    about: 'visits',
    ask: (calls, question, dataset) => {
      const goal = stepsOf(question)[0] ?? null;
      return [
        calls.QueryGoal({ question: { ...question, filters: [...question.filters] }, goal }, options),
        naiveGoal(dataset.events, { ...question, goal }, askedAt(dataset)),
      ];
    },
  },
  QueryFunnel: {
    about: 'visits',
    ask: (calls, question, dataset) => {
      const steps = stepsOf(question);
      const windowHours = [1, 24, 200][question.name.length % 3] ?? 1;
      return [
        calls.QueryFunnel(
          { question: { ...question, filters: [...question.filters] }, steps, windowHours },
          options,
        ),
        naiveFunnel(dataset.events, { ...question, steps, windowHours }, askedAt(dataset)),
      ];
    },
  },
  QueryRealtime: {
    about: 'visits',
    prepare: lately,
    ask: (calls, { siteId, timezone, filters, dimension, limit }, dataset) => {
      const question = {
        siteId,
        timezone,
        filters: [...filters],
        ...(dimension === undefined ? {} : { dimension }),
        ...(limit === undefined ? {} : { limit }),
      };
      return [
        calls.QueryRealtime({ question }, options),
        naiveRealtime(dataset.events, { name: '', ...question }, askedAt(dataset)),
      ];
    },
  },
  ListSiteActivity: {
    about: 'visits',
    prepare: partlyLately,
    ask: (calls, { siteId, timezone, filters }, dataset) => {
      // Asked of itself and of its neighbour, which live in two zones; now and then by nobody at all.
      const sites = [
        { siteId: siteId + 1, timezone: dataset.zone },
        { siteId, timezone },
        { siteId: siteId + 1_000_000 + filters.length, timezone: 'UTC' },
      ];
      return [
        calls.ListSiteActivity({ sites }, options),
        naiveActivity(dataset.events, sites, askedAt(dataset)),
      ];
    },
  },
  GetSiteActivity: {
    about: 'visits',
    prepare: (dataset) => droppedLately(partlyLately(dataset)),
    store: storeDrops,
    ask: (calls, { siteId }, dataset) => {
      const ofSite = dataset.events.filter(
        (event) => event.workspace_id === WORKSPACE_ID && event.site_id === siteId,
      );
      return [
        calls.GetSiteActivity({ siteId }, options),
        {
          ...naivePresence(ofSite, dataset.nowMs),
          recentDrops: naiveRecentDrops(dataset, siteId, askedAt(dataset)),
        },
      ];
    },
  },
  GetTrafficQuality: {
    about: 'visits',
    prepare: crowded,
    store: storeDrops,
    ask: (calls, asked, dataset) => {
      const question = { ...windowAndFilters(asked), filters: [] };
      return [
        calls.GetTrafficQuality({ question }, options),
        naiveTraffic(dataset, { name: '', ...question }, askedAt(dataset)),
      ];
    },
  },
  GetReceipt: {
    about: 'visits',
    prepare: arrivedLately,
    store: storeDrops,
    countsCopies: true,
    ask: (calls, { siteId, ...rest }, dataset) => {
      // The last events are those that came again.
      const ids = [...dataset.events.slice(-12), ...dataset.drops.slice(-6)].map(({ event_id }) => event_id);
      const eventId = ids[diceOf(rest) % ids.length] ?? '';
      return [
        calls.GetReceipt({ siteId, eventId }, options),
        naiveReceipt(dataset, { siteId, eventId }, askedAt(dataset)),
      ];
    },
  },
  QueryImported: {
    about: 'imported',
    store: storeImported,
    ask: (calls, asked, dataset) => {
      const question = { ...asked, filters: [] };
      return [
        calls.QueryImported({ question }, options),
        naiveImported(dataset.imported, question, askedAt(dataset)),
      ];
    },
  },
  QueryRetention: {
    about: 'visits',
    ask: (calls, asked, dataset) => {
      const question = windowAndFilters(asked);
      return [
        calls.QueryRetention({ question }, options),
        naiveRetention(dataset.events, { name: '', ...question }, askedAt(dataset)),
      ];
    },
  },
  ExportEvents: {
    about: 'visits',
    ask: (calls, asked, dataset) => {
      const question = windowAndFilters(asked);
      const type = asked.name === 'pageview' ? 'pageviews' : 'events';
      const request = { question, type, format: 'ndjson', visitorKey: VISITOR_KEY };
      return [
        fileOf(calls.ExportEvents(request, options)),
        naiveExport(dataset.events, { name: '', ...question, type }, askedAt(dataset)),
      ];
    },
  },
  GetVisitor: {
    about: 'visits',
    ask: (calls, asked, dataset) => {
      const question = { ...windowAndFilters(asked), filters: [] };
      const visitorId = dataset.events[asked.filters.length]?.visitor_id ?? '1';
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
      return [answer, naiveVisitor(dataset.events, { name: '', ...question, visitorId }, askedAt(dataset))];
    },
  },
  ListEvents: {
    about: 'visits',
    ask: (calls, question, dataset) => [
      calls.ListEvents({ question: { ...question, filters: [...question.filters] } }, options),
      naiveEventList(dataset.events, question, askedAt(dataset)),
    ],
  },
};

/** Methods that no random question is asked of, and why. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  GetFirstTouch:
    "words and no numbers: shown by identity's thousand shuffled orders of events and identifies",
  ListFirstTouches: 'the same of many',
  ListTouches: 'of visitors by their own ids, at no window: list-touches.integration.test.ts',
  ListTouchedVisitors: 'a cursor, no count: list-touched-visitors.integration.test.ts',
  PurgeSite: 'deletes: purge-site.integration.test.ts',
};
