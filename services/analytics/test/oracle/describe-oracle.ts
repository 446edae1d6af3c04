import fc from 'fast-check';
import { createPseudonyms } from '../../src/domain/export/pseudonyms';
import type { RunningAnalytics } from '../analytics-fixture';
import { datasetArbitrary, questionArbitrary, type Dataset } from './arbitraries';
import { naiveActivity, partlyLately } from './naive-activity';
import { naiveAnalysis } from './naive-analysis';
import { exported, naiveExport, naiveVisitor, orderless } from './naive-export';
import { naiveFunnel, naiveGoal, stepsOf } from './naive-goals';
import { lately, naiveRealtime } from './naive-realtime';
import { naiveRetention } from './naive-retention';
import { naiveEventList, naiveStats } from './naive-stats';
import type { OracleQuestion } from './oracle-question';

/** What makes the questions; each run prints its own, for `ORACLE_SEED`. */
const SEED = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const QUESTIONS_PER_DATASET = 15;
const WORKSPACE_ID = 7;

let analytics: RunningAnalytics;

/** The dataset and the questions of a round: nothing but the seed and the number decide them. */
function round(
  number: number,
  about: 'event' | 'visits',
): { dataset: Dataset; questions: OracleQuestion[]; siteId: number } {
  const siteId = 1_000 + number * 2;
  const seed = SEED + number;
  const ids = { workspaceId: WORKSPACE_ID, siteId, oddDate: number };
  const [dataset] = fc.sample(datasetArbitrary(ids), { seed, numRuns: 1 });
  if (!dataset) throw new Error('fast-check made no dataset.');
  const questions = fc.sample(questionArbitrary(dataset, siteId, about), {
    seed,
    numRuns: QUESTIONS_PER_DATASET,
  });
  return { dataset, questions, siteId };
}

/** proto-loader names each optional field that is set in another one, such as `_note`. */
function withoutMarks(answer: object | undefined): unknown {
  if (answer === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key.startsWith('_') ? undefined : value)),
  );
}

/** A question about one event, and one about visits, with the answers that they should have. */
type Ask = (
  question: OracleQuestion,
  dataset: Dataset,
) => readonly [answer: Promise<object | undefined>, naive: object | undefined];

