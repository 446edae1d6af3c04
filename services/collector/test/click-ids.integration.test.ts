import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { putErasedVisitors } from '@headwater/eventstore/erased-visitors';
import { deleteExpiredEvents } from '@headwater/eventstore/delete-expired-events';
import { deleteSiteEvents } from '@headwater/eventstore/delete-site-events';
import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import { singleNode } from '@headwater/eventstore/topology';
import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { createOpenBox } from '@headwater/kit/sealed-box';
import {
  CLICK_ID_KEYS,
  CLICK_SHOP,
  pageview,
  RAW_SHOP,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';

const CANARY = 'Cj0KCQjwCANARY_click-id.42';
const LANDING = `https://shop.example/pricing?utm_source=google&gclid=${CANARY}`;
const DAY_MS = 86_400_000;

let collector: CollectorFixture;

beforeAll(async () => {
  collector = await startCollector();
});

afterAll(() => collector.stop());

interface Row {
  readonly site_id: number;
  readonly ts: string;
  readonly parameter: string;
  readonly sealed: string;
}

async function clickIdsOf(visitor: string): Promise<Row[]> {
  await collector.shipped(5_000);
  const result = await collector.clickhouse.client.query({
    query: `SELECT site_id, toString(ts) AS ts, parameter, sealed FROM click_ids FINAL
            WHERE workspace_id = {workspace:UInt64} AND visitor_id = {visitor:UInt64} ORDER BY ts, parameter`,
    query_params: { workspace: SHOP.workspaceId, visitor: visitorKey(SHOP.workspaceId, visitor) },
    format: 'JSONEachRow',
  });
  return result.json<Row>();
}

const open = createOpenBox(CLICK_ID_KEYS);
const clickIdOf = ({ site_id, parameter, sealed }: Row): string | undefined =>
  open(Buffer.from(sealed, 'base64'), `${SHOP.workspaceId} ${site_id} ${parameter}`);

function visit(site: typeof SHOP, event: Record<string, unknown>, landing = LANDING) {
  const body = pageview(event, { site: site.id, key: site.key });
  return { ...body, session: { ...body.session, landing } };
}

async function send(body: ReturnType<typeof visit>): Promise<string> {
  const response = await collector.post(body);
  expect(await response.json()).toMatchObject({ accepted: 1 });
  return body.visitor;
}

it.each([SHOP, RAW_SHOP])('stores no click id of a site that does not enable them: %#', async (site) => {
  expect(await clickIdsOf(await send(visit(site, { url: LANDING })))).toEqual([]);
});

it('stores the click ids of a pageview, sealed, and its event without them', async () => {
  const url = `${LANDING}&fbclid=IwAR0_abc-1&gad_source=1&li_fat_id=a@b.example`;
  const visitor = await send(visit(CLICK_SHOP, { url, referrer: 'https://www.google.com/' }));
  const rows = await clickIdsOf(visitor);
  expect(rows.map((row) => [row.parameter, clickIdOf(row)])).toEqual([
    ['fbclid', 'IwAR0_abc-1'],
    ['gclid', CANARY],
  ]);
  const [event] = await collector.rows(`visitor_id = '${visitorKey(SHOP.workspaceId, visitor)}'`);
  expect(event).toMatchObject({ pathname: '/pricing', channel: 'Paid Search', site_id: CLICK_SHOP.id });
});

it('stores a repeated pageview once', async () => {
  const body = visit(CLICK_SHOP, { url: LANDING });
  await send(body);
  expect(await clickIdsOf(await send(body))).toHaveLength(1);
});

it.each([
  ['of a custom event', { name: 'signup', url: LANDING }],
  ['that a link of the site repeats', { url: LANDING, referrer: 'https://www.shop.example/blog' }],
  ['that arrives a day late', { url: LANDING, time: new Date(Date.now() - 2 * DAY_MS).toISOString() }],
  ['that is too long', { url: `https://shop.example/?gclid=${'a'.repeat(501)}` }],
  ['with other characters', { url: 'https://shop.example/?gclid=ada%40example.com' }],
  ['of the landing page, for a later page', { url: 'https://shop.example/second', referrer: '' }],
])('stores no click id %s', async (_, event) => {
  expect(await clickIdsOf(await send(visit(CLICK_SHOP, event)))).toEqual([]);
});

it('stores the click ids of events from servers', async () => {
  const visitor = 'server-visitor-1';
  const { clickIdKey = '' } = CLICK_SHOP;
  const { accepted } = await collector.rpc.calls.IngestEvents(
    {
      ...{ siteId: CLICK_SHOP.id, domain: CLICK_SHOP.domain, clickIdKey },
      events: [{ index: 0, anonymousId: visitor, name: 'pageview', url: LANDING, ownId: false, props: {} }],
    },
    { workspaceId: SHOP.workspaceId },
  );
  expect(accepted).toBe(1);
  expect((await clickIdsOf(visitor)).map(clickIdOf)).toEqual([CANARY]);
});

it('never writes a click id in clear', async () => {
  await send(visit(CLICK_SHOP, { url: LANDING }));
  await collector.shipped(5_000);
  const { client } = collector.clickhouse;
  await client.command({ query: 'SYSTEM FLUSH LOGS' });
  const texts = [
    ...readdirSync(collector.logDir)
      .filter((name) => name.endsWith('.log') || name.endsWith('.json'))
      .map((name) => readFileSync(join(collector.logDir, name), 'latin1')),
    ...collector.logLines,
  ];
  for (const table of ['events', 'click_ids', 'dead_letters', 'system.query_log']) {
    const result = await client.query({
      query: `SELECT * FROM ${table} ${table === 'system.query_log' ? 'WHERE has(databases, currentDatabase()) AND event_time > now() - 60' : ''}`,
      format: 'JSONEachRow',
    });
    texts.push(await result.text());
  }
  expect(texts.join('').includes('"parameter":"gclid"')).toBe(true);
  expect(texts.filter((text) => text.includes(CANARY))).toEqual([]);
});

it('deletes click ids with the visitor, with expired days and with the site', async () => {
  const { client } = collector.clickhouse;
  const [erased, stored] = [
    await send(visit(CLICK_SHOP, { url: LANDING })),
    await send(visit(CLICK_SHOP, { url: LANDING })),
  ];
  expect(await clickIdsOf(erased)).toHaveLength(1);
  const { workspaceId, id: siteId } = CLICK_SHOP;
  await deleteVisitorEvents(client, {
    ...{ workspaceId, visitorIds: [visitorKey(workspaceId, erased)], erasedAtMs: Date.now() },
  });
  expect([await clickIdsOf(erased), (await clickIdsOf(stored)).length]).toEqual([[], 1]);
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await deleteExpiredEvents(client, {
    workspaceId,
    siteId,
    beforeDay: tomorrow,
    beforeMs: Date.parse(tomorrow),
  });
  expect(await clickIdsOf(stored)).toEqual([]);
  const purged = await send(visit(CLICK_SHOP, { url: LANDING }));
  expect(await clickIdsOf(purged)).toHaveLength(1);
  await deleteSiteEvents(client, { workspaceId, siteId });
  expect(await clickIdsOf(purged)).toEqual([]);
});

it('drops click ids of erased visitors that are still in the log', async () => {
  const body = visit(CLICK_SHOP, { url: LANDING });
  const { workspaceId } = CLICK_SHOP;
  const erasure = {
    ...{ workspaceId, visitorIds: [visitorKey(workspaceId, body.visitor)], erasedAtMs: Date.now() + 60_000 },
  };
  await putErasedVisitors(erasure, singleNode(collector.clickhouse.client));
  expect(await clickIdsOf(await send(body))).toEqual([]);
});

it('deletes click ids after 90 days', async () => {
  const { client } = collector.clickhouse;
  const { workspaceId, id: siteId } = CLICK_SHOP;
  const row = (days: number) => {
    const ts = new Date(Date.now() - days * DAY_MS).toISOString();
    const visitor = visitorKey(workspaceId, 'old-visitor');
    const ids = { workspace_id: workspaceId, site_id: siteId, visitor_id: visitor };
    return { ...ids, ts, received_at: ts, parameter: 'gclid', sealed: 'c2VhbGVk' };
  };
  await client.insert({
    table: 'click_ids',
    format: 'JSONEachRow',
    values: [row(88), row(90)],
    clickhouse_settings: { date_time_input_format: 'best_effort' },
  });
  await client.command({ query: 'OPTIMIZE TABLE click_ids FINAL' });
  expect(await clickIdsOf('old-visitor')).toHaveLength(1);
});
