import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', {
    json: { domain: 'events.example', timezone: 'Europe/Berlin' },
  });
  path = `/api/v1/sites/${String(body['id'])}/events`;
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.analytics.calls.length = 0;
  gateway.standIns.collector.calls.length = 0;
});

const received = () => gateway.standIns.analytics.calls[0]?.request;

describe('event analysis over HTTP', () => {
  it('returns totals and a series without a dimension', async () => {
    const { status, body } = await gateway.request('GET', `${path}/signup`);
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
    expect(received()).toEqual({
      siteId: 1,
      timezone: 'Europe/Berlin',
      siteTimezone: 'Europe/Berlin',
      name: 'signup',
      filters: [],
    });
  });

  it('forwards every parameter, and the filters in order', async () => {
    const query =
      'from=2026-10-03&to=2026-11-01&grain=week&dimension=props.plan&limit=5&filter[channel]=Email&filter[channel]=Direct' +
      '&filter[props.plan][starts_with]=p%2Bx';
    const { body } = await gateway.request('GET', `${path}/${encodeURIComponent('käse / 100%')}?${query}`);
    expect(received()).toMatchObject({
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
    ['channel', { comparison: { events: 1, visitors: 1, pageviews: 4, eventRate: 25 } }],
    ['country', { comparison: { events: 0, visitors: 0, pageviews: 0 } }],
    ['props.plan', { comparison: { events: 1, visitors: 1 } }],
    // An analytics of an earlier release has none.
    ['device', {}],
  ])('returns the comparison of totals and of rows by %s', async (dimension, comparison) => {
    const query = `dimension=${dimension}&compare=previous_year`;
    const { status, body } = await gateway.request('GET', `${path}/signup?${query}`);
    expect([status, received()]).toMatchObject([200, { compare: 'previous_year' }]);
    expect(body).toHaveProperty('data.breakdown', [{ key: '(none)', events: 4, visitors: 3, ...comparison }]);
    expect(body).toHaveProperty('data.comparison', {
      ...{ range: '2026-09-03 to 2026-10-02', events: 2, uniqueVisitors: 1, pageviews: 4, eventRate: 50 },
    });
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
    ['compare=last_year', 'invalid_request'],
    ['compare=', 'invalid_request'],
    ['from=2026-1-1&to=2026-01-02', 'invalid_request'],
    ['range=%ZZ', 'invalid_request'],
  ])('answers 400 to ?%s with %s', async (query, code) => {
    const { status, body } = await gateway.request('GET', `${path}/signup?${query}`);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code });
  });

  it('lists the allowed values and parameters', async () => {
    const grain = await gateway.request('GET', `${path}/signup?grain=minute`);
    expect(grain.body['detail']).toContain('hour, day, week, month');
    const unknown = await gateway.request('GET', `${path}/signup?rnage=7d`);
    expect(unknown.body['detail']).toMatch(
      /rnage.*from, to, range, grain, series, dimension, limit, timezone, compare, filter\[key\]/,
    );
  });

  it('accepts a name of 120 characters, but no longer name and no control characters', async () => {
    expect((await gateway.request('GET', `${path}/${encodeURIComponent('😀'.repeat(120))}`)).status).toBe(
      200,
    );
    expect((await gateway.request('GET', `${path}/${'a'.repeat(121)}`)).status).toBe(400);
    for (const bad of ['%00', 'a%0Ab', '%7F'])
      expect((await gateway.request('GET', `${path}/${bad}`)).body['code']).toBe('invalid_request');
  });
});

const OLD = '0197a5c8-0000-4000-8000-00000000000a';
const MISSPELT = '0197a5c8-0000-4000-8000-00000000000b';

