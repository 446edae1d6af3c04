import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const make = (json?: object) => gateway.request('POST', '/api/v1/sandbox', json ? { json } : {});

describe('a sandbox', () => {
  it('is a site with visits, expected totals and an expiry', async () => {
    const { status, body } = await make({ seed: 5, hours: 2 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      tags: ['sandbox'],
      seed: 5,
      expiresAt: '2026-11-01T14:00:00.123Z',
      expected: { from: '2026-10-25', to: '2026-10-31', visitors: 60 },
    });
    const created = gateway.standIns.sites.calls.find(({ method }) => method === 'CreateSite');
    expect(created?.request).toMatchObject({ expiresAtMs: Date.parse('2026-11-01T14:00:00.123Z') });
    const sent = gateway.standIns.collector.calls.find(({ method }) => method === 'IngestEvents');
    const { events } = sent?.request as { events: { name: string }[] };
    const { pageviews } = body['expected'] as { pageviews: number };
    expect(events.filter(({ name }) => name === 'pageview')).toHaveLength(pageviews);
  });

  it('is a new site each time, with the same totals for the same seed', async () => {
    const [one, two] = [await make(), await make()];
    expect(one.body['id']).not.toBe(two.body['id']);
    expect(one.body['expected']).toEqual(two.body['expected']);
  });

  it.each([{ seed: -1 }, { seed: 1.5 }, { hours: 0 }, { hours: 169 }, { days: 1 }])(
    'rejects %j',
    async (json) => expect((await make(json)).status).toBe(400),
  );
});
