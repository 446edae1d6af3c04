import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SCOPES } from '../src/domain/principal';
import { generateToken, parseToken } from '../src/domain/token-format';
import { openApiDocument } from '../src/http/openapi-document';
import { isInSet, TOOL_SETS } from '../src/mcp/tool-sets';
import { NO_TOOLS, toolsOf } from '../src/mcp/tools';
import { ENDPOINTS } from '../src/routes/endpoints';
import { insertToken } from '../src/store/tokens';
import { startGateway, type Gateway } from './gateway-fixture';

/** The common interface of both official clients. */
interface McpClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown; annotations?: object }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<{
    content: { text: string }[];
    isError?: boolean;
  }>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const url = (tools = 'all') => new URL(`/mcp${tools === '' ? '' : `?tools=${tools}`}`, gateway.origin);
const withToken = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

const CLIENTS = {
  'of the 2025 protocol': async (token: string, tools?: string) => {
    const client = new OldClient({ name: 'test', version: '1' });
    await client.connect(new OldTransport(url(tools), withToken(token)));
    return client as unknown as McpClient;
  },
  'of the 2026 protocol': async (token: string, tools?: string) => {
    const client = new NewClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new NewTransport(url(tools), withToken(token)));
    return client as unknown as McpClient;
  },
};

/** The answer of a tool, which arrives only once, as text. */
async function call(client: McpClient, name: string, args: Record<string, unknown>) {
  const { content, isError = false, ...rest } = await client.callTool({ name, arguments: args });
  expect(content).toHaveLength(1);
  expect(rest).not.toHaveProperty('structuredContent');
  return { isError, body: JSON.parse(content[0]?.text ?? '') as Record<string, unknown> };
}

async function tokenOf(scopes: readonly string[]): Promise<string> {
  const token = generateToken();
  const parsed = parseToken(token);
  if (!parsed) throw new Error('malformed');
  const { workspaceId } = gateway.ours;
  await insertToken(gateway.database.pool, { workspaceId, token: parsed, name: 'mcp', scopes });
  return token;
}

async function listedBy(client: McpClient) {
  const { tools } = await client.listTools();
  const instructions = client.getInstructions() ?? '';
  await client.close();
  return { text: JSON.stringify(tools), instructions };
}

