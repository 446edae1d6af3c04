import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf, createHeadwaterClient, identify, readBatch } from '../src/client';
import { HeadwaterError } from '../src/error';

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

let origin: string;
let responders: Responder[];
let received: IncomingMessage[];
let waits: number[];
const server = createServer((request, response) => {
  received.push(request);
  request.resume().on('end', () => (responders.shift() ?? ((_, late) => late.destroy()))(request, response));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
  waits = [];
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

const client = (retries = 3) =>
  createHeadwaterClient({
    baseUrl: origin,
    token: 'hw_token',
    retries,
    random: () => 1,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
const site = { id: 1, domain: 'example.com' };
const json =
  (status: number, body: object, headers = {}): Responder =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, headers = {}): Responder =>
  json(
    status,
    { type: 'about:blank', title: 'T', status, detail: `It is ${code}.`, code, requestId: 'r1' },
    headers,
  );
const cut: Responder = (_, response) => response.destroy();
const createSite = (api = client()) =>
  answerOf(api.POST('/api/v1/sites', { body: { domain: 'example.com' } }));

test('sends several reads as one, and returns the error of each failed one', async () => {
  responders = [
    json(200, {
      responses: [
        { status: 200, body: { sites: [site] } },
        { status: 404, body: { status: 404, code: 'site_not_found', detail: 'There is no such site.' } },
      ],
    }),
    problem(403, 'insufficient_scope'),
  ];
  const [sites, missing] = await readBatch(client(), ['/api/v1/sites', '/api/v1/sites/9']);
  expect(sites).toEqual({ sites: [site] });
  expect(missing).toBeInstanceOf(HeadwaterError);
  expect(missing).toMatchObject({ status: 404, code: 'site_not_found' });
  await expect(readBatch(client(), ['/api/v1/sites'])).rejects.toMatchObject({ status: 403 });
});

test('sends the token and returns the response', async () => {
  responders = [json(201, site)];
  expect(await createSite()).toEqual(site);
  expect(received[0]?.headers.authorization).toBe('Bearer hw_token');
});

test('retries a POST with the same Idempotency-Key after the Retry-After', async () => {
  responders = [problem(503, 'upstream_unavailable', { 'retry-after': '2' }), cut, json(201, site)];
  expect(await createSite()).toEqual(site);
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(waits).toEqual([2_000, 400]);
});

test('adds a unique key to each POST', async () => {
  responders = [json(201, site), json(201, site)];
  await createSite();
  await createSite();
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('does not retry a client error, and throws it with its code', async () => {
  responders = [problem(409, 'domain_in_use')];
  const error = await createSite().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HeadwaterError);
  expect(error).toMatchObject({
    status: 409,
    code: 'domain_in_use',
    requestId: 'r1',
    message: 'It is domain_in_use.',
  });
  expect(received).toHaveLength(1);
});

test('does not retry a PATCH, which has no Idempotency-Key', async () => {
  responders = [cut];
  const call = client().PATCH('/api/v1/sites/{id}', { params: { path: { id: 1 } }, body: { name: 'New' } });
  await expect(answerOf(call)).rejects.toMatchObject({ status: 0, code: 'no_answer' });
  expect(received).toHaveLength(1);
});

test('throws the last error after the max number of retries', async () => {
  responders = [1, 2, 3].map(() => problem(429, 'rate_limited'));
  await expect(createSite(client(2))).rejects.toMatchObject({ code: 'rate_limited' });
  expect(received).toHaveLength(3);
});

test('throws unreadable_answer for a response that is not from Headwater', async () => {
  responders = [(_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>no</h1>')];
  await expect(createSite()).rejects.toMatchObject({ status: 404, code: 'unreadable_answer' });
});

test('formats filters, operators and lists for the API', async () => {
  responders = [json(200, {})];
  await client().GET('/api/v1/sites/{id}/stats', {
    params: {
      path: { id: 7 },
      query: { range: '7d', filter: { channel: ['Direct', 'Email'], pathname: { starts_with: '/blog' } } },
    },
  });
  expect(decodeURIComponent(received[0]?.url ?? '')).toBe(
    '/api/v1/sites/7/stats?range=7d&filter[channel]=Direct&filter[channel]=Email&filter[pathname][starts_with]=/blog',
  );
});

describe('identify', () => {
  const answer =
    (body: object): Responder =>
    (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };

  it('links the visitor', async () => {
    responders = [answer({ ok: true, linked: true, channel: 'Email' })];
    const signedUp = await identify(client(), { anonymousId: 'v1', email: 'ada@example.com' });
    expect(signedUp).toEqual({ linked: true, channel: 'Email', warnings: [] });
    expect(received[0]?.url).toBe('/api/v1/identify');
  });

  it.each([undefined, ''])('saves the account without a visitor id: %p', async (anonymousId) => {
    responders = [answer({ ok: true, imported: 1, skipped: 0, errors: [], warnings: [] })];
    const signedUp = await identify(client(), { anonymousId, email: 'ada@example.com' });
    expect(signedUp).toEqual({ linked: false, warnings: [] });
    expect(received[0]?.url).toBe('/api/v1/identify/bulk');
  });

  it('throws if the address is invalid', async () => {
    const errors = [{ index: 0, field: 'email', message: 'email must be an address' }];
    responders = [answer({ ok: true, imported: 0, skipped: 1, errors, warnings: [] })];
    await expect(identify(client(), { anonymousId: undefined, email: 'ada' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
