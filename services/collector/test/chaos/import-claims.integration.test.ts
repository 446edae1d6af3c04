import { waitFor } from '@headwater/kit/testing/wait-for';
import { EVENT_COLUMNS, PLAIN, type Cells } from '../fixtures/importing';
import {
  DOMAIN,
  startCollectorsOverSites,
  WORKSPACE,
  type Collector,
  type CollectorsOverSites,
} from './collectors-over-sites';

let running: CollectorsOverSites;
let round = 0;

beforeAll(async () => {
  running = await startCollectorsOverSites();
}, 120_000);
afterAll(() => running.stop());

const row = (cells: Cells): Cells => ({ ...PLAIN, event_id: `event-${round}`, ...cells });
const importing = ({ rpc }: Collector, ...rows: readonly Cells[]) =>
  rpc.calls.ImportRows(
    {
      ...{ siteId: running.siteId, domain: DOMAIN, source: 'umami', columns: EVENT_COLUMNS },
      rows: rows.map((cells, n) => ({ line: n + 2, cells: EVENT_COLUMNS.map((name) => cells[name] ?? '') })),
    },
    { workspaceId: WORKSPACE, deadlineMs: 60_000 },
  );
/** Clients reconnect to what has failed in the previous test. */
beforeEach(async () => {
  round += 1;
  for (const collector of running.collectors)
    await waitFor('an import', () => importing(collector, row({ event_id: 'any' })).then(() => true));
});
const command = (query: string) => running.clickhouse.client.command({ query });
const pages = async (): Promise<string[]> => {
  const result = await running.clickhouse.client.query({
    query: `SELECT pathname FROM events FINAL WHERE pathname LIKE '/${round}/%' ORDER BY pathname`,
    format: 'JSONEachRow',
  });
  return (await result.json<{ pathname: string }>()).map(({ pathname }) => pathname.split('/')[2] ?? '');
};
const page = (name: string): Cells => row({ url_path: `/${round}/${name}` });
const claims = async (): Promise<number> =>
  (await running.database.pool.query('SELECT FROM sites.event_claims')).rowCount ?? 0;
/** As if the claims were older than the deadline of an import. */
const ageClaims = () =>
  running.database.pool.query(`UPDATE sites.event_claims SET claimed_at = claimed_at - interval '3 minutes'`);

/** Imports a page whose insert ClickHouse refuses. */
async function failInsert(collector: Collector, ...rows: readonly Cells[]): Promise<void> {
  await command(`ALTER TABLE events ADD CONSTRAINT failing CHECK pathname != '/${round}/failing'`);
  await expect(importing(collector, ...rows)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  await command('ALTER TABLE events DROP CONSTRAINT failing');
}

describe('after an import whose insert fails', () => {
  it('the same rows are imported, by any collector', async () => {
    const rows = [page('failing'), { ...page('other'), event_id: `other-${round}` }];
    await failInsert(running.collectors[0], ...rows);
    expect(await importing(running.collectors[1], ...rows)).toMatchObject({ taken: 2, refused: 0 });
    expect(await pages()).toEqual(['failing', 'other']);
  });

  it('a corrected row is imported, once the failed import must have ended', async () => {
    await failInsert(running.collectors[0], page('failing'));
    // For sites, the failed import may still run.
    await expect(importing(running.collectors[1], page('fixed'))).rejects.toMatchObject({
      code: 'upstream_unavailable',
      retryAfterSeconds: 120,
    });
    await ageClaims();
    expect(await importing(running.collectors[1], page('fixed'))).toMatchObject({ taken: 1, refused: 0 });
    const late = await importing(running.collectors[0], page('failing'));
    expect(late).toMatchObject({ taken: 0, refused: 1, refusals: [{ field: 'event_id' }] });
    expect(await pages()).toEqual(['fixed']);
  });

  it('the first of two corrected rows with the same id is imported', async () => {
    await failInsert(running.collectors[0], page('failing'));
    await ageClaims();
    const answer = await importing(running.collectors[0], page('a'), page('b'), page('a'));
    expect(answer).toMatchObject({ taken: 2, refused: 1, refusals: [{ line: 3 }] });
    expect(await pages()).toEqual(['a']);
  });
});

it('a stored row keeps its id, however old its claim is', async () => {
  await importing(running.collectors[0], page('first'));
  await ageClaims();
  const answer = await importing(running.collectors[1], page('second'));
  expect(answer).toMatchObject({ taken: 0, refused: 1, refusals: [{ field: 'event_id' }] });
  expect(await pages()).toEqual(['first']);
});

it.each(['the same', 'a corrected'])(
  'after a kill between claim and insert, %s row is imported',
  async (which) => {
    const [a, b] = running.collectors;
    const before = await claims();
    running.sitesProxy.resetAnswers();
    const lost = importing(a, page('first')).catch(() => undefined);
    await waitFor('the claim', async () => (await claims()) > before);
    await a.process.kill();
    running.sitesProxy.recover();
    await lost;
    expect(await pages()).toEqual([]);
    await ageClaims();
    const name = which === 'the same' ? 'first' : 'corrected';
    await waitFor('the import', () => importing(b, page(name)).then(({ taken }) => taken === 1));
    expect(await pages()).toEqual([name]);
    await a.process.start();
  },
  60_000,
);

it('counts once if two collectors import the corrected row and the failed one concurrently', async () => {
  await failInsert(running.collectors[0], page('failing'));
  await ageClaims();
  const answers = await Promise.allSettled([
    importing(running.collectors[0], page('failing')),
    importing(running.collectors[1], page('fixed')),
  ]);
  const taken = answers.filter((one) => one.status === 'fulfilled' && one.value.taken === 1);
  expect(taken).toHaveLength(1);
  expect(await pages()).toHaveLength(1);
});
