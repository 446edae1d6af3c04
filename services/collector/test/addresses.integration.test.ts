import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import {
  EXCLUDING_SHOP,
  pageview,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';

/** Addresses of the documentation ranges, in spellings of their own: nothing else here looks like them. */
const CANARIES = ['203.0.113.197', '2001:db8:fade:cafe:1234:5678:9abc:def1'];
/** How they may be spelt where they are kept: as they came, shortened, or as bytes in hex. */
const SPELLINGS = ['203.0.113.197', '203.0.113.', 'cb0071c5', '2001:db8:fade', '20010db8fadecafe'];

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

/** A pageview on the site that excludes the canaries. */
const excludedPageview = () => pageview({}, { site: EXCLUDING_SHOP.id });

const holdsNone = (text: string): void => {
  for (const spelling of SPELLINGS) expect(text.toLowerCase()).not.toContain(spelling);
};

/** Every row of every table, as text. */
async function everyRow(): Promise<string> {
  const { client } = collector.clickhouse;
  const read = async (query: string, format: 'JSONEachRow' | 'TabSeparated'): Promise<string> =>
    (await client.query({ query, format })).text();
  const tables = await read(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
    'TabSeparated',
  );
  const rows = tables
    .trim()
    .split('\n')
    .map((table) => read(`SELECT * FROM ${table}`, 'JSONEachRow'));
  return (await Promise.all(rows)).join('');
}

it("keeps no visitor's address: not in the log on disk, any table, log line, metric or answer", async () => {
  collector.clickhouseProxy.cut();
  const answers: string[] = [];
  for (const address of CANARIES) {
    const headers = { 'x-forwarded-for': address };
    for (const [body, more] of [
      [pageview(), {}],
      [pageview(), { 'user-agent': 'curl/8.5.0' }],
      [pageview({ name: '' }), {}],
      [pageview({ url: 'https://elsewhere.example/' }), {}],
      [pageview({}, { key: 'wrong' }), {}],
      [excludedPageview(), {}],
      ['nonsense', {}],
    ] as const)
      answers.push(await (await collector.post(body, { ...headers, ...more })).text());
    const event = { index: 0, anonymousId: 'v', name: 'signup', props: {}, ip: address };
    await collector.rpc.calls.IngestEvents(
      { siteId: SHOP.id, domain: SHOP.domain, events: [event] },
      { workspaceId: SHOP.workspaceId },
    );
  }
  const kept = readdirSync(collector.logDir).filter((name) => name.endsWith('.log'));
  expect(kept).not.toEqual([]);
  for (const name of kept) holdsNone(readFileSync(join(collector.logDir, name), 'latin1'));

  collector.clickhouseProxy.recover();
  await waitFor('drops to be stored', async () => (await everyRow()).includes('host_mismatch'));
  // One of the browser and one of the server for each address.
  expect(await collector.rows()).toHaveLength(2 * CANARIES.length);
  const rows = await everyRow();
  expect(rows).toContain('"reason":"excluded"');
  holdsNone(rows);
  holdsNone(await collector.metrics());
  holdsNone(collector.logLines.join('\n'));
  holdsNone(answers.join('\n'));
});
