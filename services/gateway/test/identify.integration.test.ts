import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.identity.calls.length = 0;
});

const identify = (json: unknown) => gateway.ask('POST', '/api/v1/identify', { json });
const bulk = (json: unknown) => gateway.ask('POST', '/api/v1/identify/bulk', { json });

describe('identify over HTTP', () => {
  it('answers the recorded channel when a session was seen', async () => {
    const { status, body } = await identify({
      anonymous_id: 'seen-1',
      email: 'ada@example.com',
      user_id: 'u1',
      plan: 'pro',
      company: 'acme',
      mrr: 49.5,
      traits: { role: 'admin', gone: null, nested: { a: [1] } },
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
        traitsJson: '{"role":"admin","gone":null,"nested":{"a":[1]}}',
      },
    });
  });

  it('answers enriched and no channel when no session was seen', async () => {
    const { body } = await identify({ anonymous_id: 'new', email: 'ada@example.com' });
    expect(body).toEqual({ ok: true, linked: false, enriched: true });
  });

  it.each([
    ['no email', { anonymous_id: 'v' }, 'email'],
    ['no anonymous_id', { email: 'ada@example.com' }, 'anonymous_id'],
    ['an empty email', { anonymous_id: 'v', email: '' }, 'email'],
    ['an empty anonymous_id', { anonymous_id: '', email: 'ada@example.com' }, 'anonymous_id'],
    ['a null email', { anonymous_id: 'v', email: null }, 'email'],
    ['an email that is a list', { anonymous_id: 'v', email: ['ada@example.com'] }, 'email'],
    ['a negative mrr', { anonymous_id: 'v', email: 'ada@example.com', mrr: -1 }, 'mrr'],
    ['an mrr as text', { anonymous_id: 'v', email: 'ada@example.com', mrr: '49' }, 'mrr'],
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

  it('logs no address', async () => {
    await identify({ anonymous_id: 'v', email: 'canary@example.com' });
    await identify({ anonymous_id: 'v', email: 'canary@example.com', nope: 1 });
    expect(gateway.logLines.join('')).not.toContain('canary');
  });
});

describe('bulk identify over HTTP', () => {
  it('skips and counts the rows of a wrong shape and those that identity refuses', async () => {
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
    expect(body).toMatchObject({ ok: true, imported: 2, skipped: 5 });
    expect((body['errors'] as { index: number }[]).map(({ index }) => index)).toEqual([1, 2, 3, 4, 5]);
    expect(JSON.stringify(body)).not.toContain('example.com');
    expect(gateway.standIns.identity.calls[0]?.request).toMatchObject({
      users: [{ index: 0 }, { index: 2 }, { index: 6 }],
    });
  });

  it('lists at most 20 errors but counts all', async () => {
    const { body } = await bulk({ users: Array(1000).fill({}) });
    expect(body).toMatchObject({ imported: 0, skipped: 1000 });
    expect(body['errors']).toHaveLength(20);
    expect(gateway.standIns.identity.calls).toEqual([]);
  });

  it('takes an empty list', async () => {
    expect((await bulk({ users: [] })).body).toEqual({ ok: true, imported: 0, skipped: 0, errors: [] });
  });

  it('takes 4 MiB less a little, and 1000 rows', async () => {
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
  ])('refuses %s and writes nothing', async (_what, json, status) => {
    expect((await bulk(json)).status).toBe(status);
    expect(gateway.standIns.identity.calls).toEqual([]);
  });
});
