import { connect } from 'node:net';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

/** Sends `head`, then `piece` twice a second until the connection closes. @returns the response and the duration */
function trickle(head: string, piece: string): Promise<{ response: string; ms: number }> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    let response = '';
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(head));
    const timer = setInterval(() => socket.writable && socket.write(piece), 500);
    socket.setEncoding('utf8').on('data', (text) => (response += String(text)));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The gateway closes the connection while the client still writes.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ response, ms: performance.now() - begin });
    });
  });
}

const POST_HEAD = `POST /api/v1/sites HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n`;

// By default, Node checks its timeouts only every 30 seconds.
test('cuts clients that send headers or bodies slowly after 15 seconds, and serves others meanwhile', async () => {
  const begin = performance.now();
  const attacks = Promise.all([
    ...Array.from({ length: 20 }, () => trickle('GET /healthz HTTP/1.1\r\nHost: x\r\n', 'X-A: 1\r\n')),
    ...Array.from({ length: 20 }, () =>
      trickle(`${POST_HEAD}Authorization: Bearer ${gateway.ours.token}\r\n\r\n`, ' '),
    ),
  ]);
  expect((await gateway.request('GET', '/api/v1/sites')).status).toBe(200);
  for (const { response, ms } of await attacks) {
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('"code":"request_timeout"');
    expect(ms).toBeGreaterThan(9_000);
  }
  // 16 s on a quiet machine.
  expect(performance.now() - begin).toBeLessThan(28_000);
}, 60_000);
