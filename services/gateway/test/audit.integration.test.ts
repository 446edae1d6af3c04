import { waitFor } from '@headwater/kit/testing/wait-for';
import { generateToken, parseToken } from '../src/domain/token-format';
import { ensureBootstrapToken } from '../src/store/workspaces';
import { startGateway, type Gateway } from './gateway-fixture';

interface Entry {
  readonly at: string;
  readonly actor: string;
  readonly tokenId: number | null;
  readonly action: string;
  readonly siteId: number | null;
  readonly targetId: string | null;
  readonly outcome: string;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly change: unknown;
}

interface CorrectionsPage {
  readonly beforeMs?: number;
  readonly beforeId: number;
  readonly limit: number;
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const read = async (token: string, query = '') => {
  const { status, body } = await gateway.request('GET', `/api/v1/audit${query}`, { token });
  expect(status).toBe(200);
  return body as unknown as { entries: Entry[]; nextCursor: string | null };
};

describe('the audit log', () => {
  it('lists actor, action, site or token, time and outcome, newest first', async () => {
    const { token } = await gateway.newTenant('audited');
    const tokenId = Number(
      ((await gateway.request('GET', '/api/v1/tokens', { token })).body['tokens'] as { id: number }[])[0]?.id,
    );
    const act = async (method: string, path: string, json?: object) =>
      (
        await gateway.request(method, path, {
          token,
          headers: { 'x-request-id': 'r1' },
          ...(json ? { json } : {}),
        })
      ).body;
    const site = Number((await act('POST', '/api/v1/sites', { domain: 'audited.example' }))['id']);
    const { id: goal } = await act('POST', `/api/v1/sites/${site}/goals`, {
      name: 'G',
      type: 'event',
      event: 'e',
    });
    await act('DELETE', `/api/v1/sites/${site}/goals/${String(goal)}`);
    await act('PATCH', `/api/v1/sites/${site + 1_000}`, { name: 'X' });
    const { id: made } = await act('POST', '/api/v1/tokens', { name: 'n', scopes: ['identify'] });
    await act('DELETE', `/api/v1/tokens/${String(made)}`);
    await act('DELETE', `/api/v1/sites/${site}`);
    const caller = { actor: 'token', tokenId, sessionId: null };
    const by = { at: '2026-11-01T12:00:00.123Z', ...caller, requestId: 'r1', change: null };
    const done = { ...by, outcome: 'done', code: null };
    expect((await read(token)).entries).toEqual([
      { ...done, action: 'deleteSite', siteId: site, targetId: String(site) },
      { ...done, action: 'revokeToken', siteId: null, targetId: String(made) },
      { ...done, action: 'createToken', siteId: null, targetId: String(made) },
      {
        ...by,
        action: 'updateSite',
        siteId: site + 1_000,
        targetId: null,
        outcome: 'refused',
        code: 'site_not_found',
      },
      { ...done, action: 'deleteGoal', siteId: site, targetId: String(goal) },
      { ...done, action: 'createGoal', siteId: site, targetId: String(goal) },
      { ...done, action: 'createSite', siteId: site, targetId: null },
    ]);
  });

  it('lists purges among the other entries, page by page, each entry once', async () => {
    const { token } = await gateway.newTenant('pages');
    for (const name of ['purged-a', 'b', 'purged-c', 'd', 'purged-e']) {
      const { body } = await gateway.request('POST', '/api/v1/sites', {
        token,
        json: { domain: `${name}.pages.example` },
      });
      await gateway.request('DELETE', `/api/v1/sites/${String(body['id'])}`, { token });
    }
    const all = (await read(token)).entries;
    expect(all.filter(({ action }) => action === 'purgeSite')).toHaveLength(3);
    expect(all).toHaveLength(13);
    for (const limit of [1, 2, 3, 12, 13]) {
      const paged: Entry[] = [];
      let cursor: string | null = null;
      do {
        const page = await read(token, `?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`);
        expect(page.entries.length).toBeLessThanOrEqual(limit);
        paged.push(...page.entries);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(all);
    }
  });

  it('lists corrections of recorded channels with the channel before and after, page by page', async () => {
    const { token } = await gateway.newTenant('corrected');
    const at = Date.parse('2026-11-01T12:00:00.123Z');
    const corrections = [3, 2, 1].map((id) => ({
      ...{ id, correctedAtMs: id === 3 ? at + 1 : at, eventId: `msg_${id}`, siteId: 7 },
      ...{ previousChannel: 'Direct', previousSource: '', channel: 'Email', source: 'letter' },
    }));
    Object.assign(gateway.standIns.identity.overrides, {
      ListCorrections: ({ beforeMs = Infinity, beforeId, limit }: CorrectionsPage) => {
        const isAfter = (one: (typeof corrections)[number]) =>
          one.correctedAtMs < beforeMs || (one.correctedAtMs === beforeMs && one.id < beforeId);
        return Promise.resolve({ corrections: corrections.filter(isAfter).slice(0, limit) });
      },
    });
    await gateway.request('POST', '/api/v1/sites', { token, json: { domain: 'corrected.example' } });
    const paged: Entry[] = [];
    let cursor: string | null = null;
    do {
      const page = await read(token, `?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
      paged.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== null);
    Object.assign(gateway.standIns.identity.overrides, {
      ListCorrections: () => Promise.resolve({ corrections: [] }),
    });
    expect(paged.map(({ action, targetId }) => [action, targetId])).toEqual([
      ['correctAttribution', 'msg_3'],
      ['createSite', null],
      ['correctAttribution', 'msg_2'],
      ['correctAttribution', 'msg_1'],
    ]);
    expect(paged[0]).toEqual({
      ...{ at: '2026-11-01T12:00:00.124Z', actor: 'repair', action: 'correctAttribution', siteId: 7 },
      ...{ tokenId: null, sessionId: null, requestId: null, targetId: 'msg_3', outcome: 'done', code: null },
      change: {
        before: { channel: 'Direct', source: null },
        after: { channel: 'Email', source: 'letter' },
      },
    });
  });

  it('shows only the own workspace, and contains no user input', async () => {
    const { token } = await gateway.newTenant('typed');
    const theirs = await gateway.newTenant('others');
    await gateway.request('POST', '/api/v1/tokens', {
      token,
      json: { name: 'zz-canary-zz', scopes: ['identify'] },
    });
    await gateway.request('DELETE', '/api/v1/tokens/zz-canary-zz', { token });
    await gateway.request('POST', '/api/v1/erasures', { token, json: { email: 'zz-canary-zz@example.com' } });
    await gateway.request('POST', '/api/v1/sites', { token, json: { domain: 'zz-canary-zz.example' } });
    const { entries } = await read(token);
    expect(entries.map(({ action }) => action)).toEqual([
      'createSite',
      'eraseAccount',
      'revokeToken',
      'createToken',
    ]);
    expect((await read(theirs.token)).entries).toEqual([]);
    const { rows } = await gateway.database.pool.query(
      'SELECT e::text, o::text FROM gateway.audit_entries e LEFT JOIN gateway.audit_outcomes o ON o.entry_id = e.id',
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toContain('zz-canary-zz');
  });

  it('is append-only', async () => {
    for (const table of ['gateway.audit_entries', 'gateway.audit_outcomes'])
      for (const statement of [
        `DELETE FROM ${table}`,
        `UPDATE ${table} SET site_id = 1`,
        `TRUNCATE ${table} CASCADE`,
      ])
        await expect(gateway.database.pool.query(statement)).rejects.toThrow(/only be added to/);
  });

  it('shows the outcome of an interrupted action as unknown', async () => {
    const { token } = await gateway.newTenant('cut');
    Object.assign(gateway.standIns.sites.overrides, { CreateSite: () => Promise.reject(new Error('bug')) });
    expect(
      (await gateway.request('POST', '/api/v1/sites', { token, json: { domain: 'x.example' } })).status,
    ).toBe(500);
    delete (gateway.standIns.sites.overrides as Record<string, unknown>)['CreateSite'];
    expect((await read(token)).entries).toMatchObject([
      { action: 'createSite', outcome: 'unknown', code: null },
    ]);
  });

  it('rejects a change that cannot be recorded', async () => {
    const { token } = await gateway.newTenant('unrecorded');
    await gateway.request('GET', '/api/v1/sites', { token });
    await gateway.database.pool.query('ALTER TABLE gateway.audit_entries RENAME TO hidden');
    const refused = await gateway.request('POST', '/api/v1/sites', {
      token,
      json: { domain: 'unrecorded.example' },
    });
    await gateway.database.pool.query('ALTER TABLE gateway.hidden RENAME TO audit_entries');
    expect(refused.status).toBe(500);
    expect((await gateway.request('GET', '/api/v1/sites', { token })).body).toEqual({ sites: [] });
  });

  it('shows the bootstrap token as actor', async () => {
    const bootstrap = generateToken();
    const parsed = parseToken(bootstrap);
    if (!parsed) throw new Error('malformed');
    await ensureBootstrapToken(gateway.database.pool, parsed, gateway.config.secretsKeys);
    expect((await read(bootstrap)).entries).toMatchObject([
      { actor: 'bootstrap', action: 'createToken', tokenId: null },
    ]);
  });

  it.each(['?limit=0', '?limit=201', '?limit=x', '?cursor=x', `?cursor=${'A'.repeat(201)}`, '?page=2'])(
    'refuses %s',
    async (query) => expect((await gateway.request('GET', `/api/v1/audit${query}`)).status).toBe(400),
  );
});

describe('calls beyond the rights of a token', () => {
  const limitedToken = async (json: object): Promise<{ readonly id: number; readonly token: string }> => {
    const { body } = await gateway.request('POST', '/api/v1/tokens', { json: { name: 'limited', ...json } });
    return body as unknown as { id: number; token: string };
  };
  const entriesOf = async (tokenId: number): Promise<Partial<Entry>[]> =>
    (await read(gateway.ours.token, '?limit=100')).entries
      .filter((entry) => entry.tokenId === tokenId)
      .map(({ action, siteId, outcome, code }) => ({ action, siteId, outcome, code }));

  it('are recorded as refused, once a minute, also if they only read', async () => {
    const { body: site } = await gateway.request('POST', '/api/v1/sites', {
      json: { domain: 'rights.example' },
    });
    const { id, token } = await limitedToken({ scopes: ['stats:read'], sites: [site['id']] });
    const foreign = Number(site['id']) + 1_000;
    for (let call = 0; call < 3; call++) {
      expect((await gateway.request('GET', '/api/v1/tokens', { token })).status).toBe(403);
      expect((await gateway.request('GET', `/api/v1/sites/${foreign}/stats`, { token })).status).toBe(404);
    }
    const scope = { action: 'listTokens', siteId: null, outcome: 'refused', code: 'insufficient_scope' };
    const other = { action: 'getStats', siteId: foreign, outcome: 'refused', code: 'site_not_found' };
    expect(await entriesOf(id)).toEqual([other, scope]);
    gateway.clock.set(gateway.clock.now() + 60_000);
    await gateway.request('GET', '/api/v1/tokens', { token });
    expect(await entriesOf(id)).toEqual([scope, other, scope]);
    // Wrong requests within the rights are not recorded.
    await gateway.request('GET', `/api/v1/sites/${String(site['id'])}/stats?range=x`, { token });
    expect(await entriesOf(id)).toHaveLength(3);
  });

  it('include the lookup of accounts of all sites with a token for some', async () => {
    const { body: site } = await gateway.request('POST', '/api/v1/sites', {
      json: { domain: 'some.example' },
    });
    const { id, token } = await limitedToken({ scopes: ['identify', 'export'], sites: [site['id']] });
    const lookup = () =>
      gateway.request('POST', '/api/v1/attribution/lookup', { token, json: { email: 'a@b.example' } });
    expect((await lookup()).body['code']).toBe('insufficient_scope');
    expect(await entriesOf(id)).toMatchObject([{ action: 'lookUpAttribution', outcome: 'refused' }]);
    // The channel of a visitor's first session may be of another site.
    const visitor = await gateway.request(
      'GET',
      `/api/v1/sites/${String(site['id'])}/visitors/${'f'.repeat(32)}`,
      {
        token,
      },
    );
    expect(visitor).toMatchObject({ status: 200, body: { channel: null } });
    const all = await gateway.request(
      'GET',
      `/api/v1/sites/${String(site['id'])}/visitors/${'f'.repeat(32)}`,
    );
    expect(all.body['channel']).not.toBeNull();
  });

  it('do not hide that personal data was read: once a minute per caller', async () => {
    const { id, token } = await limitedToken({ scopes: ['identify'] });
    for (let call = 0; call < 3; call++)
      await gateway.request('POST', '/api/v1/attribution/lookup', { token, json: { email: 'a@b.example' } });
    expect(await entriesOf(id)).toEqual([
      { action: 'lookUpAttribution', siteId: null, outcome: 'done', code: null },
    ]);
  });
});

test('log lines of requests name the token', async () => {
  const { body } = await gateway.request('GET', '/api/v1/tokens');
  const [token] = body['tokens'] as { id: number }[];
  const requestId = 'names-its-token';
  await gateway.request('GET', '/api/v1/sites', { headers: { 'x-request-id': requestId } });
  const line = await waitFor('the line', () => gateway.logLines.find((each) => each.includes(requestId)));
  expect(JSON.parse(line)).toMatchObject({ tokenId: token?.id, workspaceId: gateway.ours.workspaceId });
});
