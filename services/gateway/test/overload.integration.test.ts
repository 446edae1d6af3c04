import { once } from 'node:events';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { createSenders, startGateway, type Gateway, type Sender } from './gateway-fixture';

/** Max concurrent requests of an endpoint: of all workspaces, and of one. */
const LIMIT = 200;
const OF_WORKSPACE = 150;

let gateway: Gateway;
/** Of two workspaces. */
let senders: readonly Sender[];
beforeAll(async () => {
  gateway = await startGateway({ RPC_DEADLINE_MS: '60000' });
  senders = await createSenders(gateway);
});
afterAll(() => gateway.stop());
afterEach(() => {
  Reflect.deleteProperty(gateway.standIns.collector.overrides, 'IngestEvents');
  Reflect.deleteProperty(gateway.standIns.sites.overrides, 'GetSite');
  gateway.standIns.collector.calls.length = 0;
});

const send = (sender = 0, signal?: AbortSignal) =>
  gateway.request('POST', senders[sender]?.path ?? '', {
    token: senders[sender]?.token ?? null,
    json: { events: [{ anonymous_id: 'visitor-1', name: 'signup' }] },
    ...(signal ? { signal } : {}),
  });

/** Lets the calls of the collector wait. @returns ends the wait */
function holdCalls(): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  Object.assign(gateway.standIns.collector.overrides, {
    IngestEvents: async () => {
      await released;
      return { accepted: 1, dropped: [] };
    },
  });
  return release;
}

/** The requests whose events have reached the collector: a call may contain those of several. */
const received = (): number =>
  gateway.standIns.collector.calls
    .map(({ request }) => (request as { readonly events: readonly unknown[] }).events.length)
    .reduce((sum, events) => sum + events, 0);

it('answers 503 immediately beyond the concurrent requests of a workspace and of an endpoint', async () => {
  const release = holdCalls();
  const held = Array.from({ length: OF_WORKSPACE }, () => send());
  await waitFor('all to reach the collector', () => received() === OF_WORKSPACE);
  const refused = await send();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.body).toMatchObject({
    code: 'upstream_unavailable',
    detail: expect.stringContaining('limit 150 per workspace'),
  });
  // Without reading its body, so that a refusal costs little.
  const unread = await gateway.request('POST', senders[0]?.path ?? '', {
    token: senders[0]?.token ?? null,
    json: { events: 'invalid' },
  });
  expect(unread.status).toBe(503);
  // Another workspace uses the rest.
  held.push(...Array.from({ length: LIMIT - OF_WORKSPACE }, () => send(1)));
  await waitFor('all to reach the collector', () => received() === LIMIT);
  expect((await send(1)).body).toMatchObject({
    code: 'upstream_unavailable',
    detail: expect.stringContaining('limit 200)'),
  });
  expect(received()).toBe(LIMIT);
  // Other endpoints work meanwhile.
  expect((await gateway.request('GET', '/api/v1/sites')).status).toBe(200);
  release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(LIMIT).fill(202));
  expect((await send()).status).toBe(202);
});

it('answers a repeat of a refused request like the refused one', async () => {
  const release = holdCalls();
  const held = Array.from({ length: OF_WORKSPACE }, () => send());
  await waitFor('all to reach the collector', () => received() === OF_WORKSPACE);
  const [first, repeat] = [await send(), await send()];
  expect(first.status).toBe(503);
  expect(repeat.status).toBe(503);
  expect([...repeat.headers.keys()].sort()).toEqual([...first.headers.keys()].sort());
  expect(repeat.body).toEqual({ ...first.body, requestId: repeat.headers.get('x-request-id') });
  // The same request with other credentials is no repeat.
  const { path = '', token = '' } = senders[0] ?? {};
  expect((await gateway.request('POST', path, { token: null, json: {} })).status).toBe(401);
  expect((await gateway.request('POST', path, { token: `${token}x`, json: {} })).status).toBe(401);
  release();
  await Promise.all(held);
  expect((await send()).status).toBe(202);
});

it('starts no call for a client that has disconnected', async () => {
  const { sites, collector } = gateway.standIns;
  let found = (): void => undefined;
  const wait = new Promise<void>((resolve) => (found = resolve));
  sites.calls.length = 0;
  Object.assign(sites.overrides, {
    GetSite: async () => {
      await wait;
      return { id: 1, domain: 'events.example' };
    },
  });
  const client = new AbortController();
  const sent = send(0, client.signal);
  await waitFor('the site to be read', () => sites.calls.length === 1);
  const { signal } = sites.calls[0] as { signal: AbortSignal };
  client.abort();
  await expect(sent).rejects.toThrow();
  if (!signal.aborted) await once(signal, 'abort');
  found();
  expect((await send()).status).toBe(202);
  expect(collector.calls).toHaveLength(1);
});
