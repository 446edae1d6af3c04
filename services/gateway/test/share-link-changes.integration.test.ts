import { dashboardBrowser, signedIn } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site = 0;
let path = '';
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'shared.example' } });
  site = Number(body['id']);
  path = `/api/v1/sites/${site}/share-links`;
});
beforeEach(() => gateway.clock.set(BEGIN));
afterAll(() => gateway.stop());

const BEGIN = Date.parse('2026-11-01T12:00:00.123Z');
const MINUTE_MS = 60_000;
const later = (ms: number): string => new Date(BEGIN + ms).toISOString();

interface Link {
  readonly id: number;
  readonly url: string;
}
const create = async (json: object = {}, token = gateway.ours.token): Promise<Link> => {
  const { status, body } = await gateway.request('POST', path, { json, token });
  expect(status).toBe(201);
  return body as unknown as Link;
};
const change = (link: Link, json: object, options: object = {}) =>
  gateway.request('PATCH', `${path}/${link.id}`, { json, ...options });
const open = (link: Link, origin = gateway.origin) =>
  dashboardBrowser(origin).request('POST', '/dashboard/share', {
    json: { slug: link.url.split('/').at(-1) },
  });
const keyOf = async (link: Link): Promise<string> => String((await open(link)).body['key']);
const read = async (key: string, report: string, origin = gateway.origin): Promise<number> =>
  (await fetch(`${origin}/api/v1${report}`, { headers: { 'x-headwater-share': key } })).status;
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

