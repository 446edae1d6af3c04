import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', {
    json: { domain: 'visits.example', timezone: 'Europe/Berlin' },
  });
  site = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.analytics.calls.length = 0;
  gateway.standIns.identity.calls.length = 0;
  Reflect.deleteProperty(gateway.standIns.analytics.overrides, 'QueryStats');
});

const received = () => gateway.standIns.analytics.calls[0]?.request;
const counts = { visitors: 2, sessions: 3, pageviews: 4 };

describe('realtime over HTTP', () => {
  it('returns the last half hour by minute', async () => {
    const { status, body } = await gateway.request(
      'GET',
      `${site}/realtime?dimension=pathname&limit=5&filter[country]=DE`,
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        from: '2026-11-01T11:30:00.123Z',
        to: '2026-11-01T12:00:00.123Z',
        timezone: 'Europe/Berlin',
        data: {
          ...counts,
          series: [{ minute: '2026-11-01T12:31:00+01:00', ...counts }],
          additive: false,
          dimension: 'pathname',
          breakdown: [{ key: '/', ...counts }],
        },
      },
    });
    expect(received()).toMatchObject({
      question: { dimension: 'pathname', limit: 5, filters: [{ key: 'country', value: 'DE' }] },
    });
  });

  it.each(['range=7d', 'grain=hour', 'from=2026-10-01&to=2026-10-02'])('rejects ?%s', async (query) => {
    expect((await gateway.request('GET', `${site}/realtime?${query}`)).status).toBe(400);
  });
});

describe('retention over HTTP', () => {
  it('returns the new visitors per week with the share that returned', async () => {
    const { status, body } = await gateway.request('GET', `${site}/retention?filter[channel]=Email`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        range: '2026-10-19 to 2026-11-01',
        timezone: 'Europe/Berlin',
        cohort: 'week',
        data: {
          cohorts: [
            {
              week: '2026-10-19',
              visitors: 3,
              weeks: [{ week: '2026-10-26', visitors: 1, retention: 33.33 }],
              additive: false,
            },
            { week: '2026-10-26', visitors: 0, weeks: [], additive: false },
          ],
        },
      },
    });
    expect(received()).toMatchObject({ question: { filters: [{ key: 'channel' }], grain: 'week' } });
  });

  it('returns the new visitors per day', async () => {
    const { body } = await gateway.request('GET', `${site}/retention?cohort=day`);
    expect(body).toMatchObject({
      cohort: 'day',
      data: {
        cohorts: [
          { day: '2026-10-19', visitors: 3, days: [{ day: '2026-10-26', visitors: 1, retention: 33.33 }] },
          { day: '2026-10-26', visitors: 0, days: [] },
        ],
      },
    });
    expect(received()).toMatchObject({ question: { grain: 'day' } });
  });

  it.each(['grain=week', 'cohort=month', 'dimension=country', 'limit=1'])('rejects ?%s', async (query) => {
    expect((await gateway.request('GET', `${site}/retention?${query}`)).status).toBe(400);
  });
});

