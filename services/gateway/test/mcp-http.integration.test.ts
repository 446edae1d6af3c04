import { request } from 'node:http';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { TOOL_SETS } from '../src/mcp/tool-sets';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const url = () => new URL('/mcp', gateway.origin);

describe('/mcp over plain HTTP', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (headers: Record<string, string>, body: unknown = list, method = 'POST') =>
    gateway.request(method, '/mcp', {
      ...(method === 'POST' ? { json: body } : {}),
      headers: { accept: 'application/json, text/event-stream', ...headers },
    });
  const { fetch: plainFetch } = globalThis;

  it('requires a token', async () => {
    const answer = await gateway.request('POST', '/mcp', { json: list, token: null });
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 401,
      code: 'missing_token',
    });
  });

  it.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page without an origin of its own', { origin: 'null' }],
  ])('rejects %s', async (_, headers) => {
    const answer = await post(headers);
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 403,
      code: 'origin_not_allowed',
    });
  });

  it('rejects a foreign host name, as in DNS rebinding', async () => {
    const { host, port } = url();
    const status = await new Promise((resolve, reject) => {
      request({
        host: '127.0.0.1',
        port,
        path: '/mcp',
        method: 'POST',
        headers: { host: `evil.example:${port}` },
      })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(JSON.stringify(list));
    });
    expect({ host, status }).toEqual({ host: `127.0.0.1:${port}`, status: 403 });
  });

  it('charges a tool call as its API call, and all other messages as a read', async () => {
    const small = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '2' });
    try {
      const request = async (body: object) => {
        const headers = { accept: 'application/json, text/event-stream' };
        const response = await plainFetch(new URL('/mcp', small.origin), {
          method: 'POST',
          headers: {
            ...headers,
            authorization: `Bearer ${small.ours.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        });
        return { status: response.status, text: await response.text() };
      };
      const call = (name: string, args: object) =>
        request({ ...list, method: 'tools/call', params: { name, arguments: args } });
      expect((await request(list)).status).toBe(200);
      expect((await call('listSites', {})).text).toContain('sites');
      expect((await call('listSites', {})).text).toContain('rate_limited');
      expect((await request(list)).status).toBe(429);
      expect((await call('createSite', { domain: 'write.example' })).text).toContain('write.example');
    } finally {
      await small.stop();
    }
  });

  it('counts a tool call that is refused before its API request', async () => {
    const small = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '2' });
    try {
      const headers = {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${small.ours.token}`,
        'content-type': 'application/json',
      };
      const send = async (body: object) =>
        plainFetch(new URL('/mcp', small.origin), { method: 'POST', headers, body: JSON.stringify(body) });
      const refused = { ...list, method: 'tools/call', params: { name: 'getSite', arguments: {} } };
      for (let sent = 0; sent < 2; sent++)
        expect(await (await send(refused)).text()).toContain('is required');
      expect((await send(list)).status).toBe(429);
      const unknown = { ...list, method: 'tools/call', params: { name: 'dropTables' } };
      expect((await send(unknown)).status).toBe(429);
    } finally {
      await small.stop();
    }
  });

  it('cancels the query of a tool call when the client disconnects', async () => {
    // A deadline would cancel it, too.
    const patient = await startGateway({ RPC_DEADLINE_MS: '120000' });
    try {
      const { analytics } = patient.standIns;
      Object.assign(analytics.overrides, { QueryStats: () => new Promise(() => undefined) });
      const { body } = await patient.request('POST', '/api/v1/sites', { json: { domain: 'mcp.example' } });
      const leaving = new AbortController();
      const left = patient.request('POST', '/mcp', {
        json: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'getStats', arguments: { id: body['id'] } },
        },
        headers: { accept: 'application/json, text/event-stream' },
        signal: leaving.signal,
      });
      await waitFor('the query', () => analytics.calls.length === 1);
      leaving.abort();
      await expect(left).rejects.toThrow();
      await waitFor('its end', () => analytics.calls[0]?.signal.aborted === true);
    } finally {
      await patient.stop();
    }
  });

  it('refuses a batch and does not run its calls', async () => {
    const { length } = gateway.standIns.sites.calls;
    const call = {
      ...list,
      method: 'tools/call',
      params: { name: 'createSite', arguments: { domain: 'b.example' } },
    };
    for (const body of [[], [list], [call, call]]) {
      const answer = await post({}, body);
      expect({ status: answer.status, code: answer.body['code'] }).toEqual({
        status: 400,
        code: 'invalid_request',
      });
      expect(answer.body['detail']).toContain('batches are not supported');
    }
    expect(gateway.standIns.sites.calls).toHaveLength(length);
  });

  it('lists the tool sets if it does not know one', async () => {
    for (const query of ['?tools=analytics,nonsense', '?tools=', '?tools=constructor']) {
      const answer = await gateway.request('POST', `/mcp${query}`, { json: list });
      expect({ status: answer.status, code: answer.body['code'] }).toEqual({
        status: 400,
        code: 'invalid_request',
      });
      for (const set of Object.keys(TOOL_SETS)) expect(answer.body['detail']).toContain(`${set} (`);
    }
    const other = await gateway.request('POST', '/mcp?tool=all', { json: list });
    expect({ status: other.status, code: other.body['code'] }).toEqual({
      status: 400,
      code: 'unknown_parameter',
    });
  });

  it('answers 405 to other methods, and 400 to invalid JSON', async () => {
    const got = await post({}, undefined, 'GET');
    expect({ status: got.status, allow: got.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
    expect((await gateway.request('POST', '/mcp', { raw: '{' })).status).toBe(400);
  });

  it('keeps no connection open for a subscription', async () => {
    const response = await plainFetch(url(), {
      method: 'POST',
      signal: AbortSignal.timeout(10_000),
      headers: {
        authorization: `Bearer ${gateway.ours.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    expect(await response.text()).toContain('error');
  });
});
