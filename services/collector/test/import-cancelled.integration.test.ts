import { waitFor } from '@headwater/kit/testing/wait-for';
import { SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { EVENT_COLUMNS, importing, PROPERTY_COLUMNS, type Cells } from './fixtures/importing';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

/** Makes the read of 25 stored values take 12 seconds: ClickHouse sleeps for at most three seconds per block. */
async function slowDown(): Promise<void> {
  const run = (query: string) => collector.clickhouse.client.command({ query });
  const naps = [0.1, 0.1001, 0.1002, 0.1003, 0.1004].map((seconds) => `toString(sleepEachRow(${seconds}))`);
  await run('ALTER TABLE imported_properties DROP COLUMN value');
  await run(`ALTER TABLE imported_properties ADD COLUMN value String ALIAS concat(${naps.join(', ')})`);
}

/** The error codes of the collector's statements with this text; 0 for success. */
async function outcomes(words: string, type: string): Promise<readonly number[]> {
  const { client } = collector.clickhouse;
  await client.command({ query: 'SYSTEM FLUSH LOGS' });
  const result = await client.query({
    query: `SELECT exception_code AS code FROM system.query_log
            WHERE current_database = currentDatabase() AND startsWith(http_user_agent, 'collector')
              AND type = {type:String} AND position(query, {words:String}) > 0`,
    query_params: { type, words },
    format: 'JSONEachRow',
  });
  return (await result.json<{ code: number }>()).map(({ code }) => code);
}

/** ClickHouse cancels within a block, or when it responds. */
const NOBODY_WAITED = [394, 210];
const EVENTS = Array.from({ length: 25 }, (_, n) => `event-${n}`);

describe('an import whose caller disconnects', () => {
  it('ends the search for properties of its events in ClickHouse, too', async () => {
    const properties = EVENTS.map((event_id) => ({ event_id, data_key: 'plan', string_value: 'pro' }));
    await importing(collector, { columns: PROPERTY_COLUMNS }, properties);
    await slowDown();
    const caller = new AbortController();
    const of = (event_id: string): Cells => ({
      event_id,
      session_id: 's',
      created_at: new Date().toISOString(),
    });
    const outcome = collector.rpc.calls
      .ImportRows(
        {
          siteId: SHOP.id,
          domain: SHOP.domain,
          source: 'umami',
          columns: [...EVENT_COLUMNS],
          rows: EVENTS.map((event_id, n) => ({
            line: n + 2,
            cells: EVENT_COLUMNS.map((name) => of(event_id)[name] ?? ''),
          })),
        },
        { workspaceId: SHOP.workspaceId, signal: caller.signal },
      )
      .catch((error: unknown) => error);
    const search = 'FROM imported_properties FINAL';
    await waitFor('the search to run', async () => (await outcomes(search, 'QueryStart')).length === 1);
    caller.abort();
    expect(await outcome).toMatchObject({ kind: 'cancelled' });
    const ended = await waitFor('the search to end', async () => {
      const codes = [
        ...(await outcomes(search, 'ExceptionWhileProcessing')),
        ...(await outcomes(search, 'QueryFinish')),
      ];
      return codes.length > 0 && codes;
    });
    expect(ended).toHaveLength(1);
    expect(NOBODY_WAITED).toContain(ended[0]);
  });
});