describe.each(Object.entries(CLIENTS))('the official client %s', (era, connect) => {
  let client: McpClient;
  beforeAll(async () => {
    client = await connect(gateway.ours.token);
  });
  afterAll(() => client.close());

  it('lists a tool for every endpoint that requires a token, with its parameters and fields', async () => {
    const { tools } = await client.listTools();
    const expected = ENDPOINTS.filter(({ open }) => !open)
      .map(({ operationId }) => operationId)
      .filter((name) => !NO_TOOLS.includes(name));
    expect(tools.map(({ name }) => name)).toEqual(expected);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.get('createSite')?.inputSchema).toMatchObject({ required: ['domain'] });
    expect(byName.get('getStats')).toMatchObject({
      inputSchema: { required: ['id'], properties: { range: {}, filter: {} } },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    for (const name of ['explain', 'lookUpAttribution'])
      expect(byName.get(name)?.annotations).toMatchObject({ readOnlyHint: true });
    expect(byName.get('deleteSite')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    expect(JSON.stringify(tools)).not.toContain('#/components/');
  });

  it('imports a file sent as text', async () => {
    const domain = `import-${era.includes('2025') ? 'old' : 'new'}.example`;
    const made = await gateway.request('POST', '/api/v1/sites', { json: { domain } });
    const args = { id: made.body['id'], source: 'umami', file: 'event_id\n1\nbad\n' };
    expect(await call(client, 'importSite', args)).toMatchObject({ body: { taken: 1, refused: 1 } });
  });

  it('creates a site, renames it and reads its stats', async () => {
    const domain = `${era.slice(7, 11)}.example`;
    const made = await call(client, 'createSite', { domain });
    expect(made).toMatchObject({ isError: false, body: { domain, existing: false } });
    const { id } = made.body;
    const renamed = await call(client, 'updateSite', { id, name: 'New', tags: ['a'] });
    expect(renamed.body).toMatchObject({ id, name: 'New', tags: ['a'] });
    const audit = await gateway.request('GET', '/api/v1/audit?limit=5');
    expect(audit.body['entries']).toContainEqual(
      expect.objectContaining({ action: 'createSite', outcome: 'done' }),
    );
    const goal = { id, name: 'G', type: 'event', event: 'signup' };
    expect((await call(client, 'createGoal', goal)).body).toMatchObject({ name: 'G', event: 'signup' });
    const counted = await call(client, 'getEventAnalysis', {
      id,
      name: 'signup',
      limit: 5,
      filter: { channel: ['Direct', 'Email'], pathname: { is_not: '/x' } },
    });
    expect(counted.body).toMatchObject({ data: { name: 'signup' } });
    expect(gateway.standIns.analytics.calls.at(-1)?.request).toMatchObject({
      limit: 5,
      filters: [
        { key: 'channel', operator: 'is', value: 'Direct' },
        { key: 'channel', operator: 'is', value: 'Email' },
        { key: 'pathname', operator: 'is_not', value: '/x' },
      ],
    });
  });

  it('returns an error as a result that explains the fix', async () => {
    const wrong = await call(client, 'createSite', { domain: 'a.example', colour: 'red' });
    expect(wrong).toMatchObject({ isError: true, body: { status: 400, code: 'unknown_field' } });
    const unknown = await call(client, 'getSite', { id: 999_999 });
    expect(unknown).toMatchObject({ isError: true, body: { code: 'site_not_found' } });
    for (const [args, message] of [
      [{}, 'id is required'],
      [{ id: '' }, 'id is required'],
      [{ id: null }, 'id is required'],
      [{ id: ['..'] }, 'id is required'],
      [{ id: 'two' }, 'id must be a number, such as 3'],
      [{ id: 1.5 }, 'id must be a number, such as 3'],
      [{ id: '../tokens' }, 'id must be a number, such as 3'],
    ] as const) {
      const refused = await client.callTool({ name: 'getStats', arguments: args });
      expect(refused).toMatchObject({ isError: true, content: [{ text: `invalid_request: ${message}.` }] });
    }
    const strange = await call(client, 'listSites', { colour: 'red' });
    expect(strange).toMatchObject({ isError: true, body: { code: 'unknown_parameter' } });
    await expect(client.callTool({ name: 'dropTables', arguments: {} })).rejects.toThrow(/Unknown tool/);
  });

  it('replays a call with the same key without a second effect', async () => {
    const args = { name: era, scopes: ['stats:read'], idempotencyKey: `key-${era.slice(7, 11)}` };
    expect(await call(client, 'createToken', args)).toEqual(await call(client, 'createToken', args));
  });

  it('refuses a malformed key', async () => {
    for (const idempotencyKey of ['a\nb', 'a b', 'ü', '', 7, ['a'], {}]) {
      const args = { name: era, scopes: ['stats:read'], idempotencyKey };
      const refused = await client.callTool({ name: 'createToken', arguments: args });
      const text = expect.stringMatching(/^invalid_request: .*Idempotency-Key.*1 to 255 visible/) as unknown;
      expect(refused).toMatchObject({ isError: true, content: [{ text }] });
    }
  });

  it('lists and calls only tools that the scopes of its token allow', async () => {
    const reader = await connect(await tokenOf(['sites:read']));
    const names = (await reader.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('listSites');
    expect(names).not.toContain('createSite');
    const refused = await call(reader, 'createSite', { domain: 'x.example' });
    expect(refused).toMatchObject({ isError: true, body: { code: 'insufficient_scope' } });
    await reader.close();
  });

  it('lists and calls only tools of the chosen sets', async () => {
    const named = await connect(gateway.ours.token, 'payments,%20tokens');
    const names = (await named.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['recordPayment', 'getIntegration', 'listTokens']));
    expect(names).not.toContain('listSites');
    await expect(named.callTool({ name: 'listSites', arguments: {} })).rejects.toThrow(/tools=all/);
    await named.close();
  });

  it.each([
    ['every scope', SCOPES],
    ['read-only access', ['sites:read', 'stats:read']],
    ['statistics only', ['stats:read']],
  ])('lists at most 15 tools and 20 KB by default, for a token with %s', async (_, scopes) => {
    const { text, instructions } = await listedBy(await connect(await tokenOf(scopes), ''));
    expect((JSON.parse(text) as unknown[]).length).toBeLessThanOrEqual(15);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
    expect(instructions.length).toBeLessThan(2_000);
  });

  it.each([
    ['', ['stats:read']],
    ['', ['sites:read', 'stats:read']],
    ['tokens', SCOPES],
    ['setup', SCOPES],
    ['all', ['identify']],
  ])('names in its instructions only listed tools (sets "%s", scopes %j)', async (sets, scopes) => {
    const { text, instructions } = await listedBy(await connect(await tokenOf(scopes), sets));
    const names = (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
    const every = ENDPOINTS.map(({ operationId }) => operationId).filter((name) => /[A-Z]/.test(name));
    const mentioned = every.filter((name) => new RegExp(`\\b${name}\\b`).test(instructions));
    expect(names).toEqual(expect.arrayContaining(mentioned));
    expect(instructions.includes('filter')).toBe(text.includes('"filter"'));
  });
});

describe('tool sets', () => {
  const tools = toolsOf(openApiDocument(ENDPOINTS, 'http://localhost'));
  const named = Object.keys(TOOL_SETS).filter((set) => set !== 'all');

  it('contain every tool, also without `all`', () => {
    const unreachable = tools.filter((tool) => !named.some((set) => isInSet(tool, set)));
    expect(unreachable.map(({ name }) => name)).toEqual([]);
  });

  it('name only tools and tags that exist', () => {
    for (const { tools: names = [], tags = [] } of Object.values(TOOL_SETS)) {
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
      expect(tools.flatMap(({ operation }) => operation.tags)).toEqual(expect.arrayContaining([...tags]));
    }
  });
});
