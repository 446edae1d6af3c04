import { dashboardBrowser } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site = 0;
let otherSite = 0;
beforeAll(async () => {
  gateway = await startGateway();
  const make = async (domain: string) =>
    Number((await gateway.request('POST', '/api/v1/sites', { json: { domain } })).body['id']);
  site = await make('shared.example');
  otherSite = await make('unshared.example');
});
afterAll(() => gateway.stop());

interface Link {
  readonly id: number;
  readonly url: string;
  readonly slug: string;
}

async function share(json: object = {}): Promise<Link> {
  const { body, status } = await gateway.request('POST', `/api/v1/sites/${site}/share-links`, { json });
  expect(status).toBe(201);
  return { ...(body as { id: number; url: string }), slug: String(body['url']).split('/').at(-1) ?? '' };
}

const stranger = () => dashboardBrowser(gateway.origin);
const open = (json: object) =>
  stranger().request('POST', '/dashboard/share', { json, headers: { 'x-headwater-dashboard': null } });
const keyOf = async (link: Link): Promise<string> => String((await open({ slug: link.slug })).body['key']);
const withKey = (method: string, path: string, key: string, json?: object) =>
  stranger().request(method, path, { headers: { 'x-headwater-share': key }, ...(json ? { json } : {}) });
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  code: body['code'],
});
const ENDED = { status: 401, code: 'session_ended' };

describe('a share link', () => {
  it('is created, listed with its URL, and revoked', async () => {
    const { slug: _, ...link } = await share({ name: 'for the agency', password: 'open sesame' });
    expect(link).toEqual({
      ...{ id: expect.any(Number) as unknown, createdBy: expect.any(Number) as unknown },
      ...{ name: 'for the agency', page: 'overview', view: '' },
      url: expect.stringMatching(
        new RegExp(`^http://localhost:${gateway.port}/share/[\\w-]{22}$`),
      ) as unknown,
      ...{ hasPassword: true, expiresAt: null },
      createdAt: '2026-11-01T12:00:00.123Z',
    });
    const path = `/api/v1/sites/${site}/share-links`;
    expect((await gateway.request('GET', path)).body['shareLinks']).toContainEqual(link);
    expect((await gateway.request('GET', `/api/v1/sites/${otherSite}/share-links`)).body).toEqual({
      shareLinks: [],
    });
    const ofOther = `/api/v1/sites/${otherSite}/share-links/${link.id}`;
    expect(outcome(await gateway.request('DELETE', ofOther)).code).toBe('share_link_not_found');
    expect((await gateway.request('DELETE', `${path}/${link.id}`)).body).toEqual({
      deleted: true,
      id: link.id,
    });
    expect(outcome(await gateway.request('DELETE', `${path}/${link.id}`)).code).toBe('share_link_not_found');
    expect((await gateway.request('GET', path)).body['shareLinks']).not.toContainEqual(link);
  });

  it.each([[{ name: '' }], [{ password: 'short' }], [{ password: 5 }], [{ nmae: 'x' }], [{ name: 'a\nb' }]])(
    'is not created with %j',
    async (json) => {
      expect((await gateway.request('POST', `/api/v1/sites/${site}/share-links`, { json })).status).toBe(400);
    },
  );

  it('cannot be created by a caller without stats:read', async () => {
    const { body } = await gateway.request('POST', '/api/v1/tokens', {
      json: { name: 'x', scopes: ['sites:write'] },
    });
    const answer = await gateway.request('POST', `/api/v1/sites/${site}/share-links`, {
      token: String(body['token']),
      json: {},
    });
    expect(outcome(answer)).toEqual({ status: 403, code: 'insufficient_scope' });
  });

  it('gives access to the numbers of its site for one hour', async () => {
    const link = await share();
    const { status, body, headers } = await open({ slug: link.slug });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toBeNull();
    expect(body).toEqual({
      site: {
        id: site,
        name: 'shared.example',
        domain: 'shared.example',
        timezone: expect.any(String) as unknown,
      },
      ...{ page: 'overview', view: '' },
      key: expect.stringMatching(/^hws_/) as unknown,
      expiresAt: '2026-11-01T13:00:00.123Z',
    });
    const key = String(body['key']);
    const stats = `/api/v1/sites/${site}/stats`;
    const shared = await withKey('GET', stats, key);
    expect(shared.status).toBe(200);
    // The rows are events of all kinds, which the page does not show.
    expect(shared.headers.get('server-timing')).toBeNull();
    const now = gateway.clock.now();
    gateway.clock.set(now + 3_600_000);
    const late = await withKey('GET', stats, key);
    gateway.clock.set(now);
    expect(outcome(late)).toEqual(ENDED);
  });

  it('ends on every replica within 5 seconds of its revocation', async () => {
    const link = await share();
    const key = await keyOf(link);
    const replica = await gateway.startReplica();
    try {
      const there = dashboardBrowser(replica.origin);
      const readStats = () =>
        there.request('GET', `/api/v1/sites/${site}/stats`, { headers: { 'x-headwater-share': key } });
      expect((await readStats()).status).toBe(200);
      await gateway.request('DELETE', `/api/v1/sites/${site}/share-links/${link.id}`);
      replica.clock.set(replica.clock.now() + 5_000);
      expect(outcome(await readStats())).toEqual(ENDED);
    } finally {
      await replica.stop();
    }
    expect(outcome(await open({ slug: link.slug }))).toEqual({ status: 404, code: 'share_link_not_found' });
  });

  it('ends with its site', async () => {
    const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'gone.example' } });
    const path = `/api/v1/sites/${Number(body['id'])}`;
    const { body: link } = await gateway.request('POST', `${path}/share-links`, { json: {} });
    const slug = String(link['url']).split('/').at(-1);
    const key = String((await open({ slug })).body['key']);
    await gateway.request('DELETE', path);
    expect((await open({ slug })).status).toBe(404);
    expect((await withKey('GET', `${path}/stats`, key)).status).toBe(404);
  });

  it.each(['', 'x', 'A'.repeat(22), '../../etc/passwd', "' OR 1=1 --"])(
    'is not found for the slug %j',
    async (slug) =>
      expect(outcome(await open({ slug }))).toEqual({ status: 404, code: 'share_link_not_found' }),
  );
});

