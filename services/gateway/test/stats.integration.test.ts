import { TOO_HEAVY_DIMENSION } from './analytics-stand-in';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', {
    json: { domain: 'stats.example', timezone: 'Europe/Berlin' },
  });
  site = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.analytics.calls.length = 0;
});

const received = () => gateway.standIns.analytics.calls[0]?.request;

describe('stats over HTTP', () => {
  it('shows imported days separately from the exact numbers on request', async () => {
    const { body } = await gateway.request('GET', `${site}/stats?include=imported&dimension=country`);
    expect(body['data']).toMatchObject({
      visitors: 2,
      imported: {
        days: 1,
        dailyVisitors: 3,
        sessions: 4,
        pageviews: 9,
        bounceRate: 25,
        visitDuration: 60,
        series: [{ day: '2026-10-03', dailyVisitors: 3, sessions: 4, pageviews: 9 }],
        breakdown: [{ key: 'DE', dailyVisitors: 3, sessions: 4, pageviews: 0 }],
        events: [{ name: 'signup', events: 2, dailyVisitors: 1 }],
      },
    });
    const methods = gateway.standIns.analytics.calls.map(({ method }) => method);
    expect(methods.sort()).toEqual(['QueryImported', 'QueryStats']);
  });

  it('returns totals and a series marked as not additive', async () => {
    const { status, body } = await gateway.request('GET', `${site}/stats`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        range: '2026-10-03 to 2026-11-01',
        timezone: 'Europe/Berlin',
        grain: 'day',
        data: {
          visitors: 2,
          sessions: 3,
          pageviews: 4,
          bounceRate: 66.67,
          visitDuration: 50,
          viewsPerVisit: 1.33,
          series: [{ day: '2026-10-03', visitors: 2, sessions: 3, pageviews: 4 }],
          additive: false,
          dimension: null,
          breakdown: [],
        },
      },
    });
  });

  it('returns breakdowns by several dimensions', async () => {
    const { body } = await gateway.request('GET', `${site}/stats?dimensions=pathname,props.plan&limit=5`);
    expect(received()).toMatchObject({ dimensions: ['pathname', 'props.plan'], question: { limit: 5 } });
    const row = { visitors: 2, sessions: 3, pageviews: 4, bounceRate: 50 };
    expect(body['data']).toMatchObject({
      dimension: null,
      breakdown: [],
      breakdowns: [
        { dimension: 'pathname', rows: [{ key: 'a pathname', ...row }] },
        { dimension: 'props.plan', rows: [{ key: 'a props.plan', ...row }] },
      ],
    });
  });

  it('compares the rows of breakdowns, unless an earlier analytics leaves the comparison out', async () => {
    const query = 'dimensions=pathname,country,device&compare=previous_period';
    const { body } = await gateway.request('GET', `${site}/stats?${query}`);
    const row = { visitors: 2, sessions: 3, pageviews: 4, bounceRate: 50 };
    const earlier = { visitors: 1, sessions: 2, pageviews: 3, bounceRate: 50 };
    const nothing = { visitors: 0, sessions: 0, pageviews: 0, bounceRate: null };
    expect(body).toHaveProperty('data.breakdowns', [
      { dimension: 'pathname', rows: [{ key: 'a pathname', ...row, comparison: earlier }] },
      { dimension: 'country', rows: [{ key: 'a country', ...row, comparison: nothing }] },
      { dimension: 'device', rows: [{ key: 'a device', ...row }] },
    ]);
  });

  it('reports the work of the event store, with rows rounded up to multiples of 8,192', async () => {
    const { headers } = await gateway.request('GET', `${site}/stats`);
    expect(headers.get('server-timing')).toBe('clickhouse;dur=12;desc="40960 rows"');
  });

  it('returns the error of a breakdown that exceeds a limit', async () => {
    const { body } = await gateway.request('GET', `${site}/stats?dimensions=pathname,${TOO_HEAVY_DIMENSION}`);
    expect(body['data']).toMatchObject({
      visitors: 2,
      breakdowns: [
        { dimension: 'pathname', rows: [{ key: 'a pathname' }] },
        { dimension: TOO_HEAVY_DIMENSION, rows: [], error: 'query_too_heavy' },
      ],
    });
    expect(body).not.toHaveProperty('data.breakdowns[0].error');
  });

  it('forwards every parameter, including a time zone instead of the site’s', async () => {
    const query =
      'from=2026-10-03&to=2026-11-01&grain=week&dimension=entry_page&limit=5&timezone=Asia/Kolkata' +
      '&filter[source]=Google&compare=previous_year';
    const { body } = await gateway.request('GET', `${site}/stats?${query}`);
    expect(received()).toMatchObject({
      compare: 'previous_year',
      question: {
        from: '2026-10-03',
        to: '2026-11-01',
        grain: 'week',
        dimension: 'entry_page',
        limit: 5,
        timezone: 'Asia/Kolkata',
        filters: [{ key: 'source', operator: 'is', value: 'Google' }],
      },
    });
    expect(body['timezone']).toBe('Asia/Kolkata');
    expect(body['data']).toMatchObject({
      comparison: { range: '2026-09-03 to 2026-10-02', visitors: 0, bounceRate: null, viewsPerVisit: null },
    });
  });

  it.each(['compare=last_year', 'compare=', 'grain=minute', 'metrics=visitors'])(
    'returns 400 for ?%s',
    async (query) => {
      expect((await gateway.request('GET', `${site}/stats?${query}`)).status).toBe(400);
      expect(gateway.standIns.analytics.calls).toEqual([]);
    },
  );
});

