import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', {
    json: { domain: 'goals.example', timezone: 'Europe/Berlin' },
  });
  site = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.analytics.calls.length = 0;
});

const received = () => gateway.standIns.analytics.calls[0]?.request;
const SIGNUP = {
  name: 'Signup',
  type: 'event',
  event: 'signup',
  filters: [{ key: 'props.plan', value: 'pro' }],
};
const THANKS = { name: 'Thanks', type: 'page', path: '/thanks*' };

describe('goals over HTTP', () => {
  it('are created, listed, part of the site, returned with results, and deleted', async () => {
    const created = await gateway.request('POST', `${site}/goals`, { json: SIGNUP });
    const goal = {
      id: 1,
      ...SIGNUP,
      path: null,
      filters: [{ key: 'props.plan', operator: 'is', value: 'pro' }],
    };
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: goal });
    expect((await gateway.request('GET', `${site}/goals`)).body).toEqual({ goals: [goal] });
    expect((await gateway.request('GET', site)).body['goals']).toEqual([goal]);
    expect((await gateway.request('PATCH', site, { json: { name: 'x' } })).body['goals']).toEqual([goal]);
    const { body } = await gateway.request('GET', `${site}/goals/1?range=7d&filter[country]=DE`);
    expect(body).toEqual({
      goal,
      range: '2026-10-03 to 2026-11-01',
      timezone: 'Europe/Berlin',
      grain: 'day',
      data: {
        conversions: 3,
        visitors: 2,
        conversionRate: 50,
        series: [{ day: '2026-10-03', conversions: 3, visitors: 2 }],
        additive: false,
        dimension: null,
        breakdown: [],
      },
    });
    expect(received()).toMatchObject({
      question: { range: '7d', filters: [{ key: 'country' }] },
      goal: { type: 'event', event: 'signup', filters: [{ key: 'props.plan' }] },
    });
    const json = { type: 'page', event: null, path: '/welcome', filters: null };
    const headers = { 'idempotency-key': 'change' };
    const changed = await gateway.request('PATCH', `${site}/goals/1`, { json, headers });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...goal, type: 'page', event: null, path: '/welcome' });
    await gateway.request('PATCH', `${site}/goals/1`, { json: { name: 'Welcome', filters: [] } });
    const repeated = await gateway.request('PATCH', `${site}/goals/1`, { json, headers });
    expect(repeated.body).toEqual(changed.body);
    gateway.standIns.analytics.calls.length = 0;
    const { body: after } = await gateway.request('GET', `${site}/goals/1`);
    expect(after['goal']).toEqual({ ...(changed.body as object), name: 'Welcome', filters: [] });
    expect(received()).toMatchObject({ goal: { type: 'page', path: '/welcome', filters: [] } });
    expect((await gateway.request('DELETE', `${site}/goals/1`)).body).toEqual({ deleted: true, id: 1 });
    for (const method of ['GET', 'PATCH']) {
      const { status, body: problem } = await gateway.request(method, `${site}/goals/1`, {
        ...(method === 'PATCH' ? { json: {} } : {}),
      });
      expect([status, problem['code']]).toEqual([404, 'goal_not_found']);
    }
    const { entries } = (await gateway.request('GET', '/api/v1/audit')).body as {
      entries: { action: string; targetId: string; outcome: string }[];
    };
    expect(entries.filter(({ action }) => action === 'updateGoal').map(({ outcome }) => outcome)).toEqual([
      ...['refused', 'done', 'done'],
    ]);
  });

  it.each([
    ['no type', { name: 'x' }],
    ['another type', { name: 'x', type: 'click' }],
    ['an unknown field', { ...SIGNUP, regex: 'x' }],
    ['filters that are no list', { ...SIGNUP, filters: {} }],
  ])('are rejected with %s', async (_, json) => {
    expect((await gateway.request('POST', `${site}/goals`, { json })).status).toBe(400);
  });

  it.each([
    ['another type', { type: 'click' }],
    ['an unknown field', { id: 2 }],
    ['a name that is no text', { name: 1 }],
    ['filters that are no list', { filters: {} }],
  ])('are not changed with %s', async (_, json) => {
    expect((await gateway.request('PATCH', `${site}/goals/1`, { json })).status).toBe(400);
  });
});

describe('funnels over HTTP', () => {
  it('are created, listed, returned with drop-offs, and deleted', async () => {
    const json = { name: 'Trial', steps: [THANKS, SIGNUP, THANKS] };
    const created = await gateway.request('POST', `${site}/funnels`, { json });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ id: 1, name: 'Trial', windowHours: 24 });
    expect((await gateway.request('GET', `${site}/funnels`)).body).toEqual({ funnels: [created.body] });
    expect((await gateway.request('GET', site)).body['funnels']).toEqual([created.body]);
    const { body } = await gateway.request('GET', `${site}/funnels/1?range=7d`);
    expect(body).toEqual({
      funnel: created.body,
      range: '2026-10-03 to 2026-11-01',
      timezone: 'Europe/Berlin',
      data: {
        entered: 4,
        completed: 2,
        conversionRate: 50,
        steps: [
          { name: 'Thanks', visitors: 4, dropOff: 0, conversionRate: 100, timeToConvert: null },
          {
            name: 'Signup',
            visitors: 3,
            dropOff: 1,
            conversionRate: 75,
            timeToConvert: { median: 60.5, p90: 90 },
          },
          {
            name: 'Thanks',
            visitors: 2,
            dropOff: 1,
            conversionRate: 50,
            timeToConvert: { median: 60.5, p90: 90 },
          },
        ],
        dimension: null,
        breakdown: [],
      },
    });
    const patch = (changes: object) => gateway.request('PATCH', `${site}/funnels/1`, { json: changes });
    const renamed = await patch({ name: 'Trial in a week', windowHours: 168, steps: null });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toEqual({ ...created.body, name: 'Trial in a week', windowHours: 168 });
    const steps = [SIGNUP, THANKS];
    expect((await patch({ steps })).body).toMatchObject({ steps: [{ name: 'Signup' }, { name: 'Thanks' }] });
    gateway.standIns.analytics.calls.length = 0;
    await gateway.request('GET', `${site}/funnels/1`);
    expect(received()).toMatchObject({ steps: [{ name: 'Signup' }, { name: 'Thanks' }], windowHours: 168 });
    expect((await gateway.request('DELETE', `${site}/funnels/1`)).body).toEqual({ deleted: true, id: 1 });
    expect((await gateway.request('GET', `${site}/funnels/1`)).body['code']).toBe('funnel_not_found');
    expect((await patch({})).body['code']).toBe('funnel_not_found');
  });

  it.each([
    ['one step', { name: 'x', steps: [THANKS] }],
    ['nine steps', { name: 'x', steps: Array(9).fill(THANKS) }],
    ['no time', { name: 'x', steps: [THANKS, THANKS], windowHours: 0 }],
  ])('are rejected with %s', async (_, json) => {
    expect((await gateway.request('POST', `${site}/funnels`, { json })).status).toBe(400);
    expect((await gateway.request('PATCH', `${site}/funnels/1`, { json })).status).toBe(400);
  });
});