describe('the password of a share link', () => {
  it('is required to open it', async () => {
    const { slug } = await share({ password: 'öpen sesame' });
    for (const password of [undefined, '', 'open sesame', 'öpen sesame '])
      expect(outcome(await open({ slug, ...(password === undefined ? {} : { password }) }))).toEqual({
        status: 403,
        code: 'password_required',
      });
    // Typed with the dots of its own, as some keyboards do.
    for (const password of ['öpen sesame', 'o\u0308pen sesame'])
      expect((await open({ slug, password })).status).toBe(200);
  });

  it('is stored as a salted hash', async () => {
    await share({ password: 'the same one' });
    await share({ password: 'the same one' });
    const { rows } = await gateway.database.pool.query<{ password_hash: string }>(
      'SELECT password_hash FROM gateway.share_links WHERE password_hash IS NOT NULL ORDER BY id DESC LIMIT 2',
    );
    const hashes = rows.map((row) => row.password_hash);
    for (const hash of hashes) expect(hash).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(new Set(hashes).size).toBe(2);
  });

  it('can be tried 60 times a minute per link, over all gateways', async () => {
    const [tried, other] = [await share({ password: 'a password' }), await share({ password: 'a password' })];
    // Another gateway allowed as many; this one synchronises after every third request of its own.
    await gateway.database.pool.query(
      "INSERT INTO gateway.spent_budgets VALUES ($1, 'password', '2026-11-01T12:00:00Z', 60)",
      [tried.id],
    );
    const statuses: number[] = [];
    while (statuses.length < 8) statuses.push((await open({ slug: tried.slug, password: 'no' })).status);
    expect(statuses.at(0)).toBe(403);
    expect(statuses.at(-1)).toBe(429);
    const refused = await open({ slug: tried.slug, password: 'a password' });
    expect(outcome(refused)).toEqual({ status: 429, code: 'rate_limited' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await open({ slug: other.slug, password: 'a password' })).status).toBe(200);
  });
});

