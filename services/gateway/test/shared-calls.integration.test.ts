import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { createSenders, startGateway, type Gateway, type Sender } from './gateway-fixture';

let gateway: Gateway;
/** Of two workspaces. */
let senders: readonly Sender[];
let socket: Socket;

const connected = async (): Promise<Socket> => {
  const opened = connect({ port: gateway.port, host: '127.0.0.1' });
  await once(opened, 'connect');
  return opened;
};

beforeAll(async () => {
  gateway = await startGateway();
  senders = await createSenders(gateway);
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  gateway.standIns.sites.calls.length = 0;
  gateway.standIns.collector.calls.length = 0;
  socket = await connected();
});
afterEach(() => {
  socket.destroy();
  Reflect.deleteProperty(gateway.standIns.collector.overrides, 'IngestEvents');
  Reflect.deleteProperty(gateway.standIns.sites.overrides, 'GetSite');
});

interface Sent {
  readonly sender?: number;
  readonly events: readonly object[];
}

const EVENT = { anonymous_id: 'visitor-1', name: 'signup' };
const TOO_OLD = { ...EVENT, time: '2020-01-01T00:00:00Z' };
const INVALID = { ...EVENT, name: 7 };

/** Sends requests in one packet, so that the gateway reads them together. @returns the responses in order */
async function sendTogether(
  all: readonly Sent[],
  on = socket,
): Promise<{ status: number; body: Record<string, unknown> }[]> {
  let text = '';
  on.on('data', (chunk: Buffer) => (text += chunk.toString()));
  on.write(
    all
      .map(({ sender = 0, events }) => {
        const { token, path } = senders[sender] ?? { token: '', path: '' };
        const body = JSON.stringify({ events });
        return (
          `POST ${path} HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
        );
      })
      .join(''),
  );
  const responses = () => [...text.matchAll(/HTTP\/1\.1 (\d+).*?\r\n\r\n(\{.*?\})(?=HTTP|$)/gs)];
  await waitFor('all responses', () => on.destroyed || responses().length === all.length);
  return responses().map(([, status, body = '']) => ({
    status: Number(status),
    body: JSON.parse(body) as Record<string, unknown>,
  }));
}

/** The number of requests in each call of the collector; undefined for a single one. */
const requestsOfCalls = (): (number | undefined)[] =>
  gateway.standIns.collector.calls.map(({ request }) => (request as { requests?: number }).requests);

it('shares the calls of requests that arrive together, and answers each with its own events', async () => {
  const answers = await sendTogether([
    { events: [EVENT] },
    { events: [INVALID, TOO_OLD, EVENT] },
    { events: [EVENT, TOO_OLD] },
    { events: [INVALID] },
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 400]);
  const [first, second, third] = answers.map(({ body }) => body);
  expect(first).toMatchObject({ accepted: 1, dropped: [] });
  expect(second).toMatchObject({
    accepted: 1,
    dropped: [
      { index: 0, reason: 'invalid_event', field: 'name' },
      { index: 1, reason: 'too_old', field: 'time' },
    ],
  });
  expect(third).toMatchObject({ accepted: 1, dropped: [{ index: 1, reason: 'too_old', field: 'time' }] });
  const { dropped, ids } = third as { dropped: { id: string }[]; ids: string[] };
  expect(dropped[0]?.id).toBe(ids[1]);
  expect(gateway.standIns.sites.calls.map(({ method }) => method)).toEqual(['GetSite']);
  expect(requestsOfCalls()).toEqual([4]);
});

it('shares no call between workspaces, and none with large requests', async () => {
  const answers = await sendTogether([
    { events: [EVENT] },
    { sender: 1, events: [EVENT] },
    { events: Array<object>(11).fill(EVENT) },
    { events: [{ ...EVENT, props: { text: 'x'.repeat(20_000) } }] },
  ]);
  expect(answers.map(({ body }) => body['accepted'])).toEqual([1, 1, 11, 1]);
  expect(requestsOfCalls()).toEqual([undefined, undefined, undefined, undefined]);
  const { calls } = gateway.standIns.collector;
  expect(calls.map(({ workspaceId }) => workspaceId).sort()).toEqual([2, 2, 2, 3]);
});

it('sends the others of a shared call if a client disconnects before', async () => {
  let found = (): void => undefined;
  const wait = new Promise<void>((resolve) => (found = resolve));
  Object.assign(gateway.standIns.sites.overrides, {
    GetSite: async () => {
      await wait;
      return { id: 1, domain: 'first.example' };
    },
  });
  const other = await connected();
  const abandoned = sendTogether([{ events: [EVENT] }], other).catch(() => undefined);
  const answers = sendTogether([{ events: [EVENT] }, { events: [TOO_OLD] }]);
  await waitFor('the site to be read', () => gateway.standIns.sites.calls.length > 0);
  other.destroy();
  await abandoned;
  await waitFor('the disconnect', () => gateway.logLines.some((line) => line.includes('"status":499')));
  found();
  expect((await answers).map(({ status, body }) => [status, body['accepted']])).toEqual([
    [202, 1],
    [202, 0],
  ]);
  const sent = gateway.standIns.collector.calls.map(
    ({ request }) => request as { events: readonly unknown[] },
  );
  expect(sent.flatMap(({ events }) => events)).toHaveLength(2);
});

it('answers all requests of a shared call with its failure', async () => {
  Object.assign(gateway.standIns.collector.overrides, {
    IngestEvents: () =>
      Promise.reject(failure('upstream_unavailable', 'The log is full.', { retryAfterSeconds: 10 })),
  });
  const answers = await sendTogether([{ events: [EVENT] }, { events: [EVENT] }]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(gateway.standIns.collector.calls).toHaveLength(1);
});
