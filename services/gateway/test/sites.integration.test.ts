import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const create = async (domain: string, more: object = {}): Promise<Record<string, unknown>> => {
  const { status, body } = await gateway.ask('POST', '/api/v1/sites', { json: { domain, ...more } });
  expect(status).toBe(201);
  return body;
};

describe('sites over HTTP', () => {
  it('creates a site with its snippet, and answers 200 and existing for the same domain', async () => {
    const first = await create('created.example', {
      name: 'Created',
      categories: ['saas', 'blog'],
      tags: ['a'],
    });
    expect(first).toEqual({
      id: first['id'],
      domain: 'created.example',
      name: 'Created',
      timezone: 'UTC',
      installed: false,
      category: 'saas',
      categories: ['saas', 'blog'],
      tags: ['a'],
      createdAt: '2026-11-01T12:00:00.123Z',
      existing: false,
      snippet: `<script defer data-site="${String(first['id'])}" data-key="key-${String(first['id'])}" src="https://collect.example/hw.js"></script>`,
    });
    const again = await gateway.ask('POST', '/api/v1/sites', {
      json: { domain: 'created.example', name: 'Other' },
    });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first, existing: true });
  });

  it('reads a site with snippet, detection, goals and funnels', async () => {
    const { existing: _, ...site } = await create('read.example');
    const { status, body } = await gateway.ask('GET', `/api/v1/sites/${String(site['id'])}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...site, category: null, detection: null, goals: [], funnels: [] });
  });

  it('shows detection once it was asked for', async () => {
    const { id } = await create('detect.example', { detect: true });
    const { body } = await gateway.ask('GET', `/api/v1/sites/${String(id)}`);
    expect(body['detection']).toMatchObject({ status: 'pending', checkedAt: null, findings: [] });
  });

  it('asks for detection of a site that is there, and answers how far it is', async () => {
    const { id } = await create('look.example');
    const { status, body } = await gateway.ask('POST', `/api/v1/sites/${String(id)}/detect`);
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending', checkedAt: null, findings: [] });
    expect((await gateway.ask('GET', `/api/v1/sites/${String(id)}`)).body['detection']).toEqual(body);
  });

  it('changes only the fields that are present and empties a list when told so', async () => {
    const { id } = await create('changed.example', { categories: ['saas'], tags: ['a'] });
    const { status, body } = await gateway.ask('PATCH', `/api/v1/sites/${String(id)}`, {
      json: { timezone: 'Europe/Berlin', categories: [] },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'changed.example',
      timezone: 'Europe/Berlin',
      category: null,
      categories: [],
      tags: ['a'],
    });
  });

  it('deletes into the bin, lists the bin, and restores', async () => {
    const { id } = await create('binned.example');
    const path = `/api/v1/sites/${String(id)}`;
    const deletion = await gateway.ask('DELETE', path);
    expect(deletion.status).toBe(200);
    expect(deletion.body).toEqual({ deleted: true, id, purgeAt: '2026-12-01T12:00:00.123Z' });
    expect((await gateway.ask('GET', path)).status).toBe(404);
    const bin = await gateway.ask('GET', '/api/v1/sites?deleted=true');
    expect(bin.body['sites']).toEqual([
      expect.objectContaining({
        id,
        deletedAt: '2026-11-01T12:00:00.123Z',
        purgeAt: '2026-12-01T12:00:00.123Z',
      }),
    ]);
    expect((await gateway.ask('POST', `${path}/restore`)).status).toBe(200);
    const list = await gateway.ask('GET', '/api/v1/sites');
    expect(list.body['sites']).toContainEqual(
      expect.not.objectContaining({ deletedAt: expect.anything() as unknown }),
    );
    expect((await gateway.ask('GET', '/api/v1/sites?deleted=true')).body).toEqual({ sites: [] });
  });

  it('tells how far the deletion of a site has come, in the end with a certificate', async () => {
    const { id } = await create('purged.example');
    const purge = async () => (await gateway.ask('GET', `/api/v1/sites/${String(id)}/purge`)).body;
    const none = {
      siteId: id,
      state: 'active',
      deletedAt: null,
      purgeAt: null,
      beganAt: null,
      certificate: null,
    };
    expect(await purge()).toEqual(none);
    await gateway.ask('DELETE', `/api/v1/sites/${String(id)}`);
    expect(await purge()).toMatchObject({
      state: 'purged',
      purgeAt: '2026-12-01T12:00:00.123Z',
      certificate: { finishedAt: '2026-12-01T12:00:00.128Z', rows: { events: 3 } },
    });
  });

  it('tells the status, with null where no event was received', async () => {
    const { id } = await create('status.example');
    expect((await gateway.ask('GET', `/api/v1/sites/${String(id)}/status`)).body).toEqual({
      installed: false,
      lastEventAt: null,
      online: 0,
      findings: [expect.objectContaining({ code: 'no_event' })],
    });
    expect((await gateway.ask('GET', '/api/v1/sites/1/status')).body).toEqual({
      installed: false,
      lastEventAt: '2026-11-01T12:00:00.123Z',
      online: 3,
      findings: [
        expect.objectContaining({ code: 'servers_only' }),
        expect.objectContaining({ code: 'host_mismatch' }),
      ],
    });
  });

  it('lists the built-in categories', async () => {
    const { body } = await gateway.ask('GET', '/api/v1/categories');
    expect(body['categories']).toContain('saas');
    expect(body['categories']).toHaveLength(24);
  });

  it('lists how each does when asked, with one question for all of them', async () => {
    gateway.standIns.analytics.calls.length = 0;
    const { body } = await gateway.ask('GET', '/api/v1/sites?include=activity');
    const listed = body['sites'] as { id: number; installed: boolean; activity: unknown }[];
    expect(listed.length).toBeGreaterThan(1);
    for (const { id, installed, activity } of listed)
      expect(activity).toEqual({
        lastEventAt: id === 1 ? '2026-10-24T12:00:00.123Z' : null,
        online: id,
        goneQuiet: installed,
        visitors: 10 * id,
        days: [{ day: '2026-11-01', visitors: id }],
        additive: false,
      });
    expect(gateway.standIns.analytics.calls).toEqual([
      expect.objectContaining({ method: 'ListSiteActivity', workspaceId: gateway.ours.workspaceId }),
    ]);
    const plain = await gateway.ask('GET', '/api/v1/sites');
    for (const site of plain.body['sites'] as object[]) expect(site).not.toHaveProperty('activity');
  });

  it('lists how they do only to whoever may count, of the sites that a token reaches, and not of the bin', async () => {
    const make = async (json: object) =>
      String((await gateway.ask('POST', '/api/v1/tokens', { json })).body['token']);
    const [{ id }] = (await gateway.ask('GET', '/api/v1/sites')).body['sites'] as [{ id: number }];
    const path = '/api/v1/sites?include=activity';
    const blind = await make({ name: 'blind', scopes: ['sites:read'] });
    const refused = await gateway.ask('GET', path, { token: blind });
    expect([refused.status, refused.body['code']]).toEqual([403, 'insufficient_scope']);
    const narrow = await make({ name: 'narrow', scopes: ['sites:read', 'stats:read'], sites: [id] });
    gateway.standIns.analytics.calls.length = 0;
    const { body } = await gateway.ask('GET', path, { token: narrow });
    expect((body['sites'] as { id: number }[]).map((site) => site.id)).toEqual([id]);
    expect((await gateway.ask('GET', `${path}&deleted=true`)).status).toBe(400);
    expect((await gateway.ask('GET', '/api/v1/sites?include=everything')).status).toBe(400);
  });

  it('passes the workspace and the request id on', async () => {
    gateway.standIns.sites.calls.length = 0;
    await gateway.ask('GET', '/api/v1/sites', { headers: { 'x-request-id': 'abc-1' } });
    expect(gateway.standIns.sites.calls).toEqual([
      expect.objectContaining({
        method: 'ListSites',
        workspaceId: gateway.ours.workspaceId,
        requestId: 'abc-1',
      }),
    ]);
    expect(gateway.logLines.some((line) => line.includes('"requestId":"abc-1"'))).toBe(true);
  });
});
