import { RULES_VERSION } from '@headwater/protos/vocabulary';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  const json = { domain: 'traffic.example', timezone: 'Europe/Berlin' };
  const { body } = await gateway.request('POST', '/api/v1/sites', { json });
  path = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());

const ID = '0197a5c8-0000-4000-8000-000000000000';

describe('traffic quality over HTTP', () => {
  it('returns accepted, repeated and dropped events, and bots by reason', async () => {
    const { status, body } = await gateway.request('GET', `${path}/traffic-quality?range=30d`);
    expect(status).toBe(200);
    expect(body).toEqual({
      range: '2026-10-03 to 2026-11-01',
      timezone: 'Europe/Berlin',
      data: {
        accepted: 90,
        duplicates: 2,
        dropped: [{ reason: 'host_mismatch', events: 1 }],
        bots: [{ reason: 'crawler', events: 7 }],
      },
    });
    expect(gateway.standIns.analytics.calls.at(-1)?.request).toMatchObject({
      question: { siteId: 1, timezone: 'Europe/Berlin', range: '30d' },
    });
  });

  it.each(['dimension=channel', 'filter[channel]=Direct', 'grain=day', 'limit=5'])(
    'returns 400 for ?%s, which is not supported',
    async (query) => {
      expect((await gateway.request('GET', `${path}/traffic-quality?${query}`)).status).toBe(400);
    },
  );
});

describe('receipts over HTTP', () => {
  it('return the status of an event and its reason', async () => {
    const id = ID.replace(/0$/, '1');
    expect((await gateway.request('GET', `${path}/receipts/${id}`)).body).toEqual({
      id,
      status: 'dropped',
      receivedAt: '2026-11-01T12:00:00.123Z',
      reason: 'bot',
      botReason: 'crawler',
    });
  });

  it('return the session of a stored event with its channel, rules and their version', async () => {
    const id = ID.replace(/0$/, '2');
    expect((await gateway.request('GET', `${path}/receipts/${id}`)).body).toEqual({
      id,
      status: 'stored',
      receivedAt: '2026-11-01T12:00:00.123Z',
      session: {
        // The stand-in returns the length of the workspace's key.
        id: '32',
        channel: 'Paid Search',
        source: 'Google',
        rules: ['paid-search'],
        rulesVersion: RULES_VERSION,
      },
    });
  });

  it('identify the session only for tokens that may export', async () => {
    const json = { name: 'numbers', scopes: ['stats:read'] };
    const { body } = await gateway.request('POST', '/api/v1/tokens', { json });
    const { session } = (
      await gateway.request('GET', `${path}/receipts/${ID.replace(/0$/, '2')}`, {
        token: String(body['token']),
      })
    ).body as { session: object };
    expect(Object.keys(session)).toEqual(['channel', 'source', 'rules', 'rulesVersion']);
  });

  it('return unknown for an unknown event', async () => {
    const { status, body } = await gateway.request('GET', `${path}/receipts/${ID}`);
    expect({ status, body }).toEqual({ status: 200, body: { id: ID, status: 'unknown' } });
  });

  it('return 400 for a malformed id, and 404 below a site of another workspace', async () => {
    expect((await gateway.request('GET', `${path}/receipts/7`)).status).toBe(400);
    expect((await gateway.request('GET', `/api/v1/sites/99/receipts/${ID}`)).status).toBe(404);
  });
});