describe('a change of a share link', () => {
  it('sets only the given fields, which the list and the page then have', async () => {
    const link = await create({
      name: 'one',
      page: 'revenue',
      view: 'range=90d',
      expiresAt: later(MINUTE_MS),
    });
    const steps: [object, object][] = [
      [{}, {}],
      [{ name: 'two' }, { name: 'two' }],
      [{ name: null, page: null, view: null }, {}],
      [{ view: 'range=7d&filter[plan]=pro' }, { view: 'range=7d&filter[plan]=pro' }],
      [{ page: 'revenue' }, {}],
      // The view belongs to the page.
      [{ page: 'goals' }, { page: 'goals', view: '' }],
      [
        { page: 'events', view: 'event=signup' },
        { page: 'events', view: 'event=signup' },
      ],
      [{ expiresAt: '2027-01-01T01:00:00+01:00' }, { expiresAt: '2027-01-01T00:00:00.000Z' }],
      [{ expiresAt: null }, { expiresAt: null }],
    ];
    let expected: object = link;
    for (const [json, changed] of steps) {
      expected = { ...expected, ...changed };
      expect(await change(link, json)).toMatchObject({ status: 200, body: expected });
      const { body } = await gateway.request('GET', path);
      expect(body['shareLinks']).toContainEqual(expected);
    }
    expect((await open(link)).body).toMatchObject({ page: 'events', view: 'event=signup' });
  });

  it('takes effect on open pages of every replica within 5 seconds, also on their streams', async () => {
    const link = await create();
    const key = await keyOf(link);
    const replica = await gateway.startReplica();
    try {
      const [visits, events] = [`/sites/${site}/stats`, `/sites/${site}/events`];
      const statuses = async () => [
        await read(key, visits, replica.origin),
        await read(key, events, replica.origin),
        await read(key, `/revenue?filter[site]=${site}`, replica.origin),
      ];
      expect(await statuses()).toEqual([200, 403, 403]);
      const stream = await fetch(`${replica.origin}/api/v1/sites/${site}/live`, {
        headers: { 'x-headwater-share': key },
      });
      const end = stream.text();
      await change(link, { page: 'events' });
      replica.clock.set(BEGIN + 5_000);
      expect(await statuses()).toEqual([403, 200, 403]);
      expect(await end).toMatch(/^data: /);
      await change(link, { page: 'revenue' });
      replica.clock.set(BEGIN + 10_000);
      expect(await statuses()).toEqual([403, 403, 200]);
    } finally {
      await replica.stop();
    }
  });

  it('of the expiry ends open pages, and revives an expired link', async () => {
    const link = await create();
    const [key, report] = [await keyOf(link), `/sites/${site}/stats`];
    expect(await read(key, report)).toBe(200);
    await change(link, { expiresAt: later(MINUTE_MS) });
    gateway.clock.set(BEGIN + MINUTE_MS - 1);
    expect(await read(key, report)).toBe(200);
    // Immediately, although the link is in the cache.
    gateway.clock.set(BEGIN + MINUTE_MS);
    expect(await read(key, report)).toBe(401);
    expect((await open(link)).status).toBe(404);
    expect((await change(link, { expiresAt: later(2 * MINUTE_MS) })).status).toBe(200);
    expect((await open(link)).body).toMatchObject({ expiresAt: later(2 * MINUTE_MS) });
    expect(await read(key, report)).toBe(200);
  });

  it('has one effect per Idempotency-Key, and entries in the audit log', async () => {
    const { token } = await gateway.newTenant('audited');
    const made = await gateway.request('POST', '/api/v1/sites', {
      token,
      json: { domain: 'audited.example' },
    });
    const links = `/api/v1/sites/${String(made.body['id'])}/share-links`;
    const { body: link } = await gateway.request('POST', links, { token, json: {} });
    const patch = (json: object, key: string, id: unknown = link['id']) =>
      gateway.request('PATCH', `${links}/${String(id)}`, {
        token,
        json,
        headers: { 'idempotency-key': key },
      });
    const first = await patch({ page: 'goals' }, 'one');
    expect(first.status).toBe(200);
    expect((await patch({ page: 'quality' }, 'two')).status).toBe(200);
    expect((await patch({ page: 'goals' }, 'one')).body).toEqual(first.body);
    expect(outcome(await patch({ page: 'events' }, 'one'))[0]).toBe(422);
    const listed = (await gateway.request('GET', links, { token })).body['shareLinks'];
    expect(listed).toEqual([{ ...link, page: 'quality' }]);
    for (const id of [999_999, 'x', 0])
      expect(outcome(await patch({}, `of-${id}`, id))).toEqual([404, 'share_link_not_found']);
    const { body } = await gateway.request('GET', '/api/v1/audit', { token });
    const entries = (body['entries'] as Record<string, unknown>[]).filter(
      ({ action }) => action === 'updateShareLink',
    );
    expect(entries.length).toBeGreaterThanOrEqual(3);
    expect(entries.at(-1)).toMatchObject({
      targetId: String(link['id']),
      siteId: made.body['id'],
      outcome: 'done',
    });
    expect(entries[0]).toMatchObject({ outcome: 'refused' });
  });

  it('is refused for links of other sites and workspaces', async () => {
    const link = await create();
    const { body: other } = await gateway.request('POST', '/api/v1/sites', {
      json: { domain: 'other.example' },
    });
    const { token } = await gateway.newTenant('foreign');
    const { body: foreign } = await gateway.request('POST', '/api/v1/sites', {
      ...{ token, json: { domain: 'foreign.example' } },
    });
    const at = (id: unknown) => `/api/v1/sites/${String(id)}/share-links/${link.id}`;
    const json = { name: 'stolen' };
    expect(outcome(await gateway.request('PATCH', at(other['id']), { json }))).toEqual([
      404,
      'share_link_not_found',
    ]);
    expect(outcome(await gateway.request('PATCH', at(foreign['id']), { json, token }))).toEqual([
      404,
      'share_link_not_found',
    ]);
    expect(outcome(await gateway.request('PATCH', at(site), { json, token }))).toEqual([
      404,
      'site_not_found',
    ]);
    expect((await gateway.request('GET', path)).body['shareLinks']).toContainEqual(link);
  });

  it('needs a recent sign-in, like a new link', async () => {
    const link = await create();
    const browser = await signedIn(gateway);
    gateway.clock.set(BEGIN + 61 * MINUTE_MS);
    const request = (method: string, url: string) =>
      browser.request(method, url, { json: { page: 'revenue' } });
    for (const answer of [await request('POST', path), await request('PATCH', `${path}/${link.id}`)])
      expect(outcome(answer)).toEqual([403, 'sign_in_required']);
  });
});

