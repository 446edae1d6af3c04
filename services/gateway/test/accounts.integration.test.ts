import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const post = (path: string, json: unknown) => gateway.request('POST', path, { json });

describe('accounts over HTTP', () => {
  it('looks up an attribution by email or user id', async () => {
    const { status, body } = await post('/api/v1/attribution/lookup', { email: 'ada@example.com' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        found: true,
        channel: 'Email',
        source: 'Newsletter',
        campaign: '',
        landing: 'example.com/',
        referrer: '',
        firstSeenAt: '2026-10-01T00:00:00.000Z',
        recordedAt: '2026-10-02T00:00:00.000Z',
        rulesVersion: 1,
        visitors: 2,
        pendingVisitors: 1,
        laterTouches: [
          {
            at: '2026-10-05T00:00:00.000Z',
            channel: 'Direct',
            source: '',
            campaign: '',
            landing: 'example.com/docs',
            referrer: '',
          },
        ],
        laterTouchCount: 7,
        payments: 1,
        revenue: [{ currency: 'EUR', gross: '49.00', refunds: '0.00', net: '49.00', payments: 1 }],
        latestPayments: [
          {
            payment_id: 'in-1',
            type: 'sale',
            amount: '49.00',
            currency: 'EUR',
            occurredAt: '2026-10-06T00:00:00.000Z',
          },
        ],
      },
    });
    const stranger = await post('/api/v1/attribution/lookup', { user_id: 'nobody' });
    expect(stranger.body).toEqual({
      found: false,
      visitors: 0,
      pendingVisitors: 0,
      laterTouches: [],
      laterTouchCount: 0,
      payments: 0,
      revenue: [],
      latestPayments: [],
    });
  });

  it('returns a certificate of erasure', async () => {
    const { status, body } = await post('/api/v1/erasures', { email: 'ada@example.com' });
    const counts = { profiles: 1, links: 2, payments: 1, customers: 1, subscriptions: 2, touches: 3 };
    const store = {
      status: 'complete',
      visitors: 1,
      events: 4,
      firstTouches: 1,
      clickIds: 2,
      webhookEvents: 1,
      rows: { attributions: 1, dead_letters: 2 },
      closedExports: 1,
    };
    const at = '2026-10-02T00:00:00.000Z';
    const id = '0f7c5d1e-2b1a-8c3d-9e4f-5a6b7c8d9e0f';
    const jws: unknown = expect.any(String);
    const certificate = { id, at, completedAt: at, ...counts, ...store, jws };
    expect({ status, body }).toEqual({ status: 200, body: { ok: true, certificate } });
    // Identity refuses a request without a subject, or with several.
    expect((await post('/api/v1/erasures', { email: '' })).status).toBe(400);
    expect((await post('/api/v1/erasures', { mail: 'a@b.c' })).status).toBe(400);
  });

  it.each([
    [{ email: 'ada@example.com' }, { email: 'ada@example.com' }],
    [{ user_id: 'u-1' }, { userId: 'u-1' }],
    [{ anonymous_id: 'v-1' }, { anonymousId: 'v-1' }],
  ])('erases the subject %j', async (body, subject) => {
    gateway.standIns.identity.calls.length = 0;
    expect((await post('/api/v1/erasures', body)).status).toBe(200);
    const erasures = gateway.standIns.identity.calls.filter(({ method }) => method === 'EraseAccount');
    expect(erasures).toHaveLength(1);
    const { email, userId, anonymousId } = erasures[0]?.request as Record<string, unknown>;
    expect({ email, userId, anonymousId }).toEqual({
      ...{ email: undefined, userId: undefined, anonymousId: undefined },
      ...subject,
    });
  });

  it.each([
    [{}],
    [{ user_id: 'u-1', anonymous_id: 'v-1' }],
    [{ email: 'ada@example.com', user_id: 'u-1' }],
    [{ user_id: '' }],
    [{ anonymous_id: '' }],
  ])('erases nothing for %j', async (body) => {
    expect((await post('/api/v1/erasures', body)).status).toBe(400);
  });

  it('lists companies', async () => {
    const { status, body } = await gateway.request('GET', '/api/v1/companies?limit=2');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        companies: [
          { company: 'acme', accounts: 2, mrr: '30.3', channel: 'Email' },
          { company: 'tiny', accounts: 1, mrr: '0' },
        ],
        total: 2,
      },
    });
    expect((await gateway.request('GET', '/api/v1/companies?limit=0')).status).toBe(400);
  });

  it('does not log email addresses', () => {
    expect(gateway.logLines.join('')).not.toContain('ada@');
  });
});