interface Asking {
  readonly about: 'event' | 'visits';
  readonly ask: Ask;
  /** What the dataset has to be for the answers to tell anything. */
  readonly prepare?: (dataset: Dataset) => Dataset;
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

const ASKS: Readonly<Record<string, Asking>> = {
  QueryEvent: {
    about: 'event',
    ask: (question, dataset) => [
      analytics.calls.QueryEvent({ ...question, filters: [...question.filters] }, options),
      naiveAnalysis(dataset.events, question, askedAt(dataset)),
    ],
  },
  QueryStats: {
    about: 'visits',
    ask: ({ name, ...rest }, dataset) => {
      // The name has no part in this question: it decides the comparison.
      const compare = { signup: 'previous_period', click: 'previous_year' }[name];
      const question = { ...rest, filters: [...rest.filters] };
      const asked = compare === undefined ? { question } : { question, compare };
      return [
        analytics.calls.QueryStats(asked, options),
        naiveStats(dataset.events, { name, ...rest, ...asked }, askedAt(dataset)),
      ];
    },
  },
  QueryGoal: {
    about: 'visits',
    ask: (question, dataset) => {
      const goal = stepsOf(question)[0] ?? null;
      return [
        analytics.calls.QueryGoal(
          { question: { ...question, filters: [...question.filters] }, goal },
          options,
        ),
        naiveGoal(dataset.events, { ...question, goal }, askedAt(dataset)),
      ];
    },
  },
  QueryFunnel: {
    about: 'visits',
    ask: (question, dataset) => {
      const steps = stepsOf(question);
      const windowHours = [1, 24, 200][question.name.length % 3] ?? 1;
      return [
        analytics.calls.QueryFunnel(
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
    ask: ({ siteId, timezone, filters, dimension, limit }, dataset) => {
      const question = {
        siteId,
        timezone,
        filters: [...filters],
        ...(dimension === undefined ? {} : { dimension }),
        ...(limit === undefined ? {} : { limit }),
      };
      return [
        analytics.calls.QueryRealtime({ question }, options),
        naiveRealtime(dataset.events, { name: '', ...question }, askedAt(dataset)),
      ];
    },
  },
  ListSiteActivity: {
    about: 'visits',
    prepare: partlyLately,
    ask: ({ siteId, timezone, filters }, dataset) => {
      // Asked of itself and of its neighbour, which live in two zones; now and then by nobody at all.
      const sites = [
        { siteId: siteId + 1, timezone: dataset.zone },
        { siteId, timezone },
        { siteId: siteId + 1_000_000 + filters.length, timezone: 'UTC' },
      ];
      return [
        analytics.calls.ListSiteActivity({ sites }, options),
        naiveActivity(dataset.events, sites, askedAt(dataset)),
      ];
    },
  },
  QueryRetention: {
    about: 'visits',
    ask: (asked, dataset) => {
      const question = windowAndFilters(asked);
      return [
        analytics.calls.QueryRetention({ question }, options),
        naiveRetention(dataset.events, { name: '', ...question }, askedAt(dataset)),
      ];
    },
  },
  ExportEvents: {
    about: 'visits',
    ask: (asked, dataset) => {
      const question = windowAndFilters(asked);
      const type = asked.name === 'pageview' ? 'pageviews' : 'events';
      const request = { question, type, format: 'ndjson', visitorKey: VISITOR_KEY };
      return [
        fileOf(analytics.calls.ExportEvents(request, options)),
        naiveExport(dataset.events, { name: '', ...question, type }, askedAt(dataset)),
      ];
    },
  },
  GetVisitor: {
    about: 'visits',
    ask: (asked, dataset) => {
      const question = { ...windowAndFilters(asked), filters: [] };
      const visitorId = dataset.events[asked.filters.length]?.visitor_id ?? '1';
      const pseudonym = createPseudonyms(VISITOR_KEY).ofVisitor(visitorId);
      const request = { question, visitorId: pseudonym, visitorKey: VISITOR_KEY };
      const answer = analytics.calls.GetVisitor(request, options).then(
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
    ask: (question, dataset) => [
      analytics.calls.ListEvents({ question: { ...question, filters: [...question.filters] } }, options),
      naiveEventList(dataset.events, question, askedAt(dataset)),
    ],
  },
};

async function check(ask: Ask, dataset: Dataset, question: OracleQuestion): Promise<void> {
  const [answer, naive] = ask(question, dataset);
  try {
    expect(withoutMarks(await answer)).toEqual(naive);
  } catch (error) {
    throw new Error(`ORACLE_SEED=${SEED}: the answer to ${JSON.stringify(question)} is wrong`, {
      cause: error,
    });
  }
}

/** Whom the questions are asked of, and how many of all methods together. */
interface Asked {
  readonly start: () => Promise<RunningAnalytics>;
  readonly cases: number;
  /** Forgets all events. */
  readonly clear: (analytics: RunningAnalytics) => Promise<void>;
}

/** Tests that random questions of each method are answered as a naive count in memory answers them. */
export function describeOracle({ start, cases, clear }: Asked): void {
  const ofEach = Math.ceil(cases / Object.keys(ASKS).length);

  beforeAll(async () => {
    analytics = await start();
  });

  afterAll(() => analytics.stop());

  describe.each(Object.entries(ASKS))('%s', (_, { about, ask, prepare }) => {
    it(
      `answers ${ofEach} random questions as a naive count does (seed ${SEED})`,
      async () => {
        await clear(analytics);
        for (let number = 0; number * QUESTIONS_PER_DATASET < ofEach; number++) {
          const { dataset: made, questions } = round(number, about);
          const dataset = prepare?.(made) ?? made;
          // In two batches, so that repeats meet across inserts too.
          const middle = Math.ceil(dataset.events.length / 2);
          await analytics.insert(dataset.events.slice(0, middle));
          await analytics.insert(dataset.events.slice(middle));
          analytics.clock.set(dataset.nowMs);
          await Promise.all(questions.map((question) => check(ask, dataset, question)));
        }
      },
      60_000 + ofEach * 400,
    );
  });
}
