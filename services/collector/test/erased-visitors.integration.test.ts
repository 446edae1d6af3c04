import { findErasedVisitors, putErasedVisitors } from '@headwater/eventstore/erased-visitors';
import { singleNode } from '@headwater/eventstore/topology';
import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { findSessionEvents } from '../src/store/session-events';
import { SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { importingEvents } from './fixtures/importing';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ERASED_AT = Date.parse('2026-11-20T11:00:00Z');

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector({}, { now: () => NOW });
});
afterAll(() => collector.stop());

const erase = (...anonymousIds: string[]) =>
  putErasedVisitors(
    {
      workspaceId: SHOP.workspaceId,
      visitorIds: anonymousIds.map((id) => visitorKey(SHOP.workspaceId, id)),
      erasedAtMs: ERASED_AT,
    },
    singleNode(collector.clickhouse.client),
  );
const timesOf = async (anonymousId: string): Promise<string[]> =>
  (await collector.rows(`visitor_id = '${visitorKey(SHOP.workspaceId, anonymousId)}'`)).map(({ ts }) => ts);

it('does not store an event that arrives after the erasure of its visitor but happened before it', async () => {
  await erase('late');
  const event = (anonymousId: string, time: string, index: number) => ({
    ...{ index, anonymousId, time, eventId: '', name: 'signup', url: 'https://shop.example/' },
  });
  const events = [
    event('late', '2026-11-20T10:59:59.000Z', 0),
    event('late', '2026-11-20T11:00:00.001Z', 1),
    event('other', '2026-11-20T10:00:00.000Z', 2),
  ];
  await collector.rpc.calls.IngestEvents(
    { siteId: SHOP.id, domain: SHOP.domain, events },
    { workspaceId: SHOP.workspaceId },
  );
  expect(await timesOf('late')).toEqual(['2026-11-20 11:00:00.001']);
  expect(await timesOf('other')).toHaveLength(1);
  expect(await collector.metrics()).toMatch(/events_dropped_total\{[^}]*reason="visitor_erased"[^}]*\} 1\b/);
});

it('finds visitors of a batch with 3,000 workspaces', async () => {
  await erase('one of many');
  const key = visitorKey(SHOP.workspaceId, 'one of many');
  const { client } = collector.clickhouse;
  const others = Array.from({ length: 2_999 }, (_, n) => 9_000_000_000 + n);
  const workspaceIds = [...others, SHOP.workspaceId];
  const found = await findErasedVisitors(client, { workspaceIds, visitorIds: [key] });
  expect([...found]).toEqual([[key, ERASED_AT]]);

  const event = {
    index: 0,
    anonymousId: 'one of many',
    eventId: '',
    name: 'signup',
    url: 'https://shop.example/',
  };
  await collector.rpc.calls.IngestEvents(
    { siteId: SHOP.id, domain: SHOP.domain, events: [{ ...event, time: '2026-11-20T11:30:00.000Z' }] },
    { workspaceId: SHOP.workspaceId },
  );
  const query = { workspaceIds, siteIds: [SHOP.id], visitorKeys: [key], fromMs: ERASED_AT, toMs: NOW };
  expect(await findSessionEvents(client, query)).toMatchObject([{ name: 'signup' }]);
});

it('refuses rows of an import from before the erasure of their visitor', async () => {
  const id = `umami:${SHOP.id}:gone`;
  await erase(id);
  const answer = await importingEvents(collector, [
    { session_id: 'gone', event_id: 'old', created_at: '2026-11-20 10:00:00' },
    { session_id: 'gone', event_id: 'new', created_at: '2026-11-20 11:30:00' },
  ]);
  expect(answer).toMatchObject({ taken: 1, refused: 1, refusals: [{ line: 2, field: 'session_id' }] });
  expect(await timesOf(id)).toEqual(['2026-11-20 11:30:00.000']);
});
