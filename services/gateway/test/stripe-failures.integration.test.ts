import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { NOW } from './analytics-stand-in';
import { startGateway, type Gateway } from './gateway-fixture';

const SECRET = 'whsec_0123456789abcdef';
const PING = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: {} } });

let gateway: Gateway;
beforeAll(async () => {
  // Without trusted proxies, private addresses are exempt.
  gateway = await startGateway({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => gateway.stop());

/** Each test has a minute of its own. */
let minute = 0;
beforeEach(() => {
  minute += 1;
  gateway.clock.set(NOW + minute * 60_000);
});

async function newWebhook(): Promise<string> {
  const { token } = await gateway.newTenant('with stripe');
  const json = { signing_secret: SECRET };
  const { body } = await gateway.request('PUT', '/api/v1/integrations/stripe', { json, token });
  return String(body['webhookPath']);
}

const unknownPath = () => `/webhooks/stripe/${randomUUID()}`;

/** Sends an event from an address. */
async function send(path: string, from: string, secret = SECRET): Promise<number> {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: PING,
    secret,
    timestamp: Math.floor(gateway.clock.now() / 1_000),
  });
  const headers = { 'stripe-signature': signature, 'x-forwarded-for': from };
  return (await gateway.request('POST', path, { token: null, raw: PING, headers })).status;
}

/** Sends events one after the other. @returns their statuses, each with the number of its events */
async function sendAll(paths: readonly string[], from: string, secret?: string) {
  const statuses: Record<number, number> = {};
  for (const path of paths) {
    const status = await send(path, from, secret);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

const STRIPE = '198.51.100.7';
const ATTACKER = '203.0.113.9';

describe('bad signatures', () => {
  it('of an address are refused after 20 in a minute, without a database query', async () => {
    const webhook = await newWebhook();
    // Spellings of one path.
    const encoded = webhook.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`);
    const attempts = Array.from(
      { length: 25 },
      (_, n) => [webhook, encoded, `${webhook}/`][n % 3] ?? webhook,
    );
    expect(await sendAll(attempts, ATTACKER, 'whsec_guessed')).toEqual({ 400: 20, 429: 5 });
    gateway.postgres.sever();
    expect(await send(webhook, ATTACKER, 'whsec_guessed')).toBe(429);
    gateway.postgres.restore();
    expect(await send(webhook, STRIPE)).toBe(200);
    gateway.clock.set(gateway.clock.now() + 60_000);
    expect(await send(webhook, ATTACKER, 'whsec_guessed')).toBe(400);
    minute += 1;
  });

  it('at one path do not block the events of another workspace, which Stripe sends from the same address', async () => {
    const [broken, healthy] = [await newWebhook(), await newWebhook()];
    await sendAll(
      Array.from({ length: 21 }, () => broken),
      STRIPE,
      'whsec_outdated',
    );
    expect(await send(broken, STRIPE, 'whsec_outdated')).toBe(429);
    expect(await send(healthy, STRIPE)).toBe(200);
  });
});

describe('unknown paths', () => {
  it('of an address are refused after 60 different ones in a minute', async () => {
    const webhook = await newWebhook();
    const paths = Array.from({ length: 65 }, unknownPath);
    expect(await sendAll(paths, ATTACKER)).toEqual({ 404: 60, 429: 5 });
    gateway.postgres.sever();
    expect(await send(unknownPath(), ATTACKER)).toBe(429);
    gateway.postgres.restore();
    expect(await send(webhook, STRIPE)).toBe(200);
  });

  it('of a removed integration do not block other workspaces, however often Stripe retries', async () => {
    const [webhook, removed] = [await newWebhook(), unknownPath()];
    expect(
      await sendAll(
        Array.from({ length: 80 }, () => removed),
        STRIPE,
      ),
    ).toEqual({ 404: 20, 429: 60 });
    expect(await send(webhook, STRIPE)).toBe(200);
  });

  it('of many removed integrations do not block a workspace whose events arrived before', async () => {
    const webhook = await newWebhook();
    expect(await send(webhook, STRIPE)).toBe(200);
    await sendAll(Array.from({ length: 65 }, unknownPath), STRIPE);
    expect(await send(unknownPath(), STRIPE)).toBe(429);
    expect(await send(webhook, STRIPE)).toBe(200);
  });
});
