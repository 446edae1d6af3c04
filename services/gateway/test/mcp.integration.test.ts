import { request } from 'node:http';
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { generateToken, parseToken } from '../src/domain/token-format';
import { ENDPOINTS } from '../src/routes/endpoints';
import { createToken } from '../src/store/create-token';
import { startGateway, type Gateway } from './gateway-fixture';

/** What both official clients do alike. */
interface McpClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown; annotations?: object }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const url = () => new URL('/mcp', gateway.origin);
const withToken = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

const CLIENTS = {
  'of the 2025 protocol': async (token: string) => {
    const client = new OldClient({ name: 'test', version: '1' });
    await client.connect(new OldTransport(url(), withToken(token)));
    return client as unknown as McpClient;
  },
  'of the 2026 protocol': async (token: string) => {
    const client = new NewClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new NewTransport(url(), withToken(token)));
    return client as unknown as McpClient;
  },
};

async function tokenOf(scopes: readonly string[]): Promise<string> {
  const token = generateToken();
  const parsed = parseToken(token);
  if (!parsed) throw new Error('malformed');
  const { workspaceId } = gateway.ours;
  await createToken(gateway.database.pool, { workspaceId, token: parsed, name: 'mcp', scopes });
  return token;
}

describe.each(Object.entries(CLIENTS))('the official client %s', (era, connect) => {
  let client: McpClient;
  beforeAll(async () => {
    client = await connect(gateway.ours.token);
  });
  afterAll(() => client.close());

  it('finds a tool for every endpoint that asks for a token, with its parameters and fields', async () => {
    const { tools } = await client.listTools();
    const expected = ENDPOINTS.filter(({ open }) => !open).map(({ operationId }) => operationId);
    expect(tools.map(({ name }) => name)).toEqual(expected);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.get('createSite')?.inputSchema).toMatchObject({ required: ['domain'] });
    expect(byName.get('getStats')).toMatchObject({
      inputSchema: { required: ['id'], properties: { range: {}, filter: {} } },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    expect(byName.get('deleteSite')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(JSON.stringify(tools)).not.toContain('#/components/');
  });

  it('imports a file that is handed over as text', async () => {
    const domain = `import-${era.includes('2025') ? 'old' : 'new'}.example`;
    const made = await gateway.ask('POST', '/api/v1/sites', { json: { domain } });
    const result = await client.callTool({
      name: 'importSite',
      arguments: { id: made.body['id'], source: 'umami', file: 'event_id\n1\nbad\n' },
    });
    expect(result['structuredContent']).toMatchObject({ taken: 1, refused: 1 });
  });

  it('makes a site, renames it and asks about it', async () => {
    const domain = `${era.slice(7, 11)}.example`;
    const made = await client.callTool({ name: 'createSite', arguments: { domain } });
    expect(made).toMatchObject({ structuredContent: { domain, existing: false } });
    const { id } = made['structuredContent'] as { id: number };
    const renamed = await client.callTool({
      name: 'updateSite',
      arguments: { id, name: 'New', tags: ['a'] },
    });
    expect(renamed).toMatchObject({ structuredContent: { id, name: 'New', tags: ['a'] } });
    const audit = await gateway.ask('GET', '/api/v1/audit?limit=5');
    expect(audit.body['entries']).toContainEqual(
      expect.objectContaining({ action: 'createSite', outcome: 'done' }),
    );
    const goal = { id, name: 'G', type: 'event', event: 'signup' };
    const created = await client.callTool({ name: 'createGoal', arguments: goal });
    expect(created).toMatchObject({ structuredContent: { name: 'G', event: 'signup' } });
    const counted = await client.callTool({
      name: 'getEventAnalysis',
      arguments: {
        id,
        name: 'signup',
        limit: 5,
        filter: { channel: ['Direct', 'Email'], pathname: { is_not: '/x' } },
      },
    });
    expect(counted).toMatchObject({ structuredContent: { data: { name: 'signup' } } });
    expect(gateway.standIns.analytics.calls.at(-1)?.request).toMatchObject({
      limit: 5,
      filters: [
        { key: 'channel', operator: 'is', value: 'Direct' },
        { key: 'channel', operator: 'is', value: 'Email' },
        { key: 'pathname', operator: 'is_not', value: '/x' },
      ],
    });
  });

  it('gets a refusal as a result that says what to mend', async () => {
    const wrong = await client.callTool({
      name: 'createSite',
      arguments: { domain: 'a.example', colour: 'red' },
    });
    expect(wrong).toMatchObject({ isError: true, structuredContent: { status: 400, code: 'unknown_field' } });
    const unknown = await client.callTool({ name: 'getSite', arguments: { id: 999_999 } });
    expect(unknown).toMatchObject({ isError: true, structuredContent: { code: 'site_not_found' } });
    for (const args of [{}, { id: '' }, { id: null }, { id: ['..'] }]) {
      const none = await client.callTool({ name: 'getSite', arguments: args });
      expect(none).toMatchObject({ isError: true, content: [{ text: 'invalid_request: id is required.' }] });
    }
    const above = await client.callTool({ name: 'getSite', arguments: { id: '../tokens' } });
    expect(above).toMatchObject({ isError: true, structuredContent: { code: 'site_not_found' } });
    const strange = await client.callTool({ name: 'listSites', arguments: { colour: 'red' } });
    expect(strange).toMatchObject({ isError: true, structuredContent: { code: 'unknown_parameter' } });
    await expect(client.callTool({ name: 'dropTables', arguments: {} })).rejects.toThrow(/no such tool/);
  });

  it('repeats a call under one key without a second effect', async () => {
    const call = {
      name: 'createToken',
      arguments: { name: era, scopes: ['stats:read'], idempotencyKey: `key-${era.slice(7, 11)}` },
    };
    expect(await client.callTool(call)).toEqual(await client.callTool(call));
  });

  it('sees and may call only what the scopes of its token allow', async () => {
    const reader = await connect(await tokenOf(['sites:read']));
    const names = (await reader.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('listSites');
    expect(names).not.toContain('createSite');
    const refused = await reader.callTool({ name: 'createSite', arguments: { domain: 'x.example' } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'insufficient_scope' } });
    await reader.close();
  });
});

describe('/mcp over plain HTTP', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (headers: Record<string, string>, body: unknown = list, method = 'POST') =>
    gateway.ask(method, '/mcp', {
      ...(method === 'POST' ? { json: body } : {}),
      headers: { accept: 'application/json, text/event-stream', ...headers },
    });
  const { fetch: plainFetch } = globalThis;

  it('asks for a token', async () => {
    const answer = await gateway.ask('POST', '/mcp', { json: list, token: null });
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 401,
      code: 'missing_token',
    });
  });

  it.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page without an origin of its own', { origin: 'null' }],
  ])('refuses %s', async (_, headers) => {
    const answer = await post(headers);
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({
      status: 403,
      code: 'origin_not_allowed',
    });
  });

  it('refuses a name that is not ours, as DNS rebinding makes one', async () => {
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

  it('counts a tool call as the call of the API that it is, and all else as a read', async () => {
    const small = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '2' });
    try {
      const ask = async (body: object) => {
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
        ask({ ...list, method: 'tools/call', params: { name, arguments: args } });
      expect((await ask(list)).status).toBe(200);
      expect((await call('listSites', {})).text).toContain('sites');
      expect((await call('listSites', {})).text).toContain('rate_limited');
      expect((await ask(list)).status).toBe(429);
      expect((await call('createSite', { domain: 'write.example' })).text).toContain('write.example');
    } finally {
      await small.stop();
    }
  });

  it('answers 405 to what is no POST, and 400 to what is no JSON', async () => {
    const got = await post({}, undefined, 'GET');
    expect({ status: got.status, allow: got.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
    expect((await gateway.ask('POST', '/mcp', { raw: '{' })).status).toBe(400);
  });

  it('holds no connection open for a subscription', async () => {
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
