import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { databaseWorkFor } from '../src/clickhouse/database-work';
import { runQuery, runStatement, type Connection } from '../src/clickhouse/run';
import { parseEventQuery, planEvent, queryEvent } from '../src/queries/event-analysis';
import { compileAnalysis, compilePageviews, type EventPlan } from '../src/queries/event-statements';
import type { Statement } from '../src/query/bindings';

const LIMITS = { maxExecutionSeconds: 20, maxMemoryBytes: 1e9, maxRowsToRead: 1e9 };
const GRANULE = 4_096;
/** Rows per site, name and day. */
const ROWS = 3 * GRANULE;
/** A range of the primary key begins and ends within a granule: it reads up to two more granules per day. */
const EDGES = 2 * GRANULE;

let clickhouse: TestClickhouse;

beforeAll(async () => {
  clickhouse = await migratedClickhouse();
  // Three sites, three names, two days. The other sites and names must not be read.
  await clickhouse.client.command({
    query: `INSERT INTO events (workspace_id, site_id, name, ts, event_id, visitor_id, pathname, props)
      SELECT 1, 1 + number % 3, ['open', 'pageview', 'signup'][1 + intDiv(number, 3) % 3],
        toDateTime64('2026-03-09 12:00:00', 3, 'UTC') + toIntervalDay(intDiv(number, 9) % 2),
        reinterpret(sipHash128(number), 'UUID'), number % 1000, '/', map('plan', 'pro')
      FROM numbers(${ROWS * 18})`,
  });
});

afterAll(() => clickhouse.drop());

function planOf(fields: object): EventPlan {
  const raw = {
    siteId: 2,
    timezone: 'UTC',
    name: 'signup',
    from: '2026-03-10',
    to: '2026-03-10',
    filters: [],
  };
  const parsed = parseEventQuery({ ...raw, ...fields });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return planEvent(parsed.query, { workspaceId: 1, nowMs: 0 });
}

const connection = (): Connection => ({ clickhouse: clickhouse.client, limits: LIMITS });

async function rowsRead(statement: Statement): Promise<number> {
  const { statistics } = await runStatement(connection(), statement);
  return statistics?.rows_read ?? Infinity;
}

describe('a query', () => {
  it('reads only its site, its days and its event, rounded to granules', async () => {
    const read = await rowsRead(compileAnalysis(planOf({ dimension: 'props.plan' })));
    expect(read).toBeGreaterThanOrEqual(ROWS);
    expect(read).toBeLessThanOrEqual(ROWS + EDGES);
  });

  it('also reads the pageviews of its rate', async () => {
    const read = await rowsRead(compileAnalysis(planOf({})));
    expect(read).toBeGreaterThanOrEqual(2 * ROWS);
    expect(read).toBeLessThanOrEqual(2 * (ROWS + EDGES));
  });

  it('reads pageviews separately when grouped by a property', async () => {
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

  it('adds the rows of all its statements to the cost of the call', async () => {
    const { signal } = new AbortController();
    const plan = planOf({ dimension: 'props.plan' });
    await runQuery(connection(), { name: 'queryFindings', signal }, (run) => queryEvent(run, plan));
    expect(databaseWorkFor(signal).rows).toBeGreaterThanOrEqual(2 * ROWS);
  });

  it('reads nothing of a site without events', async () => {
    expect(await rowsRead(compileAnalysis(planOf({ siteId: 9 })))).toBeLessThanOrEqual(EDGES);
  });
});