describe('the list of events over HTTP', () => {
  it('returns names, counts and property keys', async () => {
    const { status, body } = await gateway.request('GET', `${site}/events?range=7d&filter[country]=DE`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        range: '2026-10-03 to 2026-11-01',
        timezone: 'Europe/Berlin',
        data: { events: [{ name: 'signup', events: 4, visitors: 3, properties: ['plan'] }] },
      },
    });
    expect(received()).toMatchObject({ question: { range: '7d', filters: [{ key: 'country' }] } });
  });

  it('accepts neither grain nor dimension', async () => {
    for (const query of ['grain=day', 'dimension=country'])
      expect((await gateway.request('GET', `${site}/events?${query}`)).status).toBe(400);
  });
});

describe('a conditional read', () => {
  const readConditionally = (path: string, etag: string | null): Promise<Response> =>
    fetch(gateway.origin + path, {
      headers: { authorization: `Bearer ${gateway.ours.token}`, 'if-none-match': etag ?? '' },
    });

  it('returns 304 without a body while the response is unchanged', async () => {
    const first = await gateway.request('GET', `${site}/stats`);
    const etag = first.headers.get('etag');
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toContain('Authorization');
    const again = await readConditionally(`${site}/stats`, `W/${etag}`);
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('content-type')).toBeNull();
  });

  it('returns the whole response after a change', async () => {
    const etag = (await gateway.request('GET', '/api/v1/sites')).headers.get('etag');
    await gateway.request('PATCH', site, { json: { name: 'Another name' } });
    const again = await readConditionally('/api/v1/sites', etag);
    expect(again.status).toBe(200);
    expect(again.headers.get('etag')).not.toBe(etag);
  });

  it('is compressed if it is long and the client accepts gzip', async () => {
    const tags = Array.from({ length: 50 }, (_, index) => `a tag of a certain length ${index}`);
    await gateway.request('PATCH', site, { json: { tags } });
    const read = (encoding: string): Promise<Response> =>
      fetch(gateway.origin + site, {
        headers: { authorization: `Bearer ${gateway.ours.token}`, 'accept-encoding': encoding },
      });
    const [plain, compressed] = await Promise.all([read('identity'), read('br, gzip')]);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 2,
    );
    expect(await compressed.json()).toEqual(await plain.json());
  });

  it('has no ETag for an error or a write', async () => {
    const refused = await gateway.request('GET', `${site}/stats?grain=minute`);
    const written = await gateway.request('PATCH', site, { json: { tags: ['x'] } });
    for (const { headers } of [refused, written]) {
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});