describe('the key of a share link', () => {
  // A site has at most 100 links.
  let keyOfAny: string;
  beforeAll(async () => (keyOfAny = await keyOf(await share())));

  it.each([
    'stats?range=7d&compare=previous_year&grain=week&timezone=UTC',
    'stats?from=2026-10-01&to=2026-10-30&dimension=entry_page&limit=500&filter[country]=DE&filter[source][contains]=o',
    'stats?dimension=source&dimensions=pathname,country,device&dimensions_limit=10&compare=previous_period',
    'realtime?dimension=pathname&limit=5&filter[utm_campaign]=(none)',
  ])('returns the metrics that a shared page may show: %s', async (question) => {
    const answer = await withKey('GET', `/api/v1/sites/${site}/${question}`, keyOfAny);
    expect(answer.status).toBe(200);
  });

  it.each([
    'stats?include=revenue',
    'stats?include=imported,revenue',
    'stats?dimension=props.plan',
    'stats?dimensions=pathname,props.plan&dimensions_limit=10',
    'stats?filter[props.plan]=pro',
    'stats?filter[country]=DE&filter[props.email][contains]=a',
    'realtime?dimension=props.plan',
    'realtime?filter[props.plan][is_not]=pro',
  ])('shows neither revenue nor properties of events: %s', async (question) => {
    const answer = await withKey('GET', `/api/v1/sites/${site}/${question}`, keyOfAny);
    expect(outcome(answer)).toEqual({ status: 403, code: 'insufficient_scope' });
  });

  it('belongs to one link, cannot be forged, and is ignored if there is a token', async () => {
    const [one, two] = [await share(), await share()];
    const key = await keyOf(one);
    const [, , end, signature] = key.split('_');
    const stats = `/api/v1/sites/${site}/stats`;
    for (const forged of [
      `hws_${two.id}_${end}_${signature}`,
      `hws_${one.id}_${Number(end) + 1}_${signature}`,
      `hws_${one.id}_${end}_${'A'.repeat(43)}`,
      `hws_999999_${end}_${signature}`,
      'hws_',
      '',
    ])
      expect(outcome(await withKey('GET', stats, forged))).toEqual(ENDED);
    const behindProxy = { 'x-headwater-share': key, authorization: 'Basic YTpi' };
    expect((await stranger().request('GET', stats, { headers: behindProxy })).status).toBe(200);
    const bad = await stranger().request('GET', stats, {
      headers: { 'x-headwater-share': key, authorization: 'Bearer no' },
    });
    expect(outcome(bad)).toEqual({ status: 401, code: 'invalid_token' });
  });
});

it('limits the requests with all keys of one link together', async () => {
  const limited = await startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '5' });
  try {
    const { body } = await limited.request('POST', '/api/v1/sites', { json: { domain: 'busy.example' } });
    const path = `/api/v1/sites/${Number(body['id'])}`;
    const browser = dashboardBrowser(limited.origin);
    const opened = async () => {
      const { body: link } = await limited.request('POST', `${path}/share-links`, { json: {} });
      const json = { slug: String(link['url']).split('/').at(-1) };
      const open = () => browser.request('POST', '/dashboard/share', { json });
      const headers = { 'x-headwater-share': String((await open()).body['key']) };
      return {
        open,
        readStats: async () => (await browser.request('GET', `${path}/stats`, { headers })).status,
      };
    };
    const [one, two] = [await opened(), await opened()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => one.readStats()));
    // Opening the link counts too.
    expect(answers.filter((status) => status === 429)).toHaveLength(4);
    expect(outcome(await one.open())).toEqual({ status: 429, code: 'rate_limited' });
    expect(await two.readStats()).toBe(200);
  } finally {
    await limited.stop();
  }
});
