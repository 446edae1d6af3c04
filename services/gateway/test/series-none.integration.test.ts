import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site = 0;
let goal = 0;
beforeAll(async () => {
  gateway = await startGateway();
  const created = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'totals.example' } });
  site = Number(created.body['id']);
  const json = { name: 'Signup', type: 'event', event: 'signup' };
  goal = Number((await gateway.request('POST', `/api/v1/sites/${site}/goals`, { json })).body['id']);
});
afterAll(() => gateway.stop());

/** The lists of a response that are named `series`. */
function seriesIn(body: unknown): unknown[][] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'series' ? [value as unknown[]] : seriesIn(value),
  );
}

/** A response with empty series. */
const withoutSeries = (body: object): unknown =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === 'series' ? [] : value)));

describe('series=none', () => {
  it.each([
    ['stats', () => `/api/v1/sites/${site}/stats?dimension=source&compare=previous_period`],
    ['stats with imported totals', () => `/api/v1/sites/${site}/stats?include=imported`],
    ['an event', () => `/api/v1/sites/${site}/events/signup?dimension=channel`],
    ['a goal', () => `/api/v1/sites/${site}/goals/${goal}?range=7d`],
    ['revenue', () => '/api/v1/revenue?dimension=channel'],
    ['customers', () => '/api/v1/customers?dimension=channel'],
  ])('leaves only the series out of %s', async (_, path) => {
    const { body } = await gateway.request('GET', `${path()}&grain=month`);
    expect(seriesIn(body).flat()).not.toEqual([]);
    const without = await gateway.request('GET', `${path()}&series=none`);
    expect(without.status).toBe(200);
    expect(seriesIn(without.body).length).toBe(seriesIn(body).length);
    expect(without.body).toEqual(withoutSeries(body));
  });

  it('lets the services group by months, whatever the grain', async () => {
    await gateway.request('GET', `/api/v1/sites/${site}/stats?series=none&grain=hour&range=90d`);
    const sent = gateway.standIns.analytics.calls.at(-1)?.request as { question: object };
    expect(sent.question).toMatchObject({ grain: 'month', range: '90d' });
    expect(sent.question).not.toHaveProperty('series');
  });

  it.each(['stats?series=all', 'stats?series=', 'funnels/1?series=none', 'realtime?series=none'])(
    'is the only value, of calls with totals: %s',
    async (path) => {
      const { status } = await gateway.request('GET', `/api/v1/sites/${site}/${path}`);
      expect(status).toBe(400);
    },
  );
});