describe('stats with revenue over HTTP', () => {
  const eur = { currency: 'EUR', net: '39.50', payments: 1, customers: 1 };

  it('returns revenue per visitor, in total and for each row with revenue', async () => {
    Object.assign(gateway.standIns.analytics.overrides, {
      QueryStats: () =>
        Promise.resolve({
          from: '2026-10-03',
          to: '2026-11-01',
          timezone: 'Europe/Berlin',
          grain: 'day',
          totals: counts,
          series: [],
          dimension: 'channel',
          breakdown: [
            { key: 'Email', visitors: 1, sessions: 2, pageviews: 3, bounceRate: 0 },
            { key: 'Direct', visitors: 1, sessions: 1, pageviews: 1, bounceRate: 0 },
          ],
        }),
    });
    const { body } = await gateway.request(
      'GET',
      `${site}/stats?include=revenue&dimension=channel&filter[country][is_not]=FR`,
    );
    expect(body['data']).toMatchObject({
      revenue: [{ ...eur, perVisitor: '19.7500' }],
      breakdown: [
        { key: 'Email', revenue: [{ ...eur, perVisitor: '39.5000' }] },
        { key: 'Direct', revenue: [] },
      ],
    });
    expect(gateway.standIns.identity.calls.map(({ method, request }) => [method, request])).toMatchObject([
      [
        'QueryRevenue',
        {
          from: '2026-10-03',
          to: '2026-11-01',
          timezone: 'Europe/Berlin',
          dimension: 'channel',
          filters: [
            { key: 'country', operator: 'is_not', value: 'FR' },
            { key: 'site', operator: 'is', value: site.split('/').at(-1) },
          ],
        },
      ],
    ]);
  });

  it('adds rows for keys with revenue but without visitors, up to the limit', async () => {
    const direct = { key: 'Direct', visitors: 1, sessions: 1, pageviews: 1, bounceRate: 0 };
    Object.assign(gateway.standIns.analytics.overrides, {
      QueryStats: () =>
        Promise.resolve({
          ...{ from: '2026-10-03', to: '2026-11-01', timezone: 'Europe/Berlin', grain: 'day' },
          ...{ totals: counts, series: [], dimension: 'channel', breakdown: [direct] },
        }),
    });
    const breakdownOf = async (limit: number) => {
      const path = `${site}/stats?include=revenue&dimension=channel&limit=${limit}`;
      const { body } = await gateway.request('GET', path);
      return (body['data'] as { readonly breakdown: unknown }).breakdown;
    };
    expect(await breakdownOf(2)).toEqual([
      { ...direct, revenue: [] },
      {
        ...{ key: 'Email', visitors: 0, sessions: 0, pageviews: 0, bounceRate: 0 },
        revenue: [{ ...eur, perVisitor: null }],
      },
    ]);
    expect(await breakdownOf(1)).toEqual([{ ...direct, revenue: [] }]);
  });

  it('has no revenue in rows of a dimension that revenue does not support', async () => {
    const { body } = await gateway.request('GET', `${site}/stats?include=revenue&dimension=pathname`);
    expect(body['data']).toMatchObject({ revenue: [{ perVisitor: '19.7500' }] });
    expect(gateway.standIns.identity.calls[0]?.request).not.toHaveProperty('dimension');
  });

  it('returns revenue and imported history together, beside further dimensions with their own rows', async () => {
    const path = `${site}/stats?include=revenue,imported&dimension=source&limit=500&dimensions=country&dimensions_limit=10`;
    const { status, body } = await gateway.request('GET', path);
    expect(status).toBe(200);
    expect(body['data']).toMatchObject({ revenue: [{ perVisitor: '19.7500' }], imported: { days: 1 } });
    expect(received()).toMatchObject({
      question: { dimension: 'source', limit: 500 },
      ...{ dimensions: ['country'], dimensionsLimit: 10 },
    });
  });

  it.each([
    ['include=revenue,costs', 'include'],
    ['include=', 'include'],
    ['dimensions=country&dimensions_limit=0', 'dimensions_limit'],
    ['dimensions=country&dimensions_limit=501', 'dimensions_limit'],
  ])('rejects %s', async (query, field) => {
    const { status, body } = await gateway.request('GET', `${site}/stats?${query}`);
    expect({ status, errors: body['errors'] }).toMatchObject({ status: 400, errors: [{ field }] });
  });

  it('does not query revenue unless requested', async () => {
    const { body } = await gateway.request('GET', `${site}/stats`);
    expect(body['data']).not.toHaveProperty('revenue');
    expect(gateway.standIns.identity.calls).toEqual([]);
  });

  it('rejects filters that revenue does not support', async () => {
    const { status, body } = await gateway.request('GET', `${site}/stats?include=revenue&filter[pathname]=/`);
    expect({ status, code: body['code'], errors: body['errors'] }).toMatchObject({
      status: 400,
      code: 'unknown_filter',
      errors: [{ field: 'filter[pathname]' }],
    });
    expect(received()).toBeUndefined();
  });
});
