import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf, createHeadwaterClient } from '../src/client';
import { HeadwaterError } from '../src/error';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

let origin: string;
let answering: Answering[];
let asked: IncomingMessage[];
let waits: number[];
const server = createServer((request, response) => {
  asked.push(request);
  request.resume().on('end', () => (answering.shift() ?? ((_, late) => late.destroy()))(request, response));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
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
  (status: number, body: object, headers = {}): Answering =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, headers = {}): Answering =>
  json(
    status,
    { type: 'about:blank', title: 'T', status, detail: `It is ${code}.`, code, requestId: 'r1' },
    headers,
  );
const cut: Answering = (_, response) => response.destroy();
const createSite = (api = client()) =>
  answerOf(api.POST('/api/v1/sites', { body: { domain: 'example.com' } }));

test('sends the token and gives the answer', async () => {
  answering = [json(201, site)];
  expect(await createSite()).toEqual(site);
  expect(asked[0]?.headers.authorization).toBe('Bearer hw_token');
});

test('tries a POST again under the same Idempotency-Key, after as long as it was told', async () => {
  answering = [problem(503, 'upstream_unavailable', { 'retry-after': '2' }), cut, json(201, site)];
  expect(await createSite()).toEqual(site);
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(waits).toEqual([2_000, 400]);
});

test('gives each POST a key of its own', async () => {
  answering = [json(201, site), json(201, site)];
  await createSite();
  await createSite();
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('does not repeat a refusal, and throws it with its code', async () => {
  answering = [problem(409, 'domain_in_use')];
  const error = await createSite().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HeadwaterError);
  expect(error).toMatchObject({
    status: 409,
    code: 'domain_in_use',
    requestId: 'r1',
    message: 'It is domain_in_use.',
  });
  expect(asked).toHaveLength(1);
});

test('does not repeat a PATCH, which has no Idempotency-Key', async () => {
  answering = [cut];
  const call = client().PATCH('/api/v1/sites/{id}', { params: { path: { id: 1 } }, body: { name: 'New' } });
  await expect(answerOf(call)).rejects.toMatchObject({ status: 0, code: 'no_answer' });
  expect(asked).toHaveLength(1);
});

test('gives up after the retries it may make, with the last refusal', async () => {
  answering = [1, 2, 3].map(() => problem(429, 'rate_limited'));
  await expect(createSite(client(2))).rejects.toMatchObject({ code: 'rate_limited' });
  expect(asked).toHaveLength(3);
});

test('says so when something else than Headwater answers', async () => {
  answering = [(_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>no</h1>')];
  await expect(createSite()).rejects.toMatchObject({ status: 404, code: 'unreadable_answer' });
});

test('spells filters, operators and lists as the API reads them', async () => {
  answering = [json(200, {})];
  await client().GET('/api/v1/sites/{id}/stats', {
    params: {
      path: { id: 7 },
      query: { range: '7d', filter: { channel: ['Direct', 'Email'], pathname: { starts_with: '/blog' } } },
    },
  });
  expect(decodeURIComponent(asked[0]?.url ?? '')).toBe(
    '/api/v1/sites/7/stats?range=7d&filter[channel]=Direct&filter[channel]=Email&filter[pathname][starts_with]=/blog',
  );
});
