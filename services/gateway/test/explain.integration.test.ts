import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const explain = (json: unknown) => gateway.request('POST', '/api/v1/explain', { json });

describe('explaining a visit over HTTP', () => {
  it('forwards the visit and returns the classification, with unknown values as empty text', async () => {
    const url = 'https://shop.example/?utm_campaign=autumn';
    const { status, body } = await explain({
      url,
      referrer: 'https://www.google.com/',
      user_agent: 'curl/8.5',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      channel: 'Organic Search',
      source: 'Google',
      referrer: '',
      rule: 'organic-search',
      rulesVersion: 1,
      utm: { source: '', medium: '', campaign: 'autumn', term: '', content: '' },
      device: '',
      browser: '',
      os: '',
      bot: { verdict: 'bot', reason: 'crawler' },
    });
    expect(gateway.standIns.collector.calls.at(-1)).toMatchObject({
      method: 'ExplainVisit',
      request: { url, referrer: 'https://www.google.com/', userAgent: 'curl/8.5' },
    });
  });

  it('returns an unknown bot verdict without a user agent', async () => {
    const { body } = await explain({ url: 'https://shop.example/' });
    expect(body['bot']).toEqual({ verdict: 'unknown' });
  });

  it.each([
    ['no page', {}],
    ['a page that is no URL', { url: 'shop.example' }],
    ['a field of another spelling', { url: 'https://shop.example/', userAgent: 'x' }],
    ['a page that is no text', { url: 7 }],
  ])('answers 400 to %s', async (_what, json) => {
    expect((await explain(json)).status).toBe(400);
  });
});
