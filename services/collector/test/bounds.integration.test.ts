import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@headwater/kit/clock';
import { boundedQueries } from '@headwater/kit/testing/unbounded-queries';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { pageview, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

const IN_WORKSPACE = { workspaceId: SHOP.workspaceId };
const TO_SHOP = { siteId: SHOP.id, domain: SHOP.domain };

it('every statement of the collector is held to a time, a memory and a number of rows', async () => {
  const { rpc, clickhouse } = collector;
  const foreign = { url: 'https://elsewhere.example/' };
  expect((await collector.post(pageview())).status).toBe(202);
  expect((await collector.post(pageview(foreign))).status).toBe(202);
  const event = { index: 0, eventId: randomUUID(), anonymousId: 'v', name: 'signup', props: {} };
  await rpc.calls.IngestEvents({ ...TO_SHOP, events: [event], unreadable: [] }, IN_WORKSPACE);
  const now = new Date().toISOString();
  const importing = [
    ['umami', ['event_id', 'data_key', 'string_value'], ['1', 'plan', 'pro']],
    ['umami', ['event_id', 'session_id', 'url_path', 'created_at'], ['1', '2', '/', now]],
    ['plausible', ['date', 'visitors'], [now.slice(0, 10), '1']],
  ] as const;
  for (const [source, columns, cells] of importing) {
    const rows = [{ line: 2, cells: [...cells] }];
    const importRequest = { ...TO_SHOP, source, columns: [...columns], rows };
    expect(await rpc.calls.ImportRows(importRequest, IN_WORKSPACE)).toMatchObject({ taken: 1 });
  }
  await collector.shipped(30_000);
  const { all, unbounded } = await waitFor('all to be written', async () => {
    const found = await boundedQueries(clickhouse.client, 'collector');
    const tables = [
      ...['INTO events', 'INTO dropped_events', 'INTO imported_days', 'INTO imported_properties'],
      ...['FROM events', 'FROM imported_properties'],
    ];
    return tables.every((words) => found.all.some((query) => query.includes(words))) && found;
  });
  expect(all.length).toBeGreaterThan(4);
  expect(unbounded).toEqual([]);
});

describe('a running collector', () => {
  const limits = { connections: { max: 4, maxPerAddress: 100 }, bodiesBytes: 100_000 };
  let small: CollectorFixture;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    small = await startCollector({}, systemClock, collector, limits);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await small.stop();
  });
  const open = async (text = '', { url } = small): Promise<{ readonly answer: Promise<string> }> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    const answer = new Promise<string>((resolve) => {
      socket.once('data', (data: Buffer) => resolve(data.toString('latin1').slice(9, 12)));
      socket.once('close', () => resolve('closed'));
    });
    await once(socket, 'connect');
    socket.write(text);
    return { answer };
  };

  it('refuses the oldest body beyond the memory of bodies', async () => {
    const head =
      'POST /collect HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 60001\r\n\r\n';
    const send = () => open(head + 'x'.repeat(60_000));
    const first = await send();
    expect(await Promise.race([first.answer, pause(100, 'arriving')])).toBe('arriving');
    await send();
    expect(await first.answer).toBe('503');
  });

  it('closes the connection that is idle for the longest time beyond its limit', async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    const [first] = [await open(), await open(), await open(), await open()];
    await open();
    expect(await first.answer).toBe('closed');
  });

  it('closes the connection of an address that is idle for the longest time beyond the limit of the address', async () => {
    // Otherwise private addresses have no limit.
    const perAddress = await startCollector({ TRUSTED_PROXIES: '192.0.2.1' }, systemClock, collector, {
      ...limits,
      connections: { max: 100, maxPerAddress: 2 },
    });
    const [first] = [await open('', perAddress), await open('', perAddress)];
    await open('', perAddress);
    const answer = await first.answer;
    for (const socket of sockets.splice(0)) socket.destroy();
    await perAddress.stop();
    expect(answer).toBe('closed');
  });
});
