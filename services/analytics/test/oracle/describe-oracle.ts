import { randomUUID } from 'node:crypto';
import { insertEvents } from '@headwater/eventstore/insert-events';
import fc from 'fast-check';
import type { RunningAnalytics } from '../analytics-fixture';
import { datasetArbitrary, queryArbitrary, type Dataset, type KeySet } from './arbitraries';
import { METHODS, WORKSPACE_ID, type Compare } from './methods';
import type { OracleQuery } from './oracle-query';

/** Determines the random queries. Each run prints its seed; `ORACLE_SEED` repeats it. */
const SEED = Number(process.env['ORACLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const QUERIES_PER_DATASET = 25;

/** Settings of the service: the queries on a dataset are concurrent, and wait for each other. */
export const PATIENT = { maxWaitMs: 60_000 };

let analytics: RunningAnalytics;

/** The dataset and the queries of a round, determined by the seed and the number, except for the site's id. */
function round(
  number: number,
  { keySet, siteId }: { keySet: KeySet; siteId: number },
): { dataset: Dataset; queries: OracleQuery[] } {
  const seed = SEED + number;
  const ids = { workspaceId: WORKSPACE_ID, siteId, oddDate: seed };
  const [dataset] = fc.sample(datasetArbitrary(ids), { seed, numRuns: 1 });
  if (!dataset) throw new Error('fast-check made no dataset.');
  const queries = fc.sample(queryArbitrary(dataset, siteId, keySet), { seed, numRuns: QUERIES_PER_DATASET });
  return { dataset, queries };
}

/** The response without the fields of proto-loader that name each optional field that is set, such as `_note`. */
function withoutMarks(response: object | undefined): unknown {
  if (response === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(response, (key, value: unknown) => (key.startsWith('_') ? undefined : value)),
  );
}

/** With a token of its own, as the collector inserts. */
const insertBatch = (events: Dataset['events']): Promise<void> =>
  insertEvents(analytics.clickhouse.client, events, { deduplicationToken: randomUUID() });

async function check(compare: Compare, dataset: Dataset, query: OracleQuery): Promise<void> {
  const [response, expected] = compare(analytics.calls, query, dataset);
  try {
    expect(withoutMarks(await response)).toEqual(expected);
  } catch (error) {
    throw new Error(`ORACLE_SEED=${SEED}: the response to ${JSON.stringify(query)} is wrong`, {
      cause: error,
    });
  }
}

interface OracleOptions {
  readonly start: () => Promise<RunningAnalytics>;
  /** Random queries, of all methods together. */
  readonly cases: number;
  /** Runs a statement on every node with events; `statement` takes the table's name there. */
  readonly everywhere: (analytics: RunningAnalytics, statement: (events: string) => string) => Promise<void>;
}

/** Tests that the responses to random queries of each method equal a naive count in memory. */
export function describeOracle({ start, cases, everywhere }: OracleOptions): void {
  const perMethod = Math.ceil(cases / Object.keys(METHODS).length);

  beforeAll(async () => {
    analytics = await start();
  });

  afterAll(() => analytics.stop());

  describe.each(Object.entries(METHODS).map(([name, method], index) => ({ name, index, ...method })))(
    '$name',
    ({ index, keySet, compare, prepare, store, countsCopies = false }) => {
      it(
        `responds to ${perMethod} random queries as a naive count does (seed ${SEED})`,
        async () => {
          await everywhere(analytics, (events) => `TRUNCATE TABLE ${events}`);
          await everywhere(
            analytics,
            (events) => `SYSTEM ${countsCopies ? 'STOP' : 'START'} MERGES ${events}`,
          );
          for (let number = 0; number * QUERIES_PER_DATASET < perMethod; number++) {
            // Every method has its own sites: rows beside events are not deleted.
            const siteId = 1_000 + (index * perMethod + number) * 2;
            const { dataset: generated, queries } = round(number, { keySet, siteId });
            const dataset = prepare?.(generated) ?? generated;
            // In two batches, so that repeats occur across inserts, too.
            const middle = Math.ceil(dataset.events.length / 2);
            await insertBatch(dataset.events.slice(0, middle));
            await insertBatch(dataset.events.slice(middle));
            await store?.(analytics.clickhouse.client, dataset);
            analytics.clock.set(dataset.nowMs);
            await Promise.all(queries.map((query) => check(compare, dataset, query)));
          }
        },
        60_000 + perMethod * 400,
      );
    },
  );
}
