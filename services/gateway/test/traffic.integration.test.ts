import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  const json = { domain: 'traffic.example', timezone: 'Europe/Berlin' };
  const { body } = await gateway.ask('POST', '/api/v1/sites', { json });
  path = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());

const ID = '0197a5c8-0000-4000-8000-000000000000';

describe('traffic quality over HTTP', () => {
  it('answers accepted, repeated and dropped events, and bots by what gave them away', async () => {
    const { status, body } = await gateway.ask('GET', `${path}/traffic-quality?range=30d`);
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
    'answers 400 to ?%s, which has no meaning here',
    async (query) => {
      expect((await gateway.ask('GET', `${path}/traffic-quality?${query}`)).status).toBe(400);
    },
  );
});

describe('receipts over HTTP', () => {
  it('answers what became of an event and why', async () => {
    const id = ID.replace(/0$/, '1');
    expect((await gateway.ask('GET', `${path}/receipts/${id}`)).body).toEqual({
      id,
      status: 'dropped',
      receivedAt: '2026-11-01T12:00:00.123Z',
      reason: 'bot',
      botReason: 'crawler',
    });
  });

  it('says so when nothing is known of it', async () => {
    const { status, body } = await gateway.ask('GET', `${path}/receipts/${ID}`);
    expect({ status, body }).toEqual({ status: 200, body: { id: ID, status: 'unknown' } });
  });

  it("answers 400 to what is no id, and 404 below a site that is not the workspace's", async () => {
    expect((await gateway.ask('GET', `${path}/receipts/7`)).status).toBe(400);
    expect((await gateway.ask('GET', `/api/v1/sites/99/receipts/${ID}`)).status).toBe(404);
  });
});