describe("events from a customer's server", () => {
  it('forwards events with props as text, and lists dropped events in order', async () => {
    const events = [
      { anonymous_id: 'v1', name: 'signup', props: { plan: 'pro', seats: 3, trial: false } },
      { event_id: OLD.toUpperCase(), anonymous_id: 'v1', name: 'old', time: '2020-01-01T00:00:00Z' },
      { event_id: MISSPELT, anonymous_id: 'v1', nmae: 'signup' },
      'not an event',
      null,
      { anonymous_id: 'v1', name: 'x', props: { nested: {} } },
      { event_id: 'no-uuid', anonymous_id: 'v1', name: 'x' },
    ];
    const { status, body } = await gateway.request('POST', path, { json: { events } });
    const ids = body['ids'] as string[];
    expect(status).toBe(202);
    expect(body).toEqual({
      accepted: 1,
      dropped: [
        { index: 1, id: OLD, reason: 'too_old', field: 'time', message: 'is too old' },
        ...(
          [
            [2, 'name', 'is required'],
            [3, 'event', 'must be an object'],
            [4, 'event', 'must be an object'],
            [5, 'props.nested', expect.stringContaining('a string, a number or a boolean')],
            [6, 'event_id', 'must be a UUID'],
          ] as const
        ).map(([index, field, message]) => ({
          index,
          id: ids[index],
          reason: 'invalid_event',
          field,
          message: message as unknown,
        })),
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
          ownId: false,
          anonymousId: 'v1',
          name: 'signup',
          props: { plan: 'pro', seats: '3', trial: 'false' },
        },
        { index: 1, eventId: OLD, ownId: true, time: '2020-01-01T00:00:00Z' },
      ],
      unreadable: [2, 3, 4, 5, 6].map(
        (index) => expect.objectContaining({ index, id: ids[index] }) as unknown,
      ),
    });
  });

  it('answers 400 with the fields if no event is valid, and records the drops', async () => {
    const events = [{ event_id: OLD, anonymous_id: 'v' }, 1, { anonymous_id: 'v', name: 'x', props: [] }];
    const { status, body } = await gateway.request('POST', path, { json: { events } });
    expect(status).toBe(400);
    expect(body['errors']).toEqual([
      { field: 'events[0].name', message: 'is required' },
      { field: 'events[1]', message: 'must be an object' },
      { field: 'events[2].props', message: 'must be an object' },
    ]);
    expect(gateway.standIns.collector.calls[0]?.request).toMatchObject({
      events: [],
      unreadable: [{ index: 0, id: OLD, field: 'name', message: 'is required' }, {}, {}],
    });
  });

  it('answers 404 for an unknown site before it checks the events', async () => {
    const { status } = await gateway.request('POST', '/api/v1/sites/999/events', { json: { events: [1] } });
    expect(status).toBe(404);
  });

  it.each<[string, unknown, string, string]>([
    ['properties', {}, 'properties', '`props`'],
    ['userId', 'u', 'userId', '`anonymous_id`'],
    ['anonymousId', 'v', 'anonymousId', '`anonymous_id`'],
    ['event', 'x', 'event', '`name`'],
    ['timestamp', 1_795_402_787, 'timestamp', '`time`'],
    ['time', 1_795_402_787, 'time', 'ISO 8601'],
    ['time', 1_795_402_787_000, 'time', 'Unix seconds and milliseconds are not accepted'],
    ['anonymous_id', 2 ** 53, 'anonymous_id', 'as a string'],
    ['anonymous_id', ['v'], 'anonymous_id', 'must be a string'],
    ['anonymous_id', 'ada@example.com', 'anonymous_id', 'must not contain @'],
    ['anonymous_id', 'a%40b', 'anonymous_id', 'must not contain @'],
    ['anonymous_id', 'x'.repeat(129), 'anonymous_id', '128'],
    ['props', { items: [1, 2] }, 'props.items', 'a string, a number or a boolean'],
  ])('names the right field for %s: %j', async (name, value, field, text) => {
    const event = { anonymous_id: 'v', name: 'x', [name]: value };
    const { status, body } = await gateway.request('POST', path, { json: { events: [event] } });
    expect(status).toBe(400);
    expect(body['errors']).toContainEqual({
      field: `events[0].${field}`,
      message: expect.stringContaining(text) as unknown,
    });
  });

  it('takes null as absent and numeric ids, and keeps __proto__ as a property', async () => {
    const raw =
      '{"events":[{"event_id":null,"anonymous_id":12345,"session_id":7,"name":"x","url":null,"referrer":null,"time":null,' +
      '"props":{"plan":null,"__proto__":"p","constructor":1},"user_agent":null,"ip":null},' +
      '{"anonymous_id":"v","name":"x","props":null},{"anonymous_id":"v","name":"x","__proto__":{"a":1}},' +
      '{"anonymous_id":"v","name":"x","props":{"__proto__":{}}},{"anonymous_id":"v","name":"a\\ud800"}]}';
    const { status, body } = await gateway.request('POST', path, { raw });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      accepted: 2,
      dropped: [
        { index: 2, field: '__proto__' },
        { index: 3, field: 'props.__proto__' },
        { index: 4, field: 'name' },
      ],
    });
    const { events } = gateway.standIns.collector.calls[0]?.request as {
      events: { anonymousId: string; sessionId: string; props: object }[];
    };
    expect(events[0]).toMatchObject({ anonymousId: '12345', sessionId: '7' });
    expect(events[0]).not.toHaveProperty('time');
    expect(Object.entries(events[0]?.props ?? {}).sort()).toEqual([
      ['__proto__', 'p'],
      ['constructor', '1'],
    ]);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('keeps 999 events of a call beside a malformed one', async () => {
    const events = Array.from({ length: 1_000 }, (_, n) => ({
      anonymous_id: 'v',
      name: n === 7 ? 'a\ud800' : 'x',
    }));
    const { body } = await gateway.request('POST', path, { json: { events } });
    expect(body).toMatchObject({ accepted: 999, dropped: [{ index: 7, field: 'name' }] });
  });

  it.each([
    ['no events', { events: [] }],
    ['1001 events', { events: Array(1001).fill({ anonymous_id: 'v', name: 'x' }) }],
    ['events that are no list', { events: { 0: {} } }],
    ['an event outside the list', { anonymous_id: 'v', name: 'x' }],
  ])('answers 400 to %s and passes nothing on', async (_what, json) => {
    expect((await gateway.request('POST', path, { json })).status).toBe(400);
    expect(gateway.standIns.collector.calls).toEqual([]);
  });
});
