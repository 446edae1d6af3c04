import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.identity.calls.length = 0;
});

const identify = (json: unknown) => gateway.request('POST', '/api/v1/identify', { json });
const bulk = (json: unknown) => gateway.request('POST', '/api/v1/identify/bulk', { json });

describe('identify over HTTP', () => {
  it('returns the recorded channel if a session is stored', async () => {
    const { status, body } = await identify({
      anonymous_id: 'seen-1',
      email: 'ada@example.com',
      user_id: 'u1',
      plan: 'pro',
      company: 'acme',
      mrr: 49.5,
      traits: { role: 'admin', removed: null, nested: { a: [1] } },
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { ok: true, linked: true, channel: 'Organic Search' },
    });
    expect(gateway.standIns.identity.calls[0]?.request).toMatchObject({
      anonymousId: 'seen-1',
      account: {
        email: 'ada@example.com',
        userId: 'u1',
        plan: 'pro',
        company: 'acme',
        mrr: 49.5,
        traitsJson: '{"role":"admin","removed":null,"nested":{"a":[1]}}',
      },
    });
  });

  it('takes numbers as ids, decimal strings as numbers, and null as unset', async () => {
    const sent = {
      anonymous_id: 12345,
      email: 'ada@example.com',
      user_id: 7,
      mrr: '49.50',
      plan: null,
      traits: null,
    };
    expect((await identify(sent)).status).toBe(200);
    expect(gateway.standIns.identity.calls[0]?.request).toMatchObject({
      anonymousId: '12345',
      account: { userId: '7', mrr: 49.5, unset: ['plan'], traitsJson: '' },
    });
  });

  it('names the fields that identity left out', async () => {
    const { body } = await identify({
      anonymous_id: 'seen-1',
      email: 'ada@example.com',
      user_id: 'ada@example.com',
    });
    expect(body).toMatchObject({ linked: true, warnings: [{ field: 'user_id' }] });
  });

  it('returns enriched and no channel if no session is stored', async () => {
    const { body } = await identify({ anonymous_id: 'new', email: 'ada@example.com' });
    expect(body).toEqual({ ok: true, linked: false, enriched: true });
  });

  it.each([{}, { anonymous_id: '' }, { anonymous_id: null }])(
    'explains to a signup without a visitor id (%j) how to store the account',
    async (visitor) => {
      const { status, body } = await identify({ ...visitor, email: 'ada@example.com' });
      expect(status).toBe(400);
      expect(body['detail']).toBe(
        'anonymous_id is required. Without a visitor id, send the account to POST /api/v1/identify/bulk: ' +
          'it is stored without a channel.',
      );
    },
  );

  it.each([
    ['no email', { anonymous_id: 'v' }, 'email'],
    ['no anonymous_id', { email: 'ada@example.com' }, 'anonymous_id'],
    ['an empty email', { anonymous_id: 'v', email: '' }, 'email'],
    ['an empty anonymous_id', { anonymous_id: '', email: 'ada@example.com' }, 'anonymous_id'],
    ['a null email', { anonymous_id: 'v', email: null }, 'email'],
    ['an email that is a list', { anonymous_id: 'v', email: ['ada@example.com'] }, 'email'],
    ['a negative mrr', { anonymous_id: 'v', email: 'ada@example.com', mrr: -1 }, 'mrr'],
    ['an mrr as text', { anonymous_id: 'v', email: 'ada@example.com', mrr: 'much' }, 'mrr'],
    [
      'a user_id beyond safe integers',
      { anonymous_id: 'v', email: 'ada@example.com', user_id: 2 ** 53 },
      'user_id',
    ],
    ['a user_id that is a list', { anonymous_id: 'v', email: 'ada@example.com', user_id: [7] }, 'user_id'],
    ['an anonymous_id that is an address', { anonymous_id: 'a@b', email: 'ada@example.com' }, 'anonymous_id'],
    ['traits as a list', { anonymous_id: 'v', email: 'ada@example.com', traits: [] }, 'traits'],
    ['a misspelt field', { anonymous_id: 'v', email: 'ada@example.com', Plan: 'x' }, 'Plan'],
  ])('answers 400 to %s, names the field and repeats no value', async (_what, json, field) => {
    const { status, body } = await identify(json);
    expect(status).toBe(400);
    expect(body['errors']).toContainEqual({ field, message: expect.any(String) as unknown });
    expect(body['detail']).toContain(field);
    expect(JSON.stringify(body)).not.toContain('ada@');
    expect(gateway.standIns.identity.calls).toEqual([]);
  });

  it('does not log email addresses', async () => {
    await identify({ anonymous_id: 'v', email: 'canary@example.com' });
    await identify({ anonymous_id: 'v', email: 'canary@example.com', nope: 1 });
    expect(gateway.logLines.join('')).not.toContain('canary');
  });
});

