import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const PAGE = { 'X-Headwater-Dashboard': '1', 'Sec-Fetch-Site': 'same-origin' };
const FORM = `t=1,v1=${'a'.repeat(64)}`;

const statusOf = (answer: Buffer): number => Number(answer.toString('latin1').slice(9, 12));
const headOf = (path: string, headers: Record<string, string>): string => {
  const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** The status of a response to headers alone: the announced body is never sent. */
function statusBeforeBody(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', reject).once('data', (answer: Buffer) => {
      socket.destroy();
      resolve(statusOf(answer));
    });
    socket.write(headOf(path, headers));
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

  it.each([
    ['paddle', 'pdl_ntfset_0123456789abcdef', { 'Paddle-Signature': `ts=1;h1=${'a'.repeat(64)}` }],
    ['lemon-squeezy', '0123456789abcdef', { 'X-Signature': 'a'.repeat(64) }],
    [
      'polar',
      'polar_whs_0123456789abcdef',
      {
        ...{ 'Webhook-Id': 'msg_1', 'Webhook-Timestamp': '1' },
        'Webhook-Signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
    ],
  ])(
    'is not read if the signature of %s is malformed or the path is unknown',
    async (provider, secret, form) => {
      const { body } = await gateway.request('PUT', `/api/v1/integrations/${provider}`, {
        json: { signing_secret: secret },
      });
      const path = String(body['webhookPath']);
      const length = { 'Content-Length': '1000000' };
      expect(await statusBeforeBody(path, length)).toBe(400);
      for (const name of Object.keys(form))
        if (name !== 'Webhook-Id')
          expect(await statusBeforeBody(path, { ...length, ...form, [name]: 'x' })).toBe(400);
      const unknown = path.replace(/[^/]+$/, 'x'.repeat(22));
      expect(await statusBeforeBody(unknown, { ...length, ...form })).toBe(404);
      // With a signature in the right form, the body is read: nothing answers before it ends.
      const socket = connect(gateway.port, '127.0.0.1');
      const answered = once(socket, 'data').then(() => 'answered');
      socket.write(headOf(path, { ...length, ...form }));
      expect(await Promise.race([answered, pause(300, 'reading')])).toBe('reading');
      socket.destroy();
    },
  );

  it('is not read without a valid token', async () => {
    const headers = { 'Content-Length': '1000000', Authorization: 'Bearer nonsense' };
    for (const path of ['/api/v1/identify/bulk', '/mcp'])
      expect(await statusBeforeBody(path, headers)).toBe(401);
  });
});

describe('a running gateway', () => {
  const limits = {
    connections: { max: 4, maxPerAddress: 100 },
    anonymousBodiesBytes: 5_000,
    bodiesBytes: 100_000,
  };
  let replica: Awaited<ReturnType<Gateway['startReplica']>>;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    replica = await gateway.startReplica({}, { limits });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => replica.stop());
  const open = async (
    text = '',
    { origin } = replica,
  ): Promise<{ socket: Socket; answer: Promise<Buffer> }> => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    const answer = new Promise<Buffer>((resolve) => {
      socket.once('data', resolve).once('close', () => resolve(Buffer.from('closed')));
    });
    await once(socket, 'connect');
    socket.write(text);
    return { socket, answer };
  };

  it('closes the connection that is idle for the longest time beyond its limit', async () => {
    const [first] = [await open(), await open(), await open(), await open()];
    await open();
    expect((await first.answer).toString()).toBe('closed');
  });

  it('closes the connection of an address that is idle for the longest time beyond the limit of the address', async () => {
    // Otherwise private addresses have no limit.
    const perAddress = await gateway.startReplica(
      { trustedProxies: ['192.0.2.1'] },
      { limits: { ...limits, connections: { max: 100, maxPerAddress: 2 } } },
    );
    const [first] = [await open('', perAddress), await open('', perAddress)];
    await open('', perAddress);
    const answer = (await first.answer).toString();
    for (const socket of sockets.splice(0)) socket.destroy();
    await perAddress.stop();
    expect(answer).toBe('closed');
  });

  const authorization = () => ({ Authorization: `Bearer ${gateway.ours.token}` });
  it.each([
    ['without a credential', '/dashboard/session', () => PAGE, 3_000],
    ['with a token', '/api/v1/identify/bulk', authorization, 60_000],
    ['with a token of MCP', '/mcp', authorization, 60_000],
  ])('refuses the oldest body %s beyond the memory of bodies', async (_, path, headers, bytes) => {
    const send = () =>
      open(headOf(path, { ...headers(), 'Content-Length': String(bytes + 1) }) + 'x'.repeat(bytes));
    const first = await send();
    expect(await Promise.race([first.answer.then(String), pause(100, 'arriving')])).toBe('arriving');
    await send();
    expect(statusOf(await first.answer)).toBe(503);
  });
});
