import { request as requestHttp, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { readBatch } from '../src/routes/batch';
import { startGateway, type Gateway } from './gateway-fixture';

interface Response {
  readonly index?: number;
  readonly status: number;
  readonly retryAfter?: number;
  readonly body: Record<string, unknown>;
}

let gateway: Gateway;
let site = 0;
beforeAll(async () => {
  // A deadline would cancel the queries, too.
  gateway = await startGateway({ RPC_DEADLINE_MS: '120000' });
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'batch.example' } });
  site = Number(body['id']);
});
afterAll(() => gateway.stop());
afterEach(() => {
  for (const method of ['QueryStats', 'QueryRealtime'])
    Reflect.deleteProperty(gateway.standIns.analytics.overrides, method);
});

const bodyOf = (paths: readonly string[]) => ({ requests: paths.map((path) => ({ path })) });

describe('the requests of a batch', () => {
  it('are logged like requests that are sent alone', async () => {
    const headers = { 'x-request-id': 'batch-of-two' };
    const json = bodyOf(['/api/v1/sites/999999', `/api/v1/sites/${site}/stats`]);
    await gateway.request('POST', '/api/v1/batch', { json, headers });
    const lines = () =>
      gateway.logLines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ requestId, msg }) => requestId === 'batch-of-two' && msg === 'request')
        .map(({ method, route, status, workspaceId, tokenId }) => ({
          ...{ method, route, status, workspaceId },
          hasToken: tokenId !== undefined,
        }));
    await waitFor('the log', () => lines().length === 3);
    const common = { workspaceId: gateway.ours.workspaceId, hasToken: true };
    expect(lines()).toEqual(
      expect.arrayContaining([
        { method: 'GET', route: '/api/v1/sites/{id}', status: 404, ...common },
        { method: 'GET', route: '/api/v1/sites/{id}/stats', status: 200, ...common },
        { method: 'POST', route: '/api/v1/batch', status: 200, ...common },
      ]),
    );
  });

  it('and the batch itself count in the rate limit', async () => {
    const replica = await gateway.startReplica({ rateLimitPerSecond: 5, rateLimitBurst: 10 });
    try {
      const { token } = await gateway.newTenant('limited');
      const send = (paths: readonly string[]) =>
        fetch(`${replica.origin}/api/v1/batch`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(bodyOf(paths)),
        });
      const answer = await send(Array<string>(12).fill('/api/v1/categories'));
      expect(answer.headers.get('ratelimit')).toMatch(/^"read";/);
      const { responses } = (await answer.json()) as { responses: Response[] };
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(9);
      const refused = responses.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(3);
      for (const { body, retryAfter } of refused) {
        expect(body['code']).toBe('rate_limited');
        expect(retryAfter).toBeGreaterThan(0);
      }
      expect((await send(['/api/v1/categories'])).status).toBe(429);
    } finally {
      await replica.stop();
    }
  });

  it('are cancelled when the client disconnects', async () => {
    const { overrides, calls } = gateway.standIns.analytics;
    Object.assign(overrides, { QueryStats: () => new Promise(() => undefined) });
    const before = calls.length;
    const leaving = new AbortController();
    const json = bodyOf([`/api/v1/sites/${site}/stats`, `/api/v1/sites/${site}/stats?range=7d`]);
    const left = gateway.request('POST', '/api/v1/batch', { json, signal: leaving.signal });
    await waitFor('both queries', () => calls.length === before + 2);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await waitFor('their end', () => calls.slice(before).every(({ signal }) => signal.aborted));
    await waitFor('the log', () => gateway.logLines.some((line) => line.includes('"status":499')));
    expect(gateway.logLines.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});

it('leaves no rejection unhandled if the client disconnects before the reads begin', async () => {
  const unhandled: unknown[] = [];
  const record = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', record);
  const readApi = () => Promise.reject(new Error('disconnected'));
  const request = { body: bodyOf(['/api/v1/sites']), readApi, accepts: () => 'application/x-ndjson' };
  // Nobody reads the lines.
  await readBatch.run(request as never, {} as never);
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', record);
  expect(unhandled).toEqual([]);
});

describe('a batch as lines', () => {
  /** Sends a batch. @returns the lines, and the headers of the response */
  async function lines(paths: readonly string[], encoding: string) {
    const request = requestHttp(`${gateway.origin}/api/v1/batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.ours.token}`,
        'content-type': 'application/json',
        accept: 'application/x-ndjson',
        'accept-encoding': encoding,
      },
    });
    request.end(JSON.stringify(bodyOf(paths)));
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject);
    });
    const input = encoding === 'gzip' ? response.pipe(createGunzip()) : response;
    const read = createInterface({ input })[Symbol.asyncIterator]();
    return {
      headers: response.headers,
      next: async () => {
        const line = await read.next();
        return line.done ? undefined : (JSON.parse(line.value) as Response);
      },
    };
  }

  it.each(['identity', 'gzip'])(
    'returns each response as soon as it is ready, encoded as %s',
    async (encoding) => {
      let finish = (_: object): void => undefined;
      const slow = new Promise<object>((resolve) => (finish = resolve));
      Object.assign(gateway.standIns.analytics.overrides, { QueryRealtime: () => slow });
      const { headers, next } = await lines(
        [`/api/v1/sites/${site}/realtime`, `/api/v1/sites/${site}/stats`, '/api/v1/sites/999999'],
        encoding,
      );
      expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
      expect(headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : undefined);
      const first = [await next(), await next()].sort((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
      expect(first).toMatchObject([
        { index: 1, status: 200, body: { data: { visitors: 2 } } },
        { index: 2, status: 404, body: { code: 'site_not_found' } },
      ]);
      finish({ timezone: 'UTC', fromMs: 0, toMs: 60_000, series: [], breakdown: [] });
      expect(await next()).toMatchObject({ index: 0, status: 200, body: { data: { visitors: 0 } } });
      expect(await next()).toBeUndefined();
    },
  );

  it('returns an invalid batch as a problem', async () => {
    const { headers, next } = await lines(['/etc/passwd'], 'identity');
    expect(headers['content-type']).toBe('application/problem+json');
    expect(await next()).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});
