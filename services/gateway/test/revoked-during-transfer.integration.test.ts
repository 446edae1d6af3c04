import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site: { readonly id: number; readonly path: string };
beforeEach(async () => {
  gateway = await startGateway({ EXPORT_DEADLINE_MS: '600000' });
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'long.example' } });
  site = { id: Number(body['id']), path: `/api/v1/sites/${String(body['id'])}` };
});
afterEach(() => gateway.stop());

interface OtherToken {
  readonly token: string;
  readonly revoke: () => Promise<void>;
}

async function createToken(): Promise<OtherToken> {
  const json = { name: 'other', scopes: ['sites:write', 'export'] };
  const { body } = await gateway.request('POST', '/api/v1/tokens', { json });
  return {
    token: String(body['token']),
    revoke: async () => {
      await gateway.request('DELETE', `/api/v1/tokens/${String(body['id'])}`);
      // A gateway may use what it knows of a token for 4 s.
      gateway.clock.set(gateway.clock.now() + 5_000);
    },
  };
}

function begin(method: string, path: string, token: string): ClientRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  return httpRequest(`${gateway.origin}${site.path}${path}`, { method, headers });
}

const importedRows = () =>
  gateway.standIns.collector.calls.reduce(
    (sum, { request }) => sum + (request as { rows: unknown[] }).rows.length,
    0,
  );
/** Sent and surely stored before, in batches of 5,000. */
const [BEFORE, STORED] = [40_000, 35_000];
const rows = (count: number): string => '1\n'.repeat(count);

/** Imports some batches, does something, and sends more rows. @returns the answer */
async function importAround(token: string, middle: () => Promise<void>) {
  const request = begin('POST', '/import?source=umami', token);
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.write(`event_id\n${rows(BEFORE)}`);
  await waitFor('the first batches', () => importedRows() >= STORED);
  await middle();
  request.end(rows(BEFORE));
  const [response] = await answered;
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode, body: JSON.parse(text) as Record<string, unknown> };
}

test('an import ends when its token is revoked', async () => {
  const { token, revoke } = await createToken();
  const { status, body } = await importAround(token, revoke);
  expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'invalid_token' });
  expect(body['detail']).toContain(`Rows up to line ${importedRows() + 1} are stored.`);
  expect(importedRows()).toBeLessThanOrEqual(BEFORE);
});

test('an import ends when its site is deleted', async () => {
  const { token } = await createToken();
  const { status, body } = await importAround(token, async () => {
    expect((await gateway.request('DELETE', site.path)).status).toBe(200);
  });
  expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'site_not_found' });
  expect(importedRows()).toBeLessThanOrEqual(BEFORE);
});

test('an export ends when its token is revoked', async () => {
  Object.assign(gateway.standIns.analytics.overrides, {
    ExportEvents: async function* () {
      for (;;) yield await Promise.resolve({ data: Buffer.alloc(65_536, 'x') });
    },
  });
  const { token, revoke } = await createToken();
  const request = begin('GET', '/export', token);
  // The response reports it, too.
  request.on('error', () => undefined);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const reading = (async () => {
    for await (const _ of response);
  })();
  await Promise.all([expect(reading).rejects.toMatchObject({ code: 'ECONNRESET' }), revoke()]);
});
