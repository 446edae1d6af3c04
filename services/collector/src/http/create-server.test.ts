import { connect } from 'node:net';
import { listen, type HttpListener } from '@headwater/kit/http/listen';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { createCollectorServer } from './create-server';
import type { Route, Routes } from './exchange';
import { readBody } from './read-body';
import { respondJson } from './respond';

const post: Route = async (exchange) => {
  respondJson(exchange, 202, { read: await readBody(exchange.request, 1_000) });
};
const ROUTES: Routes = new Map([['/collect', { POST: post }]]);

let server: HttpListener;
beforeAll(async () => {
  const patience = { requestMs: 200, headersMs: 100, checkEveryMs: 20 };
  server = await listen(createCollectorServer(ROUTES, silentLog(), patience), '127.0.0.1', 0);
});
afterAll(() => server.stop(100));

/** What is answered to a sender that goes on, byte after byte, and never hangs up; resolves once it is cut. */
function drip(start: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const drops = setInterval(() => socket.write('a'), 10);
    socket.write(start);
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined); // cut while it was writing
    socket.on('close', () => {
      clearInterval(drops);
      resolve(answer);
    });
  });
}

describe('a slow sender', () => {
  it.each([
    ['headers', 'POST /collect HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['body', 'POST /collect HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n'],
    ['chunked body', 'POST /collect HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n300\r\n'],
  ])('of its %s is answered 408 and cut', async (_what, start) => {
    expect(await drip(start)).toMatch(/^HTTP\/1.1 408 [^]*"code":"request_timeout"/);
  });

  it('that says nothing at all is cut', async () => {
    const closed = new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1')
        .on('close', resolve)
        .on('error', () => undefined);
      socket.resume();
    });
    await closed;
  });
});
