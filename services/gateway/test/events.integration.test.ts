import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.ask('POST', '/api/v1/sites', {
    json: { domain: 'events.example', timezone: 'Europe/Berlin' },
  });
  path = `/api/v1/sites/${String(body['id'])}/events`;
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.analytics.calls.length = 0;
  gateway.standIns.collector.calls.length = 0;
});

const asked = () => gateway.standIns.analytics.calls[0]?.request;

describe('event analysis over HTTP', () => {
  it('answers totals and a series without a dimension', async () => {
    const { status, body } = await gateway.ask('GET', `${path}/signup`);
    expect(status).toBe(200);
    expect(body).toEqual({
      range: '2026-10-03 to 2026-11-01',
      timezone: 'Europe/Berlin',
      grain: 'day',
      data: {
        name: 'signup',
        events: 4,
        uniqueVisitors: 3,
        pageviews: 16,
        eventRate: 25,
        series: [{ day: '2026-10-03', events: 4, visitors: 3 }],
        additive: false,
        dimension: null,
        breakdown: [],
      },
    });
    expect(asked()).toEqual({ siteId: 1, timezone: 'Europe/Berlin', name: 'signup', filters: [] });
  });

  it('passes every parameter on, and the filters in their order', async () => {
    const query =
      'from=2026-10-03&to=2026-11-01&grain=week&dimension=props.plan&limit=5&filter[channel]=Email&filter[channel]=Direct' +
      '&filter[props.plan][starts_with]=p%2Bx';
    const { body } = await gateway.ask('GET', `${path}/${encodeURIComponent('käse / 100%')}?${query}`);
    expect(asked()).toMatchObject({
      name: 'käse / 100%',
      from: '2026-10-03',
      to: '2026-11-01',
      grain: 'week',
      dimension: 'props.plan',
      limit: 5,
      filters: [
        { key: 'channel', operator: 'is', value: 'Email' },
        { key: 'channel', operator: 'is', value: 'Direct' },
        { key: 'props.plan', operator: 'starts_with', value: 'p+x' },
      ],
    });
    expect(body['data']).toMatchObject({
      series: [{ week: '2026-10-03', events: 4, visitors: 3 }],
      dimension: 'props.plan',
      note: expect.any(String) as unknown,
    });
    expect(body['data']).not.toHaveProperty('eventRate');
  });

  it.each([
    ['dimension=Pathname', 'unknown_dimension'],
    ['dimension=props.', 'unknown_dimension'],
    ['dimension=__proto__', 'unknown_dimension'],
    ['dimension=', 'unknown_dimension'],
    ['filter[chanel]=x', 'unknown_filter'],
    ['filter[__proto__]=x', 'unknown_filter'],
    ['filter[constructor]=x', 'unknown_filter'],
    ['filters[channel]=x', 'unknown_parameter'],
    ['filter.channel=x', 'unknown_parameter'],
    ['filter[channel][]=x', 'unknown_filter'],
    ['dimensions=pathname', 'unknown_parameter'],
    ['range=7d&range=7d', 'invalid_request'],
    ['limit=0', 'invalid_request'],
    ['limit=501', 'invalid_request'],
    ['limit=1e2', 'invalid_request'],
    ['limit=5.0', 'invalid_request'],
    ['limit=%205', 'invalid_request'],
    ['limit=', 'invalid_request'],
    ['limit=NaN', 'invalid_request'],
    ['grain=minute', 'invalid_request'],
    ['from=2026-1-1&to=2026-01-02', 'invalid_request'],
    ['range=%ZZ', 'invalid_request'],
  ])('answers 400 to ?%s with %s', async (query, code) => {
    const { status, body } = await gateway.ask('GET', `${path}/signup?${query}`);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code });
  });

  it('lists the values of a closed list and the known parameters', async () => {
    const grain = await gateway.ask('GET', `${path}/signup?grain=minute`);
    expect(grain.body['detail']).toContain('hour, day, week, month');
    const unknown = await gateway.ask('GET', `${path}/signup?rnage=7d`);
    expect(unknown.body['detail']).toMatch(
      /rnage.*from, to, range, grain, dimension, limit, timezone, filter\[key\]/,
    );
  });

  it('takes a name of 120 characters, and none longer or with control characters', async () => {
    expect((await gateway.ask('GET', `${path}/${encodeURIComponent('😀'.repeat(120))}`)).status).toBe(200);
    expect((await gateway.ask('GET', `${path}/${'a'.repeat(121)}`)).status).toBe(400);
    for (const bad of ['%00', 'a%0Ab', '%7F'])
      expect((await gateway.ask('GET', `${path}/${bad}`)).body['code']).toBe('invalid_request');
  });
});

const OLD = '0197a5c8-0000-4000-8000-00000000000a';
const MISSPELT = '0197a5c8-0000-4000-8000-00000000000b';

describe("events from a customer's server", () => {
  it('passes events on with props as text, and lists what was dropped in order', async () => {
    const events = [
      { anonymous_id: 'v1', name: 'signup', props: { plan: 'pro', seats: 3, trial: false } },
      { event_id: OLD.toUpperCase(), anonymous_id: 'v1', name: 'old', time: '2020-01-01T00:00:00Z' },
      { event_id: MISSPELT, anonymous_id: 'v1', nmae: 'signup' },
      'not an event',
      null,
      { anonymous_id: 'v1', name: 'x', props: { nested: {} } },
      { event_id: 'no-uuid', anonymous_id: 'v1', name: 'x' },
    ];
    const { status, body } = await gateway.ask('POST', path, { json: { events } });
    const ids = body['ids'] as string[];
    expect(status).toBe(202);
    expect(body).toEqual({
      accepted: 1,
      dropped: [
        { index: 1, id: OLD, reason: 'too_old' },
        { index: 2, id: MISSPELT, reason: 'invalid_event' },
        ...[3, 4, 5, 6].map((index) => ({ index, id: ids[index], reason: 'invalid_event' })),
      ],
      ids,
    });
    expect(new Set(ids).size).toBe(7);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(gateway.standIns.collector.calls[0]?.request).toMatchObject({
      siteId: 1,
      domain: 'events.example',
      events: [
        {
          index: 0,
          eventId: ids[0],
          anonymousId: 'v1',
          name: 'signup',
          props: { plan: 'pro', seats: '3', trial: 'false' },
        },
        { index: 1, eventId: OLD, time: '2020-01-01T00:00:00Z' },
      ],
      unreadable: [2, 3, 4, 5, 6].map((index) => ({ index, id: ids[index] })),
    });
  });

  it('has it noted when no event is usable', async () => {
    const { status, body } = await gateway.ask('POST', path, { json: { events: [1] } });
    const [id] = body['ids'] as string[];
    expect(status).toBe(202);
    expect(body).toEqual({ accepted: 0, dropped: [{ index: 0, id, reason: 'invalid_event' }], ids: [id] });
    expect(gateway.standIns.collector.calls[0]?.request).toMatchObject({
      events: [],
      unreadable: [{ index: 0, id }],
    });
  });

  it.each([
    ['no events', { events: [] }],
    ['1001 events', { events: Array(1001).fill({ anonymous_id: 'v', name: 'x' }) }],
    ['events that are no list', { events: { 0: {} } }],
    ['an event outside the list', { anonymous_id: 'v', name: 'x' }],
  ])('answers 400 to %s and passes nothing on', async (_what, json) => {
    expect((await gateway.ask('POST', path, { json })).status).toBe(400);
    expect(gateway.standIns.collector.calls).toEqual([]);
  });
});