describe('bulk identify over HTTP', () => {
  it('skips rows without a valid email, and leaves invalid and unknown fields out of others', async () => {
    const users = [
      { email: 'a@example.com', plan: 'pro' },
      'no object',
      { email: 'nobody' },
      { plan: 'pro' },
      { email: 'b@example.com', Plan: 'pro' },
      { email: 'c@example.com', mrr: 'much' },
      { email: 'd@example.com' },
    ];
    const { status, body } = await bulk({ users });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, imported: 4, skipped: 3 });
    expect((body['errors'] as { index: number }[]).map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(body['warnings']).toEqual([
      { index: 4, field: 'Plan', message: 'is an unknown field; remove it or check its spelling' },
      { index: 5, field: 'mrr', message: 'must be a number' },
    ]);
    expect(JSON.stringify(body)).not.toContain('example.com');
    expect(gateway.standIns.identity.calls[0]?.request).toMatchObject({
      users: [{ index: 0 }, { index: 2 }, { index: 4 }, { index: 5 }, { index: 6 }],
    });
  });

  it('imports 1,000 rows of which each has something wrong besides its email', async () => {
    const wrong = [
      '"__proto__": {"plan": "x"}',
      '"traits": {"__proto__": 1}',
      '"plan": "a\\u0000b"',
      '"user_id": [7]',
      '"company": {"name": "acme"}',
      '"traits": []',
      '"canary@example.com": 1',
      '"constructor": 1',
    ];
    const rows = Array.from(
      { length: 1_000 },
      (_, i) => `{"email": "u${i}@example.com", "mrr": ${i}, ${wrong[i % wrong.length] ?? ''}}`,
    );
    const { status, body } = await gateway.request('POST', '/api/v1/identify/bulk', {
      raw: `{"users": [${rows.join()}]}`,
    });
    expect({ status, ...body }).toMatchObject({ status: 200, imported: 1_000, skipped: 0, errors: [] });
    const warnings = body['warnings'] as { index: number; field: string }[];
    expect(warnings.map(({ index }) => index)).toEqual(rows.map((_, index) => index));
    expect(warnings.slice(0, wrong.length).map(({ field }) => field)).toEqual([
      'unknown field',
      'traits',
      'plan',
      'user_id',
      'company',
      'traits',
      '(an email address)',
      'constructor',
    ]);
    expect(JSON.stringify(body)).not.toContain('example.com');
    expect(gateway.standIns.identity.calls[0]?.request).toMatchObject({
      users: rows.map((_, index) => ({ index, account: { mrr: index, unset: [], traitsJson: '' } })),
    });
  });

  it.each(['{"__proto__": 1}', 'null', '[]', '7', '[{"email": "x@example.com"}]', '{"email": null}'])(
    'skips only the row %s of 1,000',
    async (bad) => {
      const rows = Array.from({ length: 999 }, (_, i) => `{"email": "u${i}@example.com", "plan": null}`);
      rows.splice(500, 0, bad);
      const { body } = await gateway.request('POST', '/api/v1/identify/bulk', {
        raw: `{"users": [${rows.join()}]}`,
      });
      expect(body).toMatchObject({ imported: 999, skipped: 1, errors: [{ index: 500 }], warnings: [] });
    },
  );

  it('lists the warnings of identity, in the order of the rows', async () => {
    const users = [
      { email: 'a@example.com', user_id: 'a@example.com', nope: 1 },
      { email: 'b@example.com', mrr: 'x' },
    ];
    expect((await bulk({ users })).body).toMatchObject({
      imported: 2,
      warnings: [
        { index: 0, field: 'user_id' },
        { index: 0, field: 'nope' },
        { index: 1, field: 'mrr' },
      ],
    });
  });

  it('lists every skipped row', async () => {
    const { body } = await bulk({ users: Array(1000).fill({}) });
    expect(body).toMatchObject({ imported: 0, skipped: 1000 });
    const error = { field: 'email', message: 'email is required' };
    expect(body['errors']).toEqual(Array.from({ length: 1000 }, (_, index) => ({ index, ...error })));
    expect(gateway.standIns.identity.calls).toEqual([]);
  });

  it('accepts an empty list', async () => {
    expect((await bulk({ users: [] })).body).toEqual({
      ok: true,
      imported: 0,
      skipped: 0,
      errors: [],
      warnings: [],
    });
  });

  it('accepts just under 4 MiB, and 1000 rows', async () => {
    const users = Array.from({ length: 1000 }, (_, n) => ({
      email: `u${n}@example.com`,
      traits: { t: 'x'.repeat(4000) },
    }));
    expect((await bulk({ users })).body).toMatchObject({ imported: 1000, skipped: 0 });
  });

  it.each([
    ['1001 rows', { users: Array(1001).fill({ email: 'a@example.com' }) }, 400],
    ['users that are no list', { users: { 0: { email: 'a@example.com' } } }, 400],
    ['no users', {}, 400],
    ['another field', { users: [], dryRun: true }, 400],
    ['5 MB', { users: [{ email: 'x'.repeat(5_000_000) }] }, 413],
  ])('rejects %s and writes nothing', async (_what, json, status) => {
    expect((await bulk(json)).status).toBe(status);
    expect(gateway.standIns.identity.calls).toEqual([]);
  });
});
