import { connect } from 'node:net';
import { createBodyBudget } from '@headwater/kit/http/body-budget';
import { listen, type HttpListener } from '@headwater/kit/http/listen';
import { readBody } from '@headwater/kit/http/read-body';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { createCollectorServer } from './server';
import { respondJson, type Route, type Routes } from './exchange';

const post: Route = async (exchange) => {
  const budget = createBodyBudget(1_000_000);
  respondJson(exchange, 202, { read: (await readBody(exchange, { maxBytes: 1_000, budget })).toString() });
};
const ROUTES: Routes = new Map([['/collect', { POST: post }]]);

let server: HttpListener;
beforeAll(async () => {
  const timeouts = { requestMs: 200, headersMs: 100, checkEveryMs: 20 };
  server = await listen(createCollectorServer(ROUTES, silentLog(), timeouts), '127.0.0.1', 0);
});
afterAll(() => server.stop(100));

/** Returns the response to a client that sends byte after byte and never closes; resolves when the server closes. */
function drip(start: string): Promise<string> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const drops = setInterval(() => socket.write('a'), 10);
    socket.write(start);
    socket.on('data', (chunk) => (response += chunk.toString()));
    socket.on('error', () => undefined); // closed while it was writing
    socket.on('close', () => {
      clearInterval(drops);
      resolve(response);
    });
  });
}

describe('a slow sender', () => {
  it.each([
    ['headers', 'POST /collect HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['body', 'POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n'],
    ['chunked body', 'POST /collect HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n300\r\n'],
  ])('of its %s is responseed 408 and cut', async (_what, start) => {
    expect(await drip(start)).toMatch(/^HTTP\/1.1 408 [^]*"code":"request_timeout"/);
  });

  it('that sends nothing is closed', async () => {
    const closed = new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1')
        .on('close', resolve)
        .on('error', () => undefined);
      socket.resume();
    });
    await closed;
  });
});