it('a view has at most 2000 characters', async () => {
  const create = (length: number) =>
    gateway.request('POST', path, { json: { page: 'events', view: `a=${'x'.repeat(length - 2)}` } });
  expect([(await create(2_000)).status, (await create(2_001)).status]).toEqual([201, 400]);
});

describe('a page of the workspace', () => {
  const pages = ['revenue', 'acquisition', 'cohorts'];
  const limited = async (rights: object): Promise<string> =>
    String(
      (await gateway.request('POST', '/api/v1/tokens', { json: { name: 'limited', ...rights } })).body[
        'token'
      ],
    );

  it.each(pages)('is not shared by a token with a list of sites: %s', async (page) => {
    const token = await limited({ scopes: ['sites:write', 'stats:read'], sites: [site] });
    const [own, theirs] = [
      await create({ page: 'goals' }, token),
      await create({ page, expiresAt: later(MINUTE_MS) }),
    ];
    const refusals = [
      await gateway.request('POST', path, { token, json: { page } }),
      await change(own, { page }, { token }),
      await change(theirs, { expiresAt: null }, { token }),
      await change(theirs, { page: 'overview' }, { token }),
    ];
    for (const refusal of refusals) expect(outcome(refusal)).toEqual([403, 'insufficient_scope']);
    const { body } = await gateway.request('GET', path, { token });
    expect(body['shareLinks']).toContainEqual({ ...theirs, url: null });
    expect(body['shareLinks']).toContainEqual(own);
    expect((await change(own, { name: 'own' }, { token })).status).toBe(200);
    expect((await gateway.request('DELETE', `${path}/${theirs.id}`, { token })).status).toBe(200);
  });

  it('is not chosen by a token without stats:read', async () => {
    const link = await create();
    const token = await limited({ scopes: ['sites:write'] });
    expect(outcome(await change(link, { page: 'revenue' }, { token }))).toEqual([403, 'insufficient_scope']);
  });
});

it.each([
  ['overview', 'filter[props.plan]=pro', 'event properties'],
  ['overview', 'filter%5Bprops.plan%5D%5Bis_not%5D=pro', 'event properties'],
  ['revenue', 'filter[site]=1', 'site'],
  ['revenue', 'range=7d&filter[site][is_not]=1', 'site'],
  ['revenue', 'by=company', 'companies'],
  ['acquisition', 'filter[company][contains]=acme', 'companies'],
  ['cohorts', 'filter%5Bcompany%5D=acme', 'companies'],
  ['events', '?range=7d', 'query string'],
  ['events', 'a#b', 'query string'],
  ['events', 'a\nb', 'query string'],
  ['goals', 'filter[pathname]=/ada%40example.com', 'email address'],
  ['goals', 'filter[pathname]=/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', 'token'],
])('the view of the page %s is refused: %s', async (page, view, reason) => {
  const link = await create({ page });
  const message = expect.stringContaining(reason) as unknown;
  for (const answer of [
    await gateway.request('POST', path, { json: { page, view } }),
    await change(link, { view }),
    await change(link, { page, view }),
  ])
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'view', message }] } });
  await gateway.request('DELETE', `${path}/${link.id}`);
});

it.each([
  [{ page: 'sites' }],
  [{ page: 'attribution' }],
  [{ page: 'constructor' }],
  [{ page: 1 }],
  [{ view: {} }],
  [{ expiresAt: '2020-01-01T00:00:00Z' }],
  [{ expiresAt: 'tomorrow' }],
  [{ name: '' }],
  [{ colour: 'red' }],
])('a share link has no %j', async (json) => {
  const link = await create();
  expect((await gateway.request('POST', path, { json })).status).toBe(400);
  expect((await change(link, json)).status).toBe(400);
  await gateway.request('DELETE', `${path}/${link.id}`);
});
