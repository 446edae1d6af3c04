import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const create = async (domain: string, more: object = {}): Promise<Record<string, unknown>> => {
  const { status, body } = await gateway.request('POST', '/api/v1/sites', { json: { domain, ...more } });
  expect(status).toBe(201);
  return body;
};

describe('sites over HTTP', () => {
  it('creates a site with its snippet, and returns 200 and existing for the same domain', async () => {
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
      scrub: true,
      clickIds: false,
      excludedPaths: [],
      excludedAddresses: [],
      retentionDays: null,
      retentionAppliesAt: null,
      removedBefore: null,
      category: 'saas',
      categories: ['saas', 'blog'],
      tags: ['a'],
      createdAt: '2026-11-01T12:00:00.123Z',
      existing: false,
      snippet: `<script async defer data-site="${String(first['id'])}" data-key="key-${String(first['id'])}" src="https://collect.example/hw.js"></script>`,
    });
    const again = await gateway.request('POST', '/api/v1/sites', {
      json: { domain: 'created.example', name: 'Other' },
    });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first, existing: true });
  });

  it('reads a site with snippet, detection, goals and funnels', async () => {
    const { existing: _, ...site } = await create('read.example');
    const { status, body } = await gateway.request('GET', `/api/v1/sites/${String(site['id'])}`);
    expect(status).toBe(200);
    expect(body).toEqual({ ...site, category: null, detection: null, goals: [], funnels: [] });
  });

  it('shows detection once it was requested', async () => {
    const { id } = await create('detect.example', { detect: true });
    const { body } = await gateway.request('GET', `/api/v1/sites/${String(id)}`);
    expect(body['detection']).toMatchObject({ status: 'pending', checkedAt: null, findings: [] });
  });

  it('requests detection of an existing site and returns its status', async () => {
    const { id } = await create('look.example');
    const { status, body } = await gateway.request('POST', `/api/v1/sites/${String(id)}/detect`);
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending', checkedAt: null, findings: [] });
    expect((await gateway.request('GET', `/api/v1/sites/${String(id)}`)).body['detection']).toEqual(body);
  });

  it('changes only the fields that are present, and empties a list on request', async () => {
    const { id } = await create('changed.example', { categories: ['saas'], tags: ['a'] });
    const { status, body } = await gateway.request('PATCH', `/api/v1/sites/${String(id)}`, {
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

  it('disables scrubbing of a site, for servers and imports too, each change with an audit entry of its own', async () => {
    const { id } = await create('scrubbed.example');
    const path = `/api/v1/sites/${String(id)}`;
    const patch = async (scrub: boolean | null) =>
      (await gateway.request('PATCH', path, { json: { scrub } })).body['scrub'];
    const { calls } = gateway.standIns.collector;
    const sendAll = async () => {
      calls.length = 0;
      await gateway.request('POST', `${path}/events`, {
        json: { events: [{ anonymous_id: 'v', name: 'x' }] },
      });
      const headers = { 'content-type': 'text/csv' };
      await gateway.request('POST', `${path}/import?source=umami`, { raw: 'event_id\n1\n', headers });
      return calls.map(({ method, request }) => [method, (request as { scrub?: boolean }).scrub]);
    };
    const sent = (scrub: boolean) => [
      ['IngestEvents', scrub],
      ['ImportRows', scrub],
    ];
    expect(await sendAll()).toEqual(sent(true));
    expect(await patch(false)).toBe(false);
    expect((await gateway.request('GET', path)).body['scrub']).toBe(false);
    expect(await sendAll()).toEqual(sent(false));
    expect(await patch(null)).toBe(true);
    expect(await patch(true)).toBe(true);
    expect((await gateway.request('PATCH', path, { json: { scrub: 'no' } })).status).toBe(400);
    const { body } = await gateway.request('GET', '/api/v1/audit?limit=7');
    const entries = body['entries'] as { action: string; siteId: number; outcome: string }[];
    expect(entries.filter(({ action }) => action.endsWith('ableScrubbing'))).toMatchObject(
      ['enableScrubbing', 'enableScrubbing', 'disableScrubbing'].map((action) => ({
        ...{ action, siteId: id, outcome: 'done' },
      })),
    );
  });

  it('changes the retention with an audit entry of its own, and null stores all days', async () => {
    const { id, retentionDays } = await create('retained.example', { retentionDays: 400 });
    expect(retentionDays).toBe(400);
    const path = `/api/v1/sites/${String(id)}`;
    const patch = (json: object) => gateway.request('PATCH', path, { json });
    const [retained, unlimited] = [
      { retentionDays: 30, retentionAppliesAt: '2026-11-08T12:00:00.000Z', removedBefore: '2026-11-01' },
      { retentionDays: null, retentionAppliesAt: null, removedBefore: null },
    ];
    expect((await patch({ retentionDays: 30 })).body).toMatchObject(retained);
    expect((await gateway.request('GET', path)).body).toMatchObject(retained);
    expect((await patch({ retentionDays: null })).body).toMatchObject(unlimited);
    for (const days of [29, 3_651, 30.5, '30'])
      expect(await patch({ retentionDays: days })).toMatchObject({
        ...{ status: 400, body: { errors: [{ field: 'retentionDays' }] } },
      });
    expect((await patch({ retentionDays: null, scrub: false })).body).toMatchObject({ scrub: false });
    const { body } = await gateway.request('GET', '/api/v1/audit?limit=10');
    const entries = (body['entries'] as { action: string; siteId: number }[]).filter(
      ({ action, siteId }) => action.endsWith('hangeRetention') && siteId === id,
    );
    expect(entries).toMatchObject([
      { action: 'disableScrubbingAndChangeRetention', outcome: 'done' },
      { action: 'changeRetention', outcome: 'done' },
      { action: 'changeRetention', outcome: 'done' },
    ]);
  });

  it('reports removed days in every answer about them, and imports with the first stored day', async () => {
    const { id } = await create('removed.example');
    const path = `/api/v1/sites/${String(id)}`;
    await gateway.request('PATCH', path, { json: { retentionDays: 30 } });
    const goal = { name: 'Signup', type: 'event', event: 'signup' };
    const goalId = (await gateway.request('POST', `${path}/goals`, { json: goal })).body['id'];
    const steps = [goal, { ...goal, name: 'Pay' }];
    const funnel = await gateway.request('POST', `${path}/funnels`, { json: { name: 'Buy', steps } });
    const queries = [
      ...['/stats', '/events', '/events/signup', '/retention', '/traffic-quality'],
      ...[`/goals/${String(goalId)}`, `/funnels/${String(funnel.body['id'])}`],
    ];
    for (const query of queries) {
      const { status, body } = await gateway.request('GET', `${path}${query}?from=2026-10-01&to=2026-10-07`);
      expect({ query, status, removedBefore: body['removedBefore'] }).toEqual({
        ...{ query, status: 200, removedBefore: '2026-11-01' },
      });
    }
    const { calls } = gateway.standIns.collector;
    calls.length = 0;
    const headers = { 'content-type': 'text/csv' };
    await gateway.request('POST', `${path}/import?source=umami`, { raw: 'event_id\n1\n', headers });
    expect(calls.map(({ request }) => request)).toMatchObject([
      { retainedFromDay: '2026-10-02', retainedFromMs: Date.parse('2026-10-02') },
    ]);
  });

  it('deletes a site, lists deleted sites, and restores it', async () => {
    const { id } = await create('binned.example');
    const path = `/api/v1/sites/${String(id)}`;
    const deletion = await gateway.request('DELETE', path);
    expect(deletion.status).toBe(200);
    expect(deletion.body).toEqual({ deleted: true, id, purgeAt: '2026-12-01T12:00:00.123Z' });
    expect((await gateway.request('GET', path)).status).toBe(404);
    const deletedSites = await gateway.request('GET', '/api/v1/sites?deleted=true');
    expect(deletedSites.body['sites']).toEqual([
      expect.objectContaining({
        id,
        deletedAt: '2026-11-01T12:00:00.123Z',
        purgeAt: '2026-12-01T12:00:00.123Z',
      }),
    ]);
    expect((await gateway.request('POST', `${path}/restore`)).status).toBe(200);
    const list = await gateway.request('GET', '/api/v1/sites');
    expect(list.body['sites']).toContainEqual(
      expect.not.objectContaining({ deletedAt: expect.anything() as unknown }),
    );
    expect((await gateway.request('GET', '/api/v1/sites?deleted=true')).body).toEqual({ sites: [] });
  });

  it('returns the state of a purge, and finally its certificate', async () => {
    const { id } = await create('purged.example');
    const purge = async () => (await gateway.request('GET', `/api/v1/sites/${String(id)}/purge`)).body;
    const none = {
      siteId: id,
      state: 'active',
      deletedAt: null,
      purgeAt: null,
      beganAt: null,
      certificate: null,
    };
    expect(await purge()).toEqual(none);
    await gateway.request('DELETE', `/api/v1/sites/${String(id)}`);
    expect(await purge()).toMatchObject({
      state: 'purged',
      purgeAt: '2026-12-01T12:00:00.123Z',
      certificate: { finishedAt: '2026-12-01T12:00:00.128Z', rows: { events: 3 } },
    });
  });

  it('returns the status, with null if no event was received', async () => {
    const { id } = await create('status.example');
    expect((await gateway.request('GET', `/api/v1/sites/${String(id)}/status`)).body).toEqual({
      installed: false,
      lastEventAt: null,
      online: 0,
      findings: [expect.objectContaining({ code: 'no_event' })],
    });
    expect((await gateway.request('GET', '/api/v1/sites/1/status')).body).toEqual({
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
    const { body } = await gateway.request('GET', '/api/v1/categories');
    expect(body['categories']).toContain('saas');
    expect(body['categories']).toHaveLength(24);
  });

  it('lists the activity of each site on request, with one query for all sites', async () => {
    gateway.standIns.analytics.calls.length = 0;
    const { body } = await gateway.request('GET', '/api/v1/sites?include=activity');
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
    const plain = await gateway.request('GET', '/api/v1/sites');
    for (const site of plain.body['sites'] as object[]) expect(site).not.toHaveProperty('activity');
  });

  it('lists activity only with stats:read, for the sites of the token, and not for deleted sites', async () => {
    const make = async (json: object) =>
      String((await gateway.request('POST', '/api/v1/tokens', { json })).body['token']);
    const [{ id }] = (await gateway.request('GET', '/api/v1/sites')).body['sites'] as [{ id: number }];
    const path = '/api/v1/sites?include=activity';
    const blind = await make({ name: 'blind', scopes: ['sites:read'] });
    const refused = await gateway.request('GET', path, { token: blind });
    expect([refused.status, refused.body['code']]).toEqual([403, 'insufficient_scope']);
    const narrow = await make({ name: 'narrow', scopes: ['sites:read', 'stats:read'], sites: [id] });
    gateway.standIns.analytics.calls.length = 0;
    const { body } = await gateway.request('GET', path, { token: narrow });
    expect((body['sites'] as { id: number }[]).map((site) => site.id)).toEqual([id]);
    expect((await gateway.request('GET', `${path}&deleted=true`)).status).toBe(400);
    expect((await gateway.request('GET', '/api/v1/sites?include=everything')).status).toBe(400);
  });

  it('forwards the workspace and the request id', async () => {
    gateway.standIns.sites.calls.length = 0;
    await gateway.request('GET', '/api/v1/sites', { headers: { 'x-request-id': 'abc-1' } });
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
