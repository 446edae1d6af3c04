import { migrateEventStore } from '@headwater/eventstore/migrate';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { compileAnalysis, compilePageviews } from '../src/domain/query/compile';
import { parseQuestion } from '../src/domain/query/parse';
import { planQuestion, type Plan } from '../src/domain/query/plan';
import { rowsReadFor } from '../src/rows-read';
import { queryFindings } from '../src/store/query-findings';
import { runStatement, type BoundStatement } from '../src/store/run-statement';

const LIMITS = { maxExecutionSeconds: 20, maxMemoryBytes: 1e9, maxRowsToRead: 1e9 };
const GRANULE = 4_096;
/** Of each site, name and day. */
const ROWS = 3 * GRANULE;
/** A range of the ordering key begins and ends within a granule: two of them are read beside its own, in each day. */
const EDGES = 2 * GRANULE;

let clickhouse: TestClickhouse;

beforeAll(async () => {
  clickhouse = await testClickhouse();
  await migrateEventStore(clickhouse.client);
  // Three sites, three names, two days; the sites around and the names between are what must not be read.
  await clickhouse.client.command({
    query: `INSERT INTO events (workspace_id, site_id, name, ts, event_id, visitor_id, pathname, props)
      SELECT 1, 1 + number % 3, ['open', 'pageview', 'signup'][1 + intDiv(number, 3) % 3],
        toDateTime64('2026-03-09 12:00:00', 3, 'UTC') + toIntervalDay(intDiv(number, 9) % 2),
        reinterpret(sipHash128(number), 'UUID'), number % 1000, '/', map('plan', 'pro')
      FROM numbers(${ROWS * 18})`,
  });
});

afterAll(() => clickhouse.drop());

function planOf(about: object): Plan {
  const raw = {
    siteId: 2,
    timezone: 'UTC',
    name: 'signup',
    from: '2026-03-10',
    to: '2026-03-10',
    filters: [],
  };
  const parsed = parseQuestion({ ...raw, ...about });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planQuestion(parsed.question, 1, 0);
}

async function rowsRead(statement: BoundStatement): Promise<number> {
  const { statistics } = await runStatement(clickhouse.client, statement, { limits: LIMITS });
  return statistics?.rows_read ?? Infinity;
}

describe('A question', () => {
  it('reads no more than its site, its day and its event, beside the edges of granules', async () => {
    const read = await rowsRead(compileAnalysis(planOf({ dimension: 'props.plan' })));
    expect(read).toBeGreaterThanOrEqual(ROWS);
    expect(read).toBeLessThanOrEqual(ROWS + EDGES);
  });

  it('reads the pageviews besides where it is measured against them', async () => {
    const read = await rowsRead(compileAnalysis(planOf({})));
    expect(read).toBeGreaterThanOrEqual(2 * ROWS);
    expect(read).toBeLessThanOrEqual(2 * (ROWS + EDGES));
  });

  it('reads the pageviews alone to count them where its property is none of theirs', async () => {
    const read = await rowsRead(compilePageviews(planOf({ dimension: 'props.plan' })));
    expect(read).toBeGreaterThanOrEqual(ROWS);
    expect(read).toBeLessThanOrEqual(ROWS + EDGES);
  });

  it('reads each day of its window once', async () => {
    const read = await rowsRead(compileAnalysis(planOf({ from: '2026-03-01', dimension: 'props.plan' })));
    expect(read).toBeLessThanOrEqual(2 * (ROWS + EDGES));
  });

  it('reads the pageviews of each key in the same pass', async () => {
    const read = await rowsRead(compileAnalysis(planOf({ dimension: 'pathname' })));
    expect(read).toBeGreaterThanOrEqual(2 * ROWS);
    expect(read).toBeLessThanOrEqual(2 * (ROWS + EDGES));
  });

  it('has the rows of all its statements noted of the call that asks it', async () => {
    const { signal } = new AbortController();
    await queryFindings(clickhouse.client, planOf({ dimension: 'props.plan' }), { limits: LIMITS, signal });
    expect(rowsReadFor(signal)).toBeGreaterThanOrEqual(2 * ROWS);
  });

  it('reads nothing of a site without events', async () => {
    expect(await rowsRead(compileAnalysis(planOf({ siteId: 9 })))).toBeLessThanOrEqual(EDGES);
  });
});
