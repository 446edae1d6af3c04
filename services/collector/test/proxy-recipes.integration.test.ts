import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { findProgram, logSkipped } from '@headwater/kit/testing/program';
import { browserEvent, CHROME, pageview, startCollector } from './fixtures/collector-fixture';
import { CADDY, NGINX, startProxy, type Proxy } from './fixtures/proxies';

const RECIPES = join(packageRoot('@headwater/collector'), '../../deploy/recipes');
const VISITOR = '0197a5c8-0000-4000-8000-000000000001';

/** A request of a browser on the shop's host, from one of this machine's addresses. */
async function send(port: number, path: string, { body = '', from = '127.0.0.1', headers = {} } = {}) {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    localAddress: from,
    method: body === '' ? 'GET' : 'POST',
    headers: { host: 'www.shop.example', 'user-agent': CHROME, 'content-type': 'text/plain', ...headers },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() };
}

for (const proxy of [NGINX, CADDY]) {
  const path = findProgram(proxy.name);
  const missing = `there is no ${proxy.name} on this machine to test deploy/recipes/${proxy.recipe} with`;
  if (!path) logSkipped(missing);
  if (path) describe(`the ${proxy.name} recipe`, () => describeRecipe(proxy, path));
  else it.skip(`the ${proxy.name} recipe (${missing})`, () => undefined);
}

function describeRecipe(proxy: Proxy, path: string): void {
  const start = (collector: number) =>
    startProxy(proxy, { path, recipe: join(RECIPES, proxy.recipe), collector });

  it('serves script and events from the site itself, each visitor under its own address', async () => {
    const collector = await startCollector({
      SCRIPT_PATH: '/assets/site.js',
      COLLECT_PATH: '/assets/visits',
      COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '1',
    });
    const running = await start(Number(new URL(collector.url).port));
    try {
      const script = await send(running.port, '/assets/site.js');
      expect(script.status).toBe(200);
      expect(script.text).toContain('||"visits"');

      const event = browserEvent({ url: 'https://www.shop.example/' });
      const body = JSON.stringify(pageview({}, { visitor: VISITOR, events: [event] }));
      const headers = { origin: 'https://www.shop.example', cookie: `a=b; hw_ref=${VISITOR}; c=d` };
      const sent = await send(running.port, `/assets/visits?t=${Date.now()}`, {
        body,
        headers,
        from: '127.0.0.7',
      });
      expect(sent.status).toBe(202);
      expect(sent.headers['set-cookie']?.[0]).toMatch(
        new RegExp(`^hw_ref=${VISITOR}; Domain=shop.example;.*Secure$`),
      );
      expect(await collector.rows(`event_id = '${String(event['id'])}'`)).toHaveLength(1);

      // One address sends too much, whatever it claims to be; another is let through.
      const flood = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          send(running.port, '/assets/visits', {
            body,
            from: '127.0.0.7',
            headers: { 'x-forwarded-for': `8.8.8.${n}` },
          }),
        ),
      );
      expect(flood.map(({ status }) => status)).toContain(429);
      expect((await send(running.port, '/assets/visits', { body, from: '127.0.0.8' })).status).toBe(202);
      const large = await send(running.port, '/assets/visits', {
        body: 'x'.repeat(70_000),
        from: '127.0.0.9',
      });
      expect(large.status).toBe(413);
    } finally {
      await running.stop();
      await collector.stop();
    }
  });

  it("passes on no cookie but the visitor's, and no address but the one it saw", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const recorder = createServer((incoming, response) => {
      seen.push(incoming.headers);
      response.end();
    });
    await once(recorder.listen(0, '127.0.0.1'), 'listening');
    const running = await start((recorder.address() as AddressInfo).port);
    try {
      const cookies = [`session=secret; hw_ref=${VISITOR}`, `hw_ref=${VISITOR};x=1`, 'session=secret', ''];
      for (const cookie of cookies)
        await send(running.port, '/assets/visits', {
          body: '{}',
          from: '127.0.0.7',
          headers: { cookie, 'x-forwarded-for': '8.8.8.8' },
        });
      const mine = `hw_ref=${VISITOR}`;
      expect(seen.map(({ cookie }) => cookie ?? '')).toEqual([mine, mine, '', '']);
      for (const headers of seen)
        expect(headers).toMatchObject({ host: 'www.shop.example', 'x-forwarded-for': '127.0.0.7' });
    } finally {
      await running.stop();
      recorder.closeAllConnections();
      recorder.close();
    }
  });
}
