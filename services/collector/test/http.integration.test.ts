import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  browserEvent,
  CHROME,
  pageview,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';

let collector: CollectorFixture;

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

describe('cross-origin requests', () => {
  it('opens answers, failures too, to any origin without credentials', async () => {
    for (const body of [pageview(), 'nonsense']) {
      const response = await collector.post(body, { origin: 'https://www.shop.example' });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(response.headers.get('access-control-expose-headers')).toBe('X-Request-Id, Retry-After');
    }
  });

  it('answers a preflight', async () => {
    const response = await fetch(`${collector.url}/collect`, {
      method: 'OPTIONS',
      headers: { origin: 'https://www.shop.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
    expect(response.headers.get('access-control-allow-headers')).toMatch(/content-type/i);
  });

  it('lets a page of its own host send cookies, and renews the cookie that it already has', async () => {
    const visitor = randomUUID();
    const port = new URL(collector.url).port;
    const body = pageview(
      {},
      { site: 8, visitor, events: [browserEvent({ url: 'http://localhost:4000/' })] },
    );
    const send = (cookie: string): Promise<Response> =>
      fetch(`http://localhost:${port}/collect`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'text/plain',
          'user-agent': CHROME,
          origin: 'http://localhost:4000',
          cookie,
        },
      });
    const response = await send(`a=b; hw_ref=${visitor}`);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:4000');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('set-cookie')).toBe(
      `hw_ref=${visitor}; Path=/; Max-Age=34560000; SameSite=Lax`,
    );
    expect((await send('a=b')).headers.get('set-cookie')).toBeNull();
    expect((await send(`hw_ref=${randomUUID()}`)).headers.get('set-cookie')).toBeNull();
  });
});

describe('the other addresses', () => {
  it('serves the browser script compressed and cacheable, and 304 to who has it', async () => {
    const first = await fetch(`${collector.url}/hw.js`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toContain('text/javascript');
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(await first.text()).toContain('headwater');
    const etag = first.headers.get('etag') ?? '';
    const second = await fetch(`${collector.url}/hw.js`, { headers: { 'if-none-match': `W/${etag}` } });
    expect(second.status).toBe(304);
  });

  it('serves script and events under other paths, and the script knows where to send to', async () => {
    const renamed = await startCollector({
      SCRIPT_PATH: '/assets/js/shop.js',
      COLLECT_PATH: '/assets/visits',
    });
    try {
      const script = await (await fetch(`${renamed.url}/assets/js/shop.js`)).text();
      expect(script).toContain('||"../visits"');
      const sent = { method: 'POST', headers: { 'content-type': 'text/plain', 'user-agent': CHROME } };
      const body = JSON.stringify(pageview());
      expect((await fetch(`${renamed.url}/assets/visits`, { ...sent, body })).status).toBe(202);
      for (const path of ['/hw.js', '/collect'])
        expect((await fetch(`${renamed.url}${path}`)).status).toBe(404);
    } finally {
      await renamed.stop();
    }
  });

  it('is alive and ready, also on the path that load balancers check by default', async () => {
    expect((await fetch(`${collector.url}/`)).status).toBe(200);
    expect((await fetch(`${collector.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${collector.url}/readyz`)).status).toBe(200);
  });

  it('answers a request without a Host with a problem document', async () => {
    const socket = connect(Number(new URL(collector.url).port), '127.0.0.1');
    socket.end('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(
      /^HTTP\/1.1 400 [^]*application\/problem\+json[^]*"code":"invalid_request"/,
    );
  });

  it('answers an unknown path with 404 and a wrong method with 405 and Allow', async () => {
    const unknown = await fetch(`${collector.url}/constructor`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'not_found' });
    const wrong = await fetch(`${collector.url}/collect`);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it.each([
    ['not HTTP at all', 'nonsense\r\n\r\n', 400, 'invalid_request'],
    [
      'two lengths',
      'POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'huge headers',
      `GET /hw.js HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('answers %s with a problem, then hangs up', async (_what, request, status, code) => {
    const socket = connect(Number(new URL(collector.url).port), '127.0.0.1');
    socket.write(request);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*application/problem\\+json`));
    expect(answer).toContain(`"code":"${code}"`);
  });
});
