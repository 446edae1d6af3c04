import { request as requestHttp } from 'node:http';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { MAX_LIVE_STREAMS } from '@headwater/protos/limits';
import { dashboardBrowser, signedIn } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path = '';
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'live.example' } });
  path = `/api/v1/sites/${String(body['id'])}`;
});
afterAll(() => gateway.stop());
afterEach(() => Reflect.deleteProperty(gateway.standIns.analytics.overrides, 'QueryRealtime'));

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Opens a stream. `text` has what arrived so far. */
async function open(
  headers: Record<string, string> = bearer(gateway.ours.token),
  { origin = gateway.origin, query = '' } = {},
) {
  const request = requestHttp(`${origin}${path}/live${query}`, { headers });
  const stream = {
    status: 0,
    type: '',
    retryAfter: '',
    text: '',
    isEnded: false,
    leave: () => request.destroy(),
  };
  await new Promise<void>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      stream.status = response.statusCode ?? 0;
      stream.type = response.headers['content-type'] ?? '';
      stream.retryAfter = response.headers['retry-after'] ?? '';
      response.on('data', (chunk: Buffer) => (stream.text += chunk.toString()));
      response.on('close', () => (stream.isEnded = true)).on('error', () => undefined);
      resolve();
    });
    request.end();
  });
  request.on('error', () => undefined);
  return stream;
}

describe('the live stream of a site', () => {
  it('has the answer of /realtime, then events of changes, and otherwise comments', async () => {
    const query = '?dimension=pathname&limit=5&filter[country]=DE';
    const realtime = (await gateway.request('GET', `${path}/realtime${query}`)).body;
    const stream = await open(bearer(gateway.ours.token), { query });
    expect([stream.status, stream.type]).toEqual([200, 'text/event-stream']);
    const events = () =>
      [...stream.text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as unknown);
    await waitFor('the first event', () => events().length === 1);
    expect(events()).toEqual([realtime]);
    await waitFor('a comment', () => stream.text.includes(': unchanged'));
    const visitors = { timezone: 'UTC', fromMs: 0, toMs: 60_000, visitors: 7, series: [], breakdown: [] };
    Object.assign(gateway.standIns.analytics.overrides, { QueryRealtime: () => Promise.resolve(visitors) });
    await waitFor('the change', () => events().length === 2);
    expect(events()[1]).toMatchObject({ data: { visitors: 7 } });
    stream.leave();
  });

  it('continues after an outage of a service', async () => {
    const stream = await open();
    await waitFor('the first event', () => stream.text.includes('data: '));
    await gateway.standIns.analytics.stop();
    await waitFor('a comment', () => stream.text.includes(': unchanged'));
    await gateway.standIns.analytics.start();
    const isBack = async () => (await gateway.request('GET', `${path}/realtime`)).status === 200;
    await waitFor('the service', isBack);
    expect(stream.isEnded).toBe(false);
    stream.leave();
  });

  it('ends with the token, the session or the share link', async () => {
    const { body: token } = await gateway.request('POST', '/api/v1/tokens', {
      json: { name: 'live', scopes: ['stats:read'] },
    });
    const { body: link } = await gateway.request('POST', `${path}/share-links`, { json: {} });
    const stranger = dashboardBrowser(gateway.origin);
    const slug = String(link['url']).split('/').at(-1);
    const { body: opened } = await stranger.request('POST', '/dashboard/share', { json: { slug } });
    const browser = await signedIn(gateway);
    const streams = [
      await open(bearer(String(token['token']))),
      await open({ 'x-headwater-share': String(opened['key']) }),
      await open({ cookie: browser.cookie() ?? '', 'x-headwater-dashboard': '1' }),
    ];
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const valid = await open();
    await gateway.request('DELETE', `/api/v1/tokens/${String(token['id'])}`);
    await gateway.request('DELETE', `${path}/share-links/${String(link['id'])}`);
    await browser.request('DELETE', '/dashboard/session');
    gateway.clock.set(gateway.clock.now() + 5_000);
    await waitFor('their end', () => streams.every(({ isEnded }) => isEnded));
    expect(valid.isEnded).toBe(false);
    valid.leave();
  });

  it('is limited per workspace, until one is closed', async () => {
    const streams = [];
    while (streams.length < MAX_LIVE_STREAMS) streams.push(await open());
    const refused = await open();
    expect([refused.status, refused.retryAfter]).toEqual([429, '60']);
    await waitFor('the problem', () => refused.text.includes('limit 50 per workspace'));
    const { token } = await gateway.newTenant('with few streams');
    const made = await gateway.request('POST', '/api/v1/sites', { token, json: { domain: 'few.example' } });
    const other = await fetch(`${gateway.origin}/api/v1/sites/${String(made.body['id'])}/live`, {
      headers: bearer(token),
    });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    streams[0]?.leave();
    await waitFor('a place', async () => {
      const next = await open();
      next.leave();
      return next.status === 200;
    });
    for (const stream of streams) stream.leave();
  });

  it('counts its checks in the rate limit', async () => {
    const replica = await gateway.startReplica({ rateLimitPerSecond: 1, rateLimitBurst: 3 });
    try {
      const stream = await open(undefined, { origin: replica.origin });
      await waitFor('a comment', () => stream.text.includes(': unchanged'));
      const { headers } = await fetch(`${replica.origin}/api/v1/categories`, {
        headers: bearer(gateway.ours.token),
      });
      expect(headers.get('ratelimit')).toMatch(/^"read";r=0;/);
      stream.leave();
    } finally {
      await replica.stop();
    }
  });

  it('closes when the gateway stops', async () => {
    const replica = await gateway.startReplica();
    const stream = await open(undefined, { origin: replica.origin });
    const startedAt = Date.now();
    await replica.stop();
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await waitFor('its end', () => stream.isEnded);
  });

  it('answers a HEAD request without a stream, and an invalid query with a problem', async () => {
    const headers = bearer(gateway.ours.token);
    const head = await fetch(`${gateway.origin}${path}/live`, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const invalid = await fetch(`${gateway.origin}${path}/live?range=7d`, { headers });
    expect(invalid.status).toBe(400);
  });
});
