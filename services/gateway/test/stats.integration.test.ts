import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.ask('POST', '/api/v1/sites', {
    json: { domain: 'stats.example', timezone: 'Europe/Berlin' },
  });
  site = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.analytics.calls.length = 0;
});

const asked = () => gateway.standIns.analytics.calls[0]?.request;

describe('stats over HTTP', () => {
  it('shows imported days beside the exact numbers when they are asked for', async () => {
    const { body } = await gateway.ask('GET', `${site}/stats?include=imported&dimension=country`);
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

  it('answers totals and a series, and says that the series must not be summed', async () => {
    const { status, body } = await gateway.ask('GET', `${site}/stats`);
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

  it('passes every parameter on, a time zone instead of the site’s among them', async () => {
    const query =
      'from=2026-10-03&to=2026-11-01&grain=week&dimension=entry_page&limit=5&timezone=Asia/Kolkata' +
      '&filter[source]=Google&compare=previous_year';
    const { body } = await gateway.ask('GET', `${site}/stats?${query}`);
    expect(asked()).toMatchObject({
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
    'answers 400 to ?%s',
    async (query) => {
      expect((await gateway.ask('GET', `${site}/stats?${query}`)).status).toBe(400);
      expect(gateway.standIns.analytics.calls).toEqual([]);
    },
  );
});

describe('the list of events over HTTP', () => {
  it('answers names, counts and property keys', async () => {
    const { status, body } = await gateway.ask('GET', `${site}/events?range=7d&filter[country]=DE`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        range: '2026-10-03 to 2026-11-01',
        timezone: 'Europe/Berlin',
        data: { events: [{ name: 'signup', events: 4, visitors: 3, properties: ['plan'] }] },
      },
    });
    expect(asked()).toMatchObject({ question: { range: '7d', filters: [{ key: 'country' }] } });
  });

  it('takes no grain and no dimension', async () => {
    for (const query of ['grain=day', 'dimension=country'])
      expect((await gateway.ask('GET', `${site}/events?${query}`)).status).toBe(400);
  });
});

describe('a read that is asked again', () => {
  const askAgain = (path: string, etag: string | null): Promise<Response> =>
    fetch(gateway.origin + path, {
      headers: { authorization: `Bearer ${gateway.ours.token}`, 'if-none-match': etag ?? '' },
    });

  it('is answered 304 without a body while the answer is the same', async () => {
    const first = await gateway.ask('GET', `${site}/stats`);
    const etag = first.headers.get('etag');
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toContain('Authorization');
    const again = await askAgain(`${site}/stats`, `W/${etag}`);
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('content-type')).toBeNull();
  });

  it('is answered whole when the answer is another by now', async () => {
    const etag = (await gateway.ask('GET', '/api/v1/sites')).headers.get('etag');
    await gateway.ask('PATCH', site, { json: { name: 'Another name' } });
    const again = await askAgain('/api/v1/sites', etag);
    expect(again.status).toBe(200);
    expect(again.headers.get('etag')).not.toBe(etag);
  });

  it('keeps nothing of a refusal or of a write', async () => {
    const refused = await gateway.ask('GET', `${site}/stats?grain=minute`);
    const written = await gateway.ask('PATCH', site, { json: { tags: ['x'] } });
    for (const { headers } of [refused, written]) {
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});
