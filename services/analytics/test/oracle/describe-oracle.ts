import { randomUUID } from 'node:crypto';
import { insertEvents } from '@headwater/eventstore/insert-events';
import fc from 'fast-check';
import type { RunningAnalytics } from '../analytics-fixture';
import { datasetArbitrary, questionArbitrary, type About, type Dataset } from './arbitraries';
import { ASKS, WORKSPACE_ID, type Ask } from './asks';
import type { OracleQuestion } from './oracle-question';

/** What makes the questions; each run prints its own, for `ORACLE_SEED`. */
const SEED = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const QUESTIONS_PER_DATASET = 25;

/** Settings for who is asked: the questions about a dataset come all at once, and wait for each other as long as they must. */
export const PATIENT = { queueMs: 60_000 };

let analytics: RunningAnalytics;

/** The dataset and the questions of a round: nothing but the seed and the number decide them, but for the site's id. */
function round(
  number: number,
  { about, siteId }: { about: About; siteId: number },
): { dataset: Dataset; questions: OracleQuestion[] } {
  const seed = SEED + number;
  const ids = { workspaceId: WORKSPACE_ID, siteId, oddDate: seed };
  const [dataset] = fc.sample(datasetArbitrary(ids), { seed, numRuns: 1 });
  if (!dataset) throw new Error('fast-check made no dataset.');
  const questions = fc.sample(questionArbitrary(dataset, siteId, about), {
    seed,
    numRuns: QUESTIONS_PER_DATASET,
  });
  return { dataset, questions };
}

/** proto-loader names each optional field that is set in another one, such as `_note`. */
function withoutMarks(answer: object | undefined): unknown {
  if (answer === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key.startsWith('_') ? undefined : value)),
  );
}

/** Under a token of its own, as the collector does. */
const insertBatch = (events: Dataset['events']): Promise<void> =>
  insertEvents(analytics.clickhouse.client, events, { deduplicationToken: randomUUID() });

async function check(ask: Ask, dataset: Dataset, question: OracleQuestion): Promise<void> {
  const [answer, naive] = ask(analytics.calls, question, dataset);
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
  /** Runs a statement wherever events are stored, made of the name of their table there. */
  readonly everywhere: (analytics: RunningAnalytics, statement: (events: string) => string) => Promise<void>;
}

/** Tests that random questions of each method are answered as a naive count in memory answers them. */
export function describeOracle({ start, cases, everywhere }: Asked): void {
  const ofEach = Math.ceil(cases / Object.keys(ASKS).length);

  beforeAll(async () => {
    analytics = await start();
  });

  afterAll(() => analytics.stop());

  describe.each(Object.entries(ASKS).map(([method, asking], index) => ({ method, index, ...asking })))(
    '$method',
    ({ index, about, ask, prepare, store, countsCopies = false }) => {
      it(
        `answers ${ofEach} random questions as a naive count does (seed ${SEED})`,
        async () => {
          await everywhere(analytics, (events) => `TRUNCATE TABLE ${events}`);
          await everywhere(
            analytics,
            (events) => `SYSTEM ${countsCopies ? 'STOP' : 'START'} MERGES ${events}`,
          );
          for (let number = 0; number * QUESTIONS_PER_DATASET < ofEach; number++) {
            // No site is another method's: what else is stored of one stays.
            const siteId = 1_000 + (index * ofEach + number) * 2;
            const { dataset: made, questions } = round(number, { about, siteId });
            const dataset = prepare?.(made) ?? made;
            // In two batches, so that repeats meet across inserts too.
            const middle = Math.ceil(dataset.events.length / 2);
            await insertBatch(dataset.events.slice(0, middle));
            await insertBatch(dataset.events.slice(middle));
            await store?.(analytics.clickhouse.client, dataset);
            analytics.clock.set(dataset.nowMs);
            await Promise.all(questions.map((question) => check(ask, dataset, question)));
          }
        },
        60_000 + ofEach * 400,
      );
    },
  );
}
