import { connect } from 'node:net';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const PAGE = { 'X-Headwater-Dashboard': '1', 'Sec-Fetch-Site': 'same-origin' };
const FORM = `t=1,v1=${'a'.repeat(64)}`;

/** The status of a response to headers alone: the announced body is never sent. */
function statusBeforeBody(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1');
    const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers });
    socket.on('error', reject).once('data', (answer: Buffer) => {
      socket.destroy();
      resolve(Number(answer.toString('latin1').slice(9, 12)));
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
  });
}

describe('the body of a request without a credential', () => {
  it.each([
    ['a sign-in', '/dashboard/session', { code: '' }],
    ['a shared page', '/dashboard/share', { slug: '' }],
  ])('of %s has at most 4 KiB', async (_what, path, body) => {
    const [name] = Object.keys(body);
    const padding = (length: number) => ({ [String(name)]: 'x'.repeat(length) });
    const send = async (json: unknown) =>
      (
        await fetch(`${gateway.origin}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...PAGE },
          body: JSON.stringify(json),
        })
      ).status;
    expect(await send(padding(5_000))).toBe(413);
    expect(await send(padding(3_000))).toBe(400);
    expect(await statusBeforeBody(path, { ...PAGE, 'Content-Length': '1000000' })).toBe(413);
  });

  it('is not read if the Stripe signature is malformed or the workspace has no secret', async () => {
    const { workspaceId } = gateway.ours;
    const headers = { 'Content-Length': '1000000' };
    const path = `/webhooks/stripe/${workspaceId}`;
    expect(await statusBeforeBody(path, headers)).toBe(400);
    expect(await statusBeforeBody(path, { ...headers, 'Stripe-Signature': 't=1' })).toBe(400);
    expect(await statusBeforeBody(path, { ...headers, 'Stripe-Signature': FORM })).toBe(404);
    expect(await statusBeforeBody('/webhooks/stripe/x', { ...headers, 'Stripe-Signature': FORM })).toBe(404);
  });

  it('is not read without a valid token', async () => {
    const headers = { 'Content-Length': '1000000', Authorization: 'Bearer nonsense' };
    for (const path of ['/api/v1/identify/bulk', '/mcp'])
      expect(await statusBeforeBody(path, headers)).toBe(401);
  });
});
