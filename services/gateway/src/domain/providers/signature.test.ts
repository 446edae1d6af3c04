import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { ProviderName } from './provider';
import { ADAPTERS } from './providers';
import type { SignatureHeaders } from './signature';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const DAY = 86_400_000;
const BODY = '{ "type": "ä",\n "data": {} }';
/** An event of Lemon Squeezy, whose only time is in the body. */
const orderAt = (ms: number): string =>
  JSON.stringify({
    meta: { event_name: 'order_created' },
    data: { id: '1', attributes: { customer_id: 2, updated_at: new Date(ms).toISOString() } },
  });

interface Signing {
  readonly secret: string;
  readonly sign: (body: string, secret: string, at: number) => SignatureHeaders;
}

const hex = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const polar = (key: (secret: string) => string, secret: string): Signing => ({
  secret,
  sign: (body, used, at) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(key(used)).sign('msg_1', new Date(at), body),
  }),
});

/** Independent implementations of the providers' signatures. */
const SIGNINGS: readonly (readonly [string, ProviderName, Signing])[] = [
  [
    'Stripe',
    'stripe',
    {
      secret: 'whsec_0123456789abcdef',
      sign: (payload, secret, at) => ({
        'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({
          ...{ payload, secret, timestamp: Math.floor(at / 1_000) },
        }),
      }),
    },
  ],
  [
    'Paddle',
    'paddle',
    {
      secret: 'pdl_ntfset_01gkpjp8bkm3tm53kdgkx6sms7_6h3qd3uFSi9YCD3OLYAShQI90XTI5vEI',
      sign: (body, secret, at) => {
        const seconds = Math.floor(at / 1_000);
        return { 'Paddle-Signature': `ts=${seconds};h1=${hex(secret, `${seconds}:${body}`)}` };
      },
    },
  ],
  [
    'Lemon Squeezy',
    'lemon-squeezy',
    { secret: 'my-0-secret', sign: (body, secret) => ({ 'X-Signature': hex(secret, body) }) },
  ],
  [
    'Polar before Standard Webhooks',
    'polar',
    polar((secret) => Buffer.from(secret).toString('base64'), 'polar_whs_0123456789'),
  ],
  [
    'Polar',
    'polar',
    polar((secret) => secret, `whsec_${Buffer.from('0123456789abcdef').toString('base64')}`),
  ],
];

describe.each(SIGNINGS)('a signature of %s', (_name, provider, { secret, sign }) => {
  const adapter = ADAPTERS[provider];
  const verify = async (headers: SignatureHeaders, body: string, used = secret) =>
    adapter.hasSignatureForm(headers)
      ? await adapter.verify({ bytes: Buffer.from(body), headers, secret: used, now: NOW })
      : undefined;

  it('has the documented secret and form', () => {
    expect(secret).toMatch(adapter.secret.pattern);
    expect(Object.keys(sign(BODY, secret, NOW))).toEqual(adapter.signatureHeaders);
    expect(adapter.hasSignatureForm({})).toBe(false);
  });

  it('returns the event', async () => {
    expect(await verify(sign(BODY, secret, NOW), BODY)).toEqual(JSON.parse(BODY));
  });

  it('is refused with another secret, another body and a body that is not JSON', async () => {
    const other = secret.replace('0', '1').replace('M', 'N');
    expect(await verify(sign(BODY, other, NOW), BODY)).toBeUndefined();
    expect(await verify(sign(BODY, secret, NOW), `${BODY} `)).toBeUndefined();
    expect(await verify(sign('no json', secret, NOW), 'no json')).toBeUndefined();
    expect(await verify(sign('', secret, NOW), '')).toBeUndefined();
  });

  it.each(['', 'nonsense', 't=1', 'ts=1', 'v1,', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}\n`])(
    'is refused before the body is read: %j',
    (text) => {
      const headers = Object.fromEntries(adapter.signatureHeaders.map((name) => [name, text]));
      expect(adapter.hasSignatureForm(headers)).toBe(false);
    },
  );

  it('is refused outside of its time', async () => {
    const isInBody = provider === 'lemon-squeezy';
    const [before, after] = isInBody ? [30 * DAY, 300_000] : [300_000, 300_000];
    const at = (ms: number) =>
      verify(sign(isInBody ? orderAt(ms) : BODY, secret, ms), isInBody ? orderAt(ms) : BODY);
    for (const ms of [NOW - before, NOW + after]) expect(await at(ms)).toBeDefined();
    for (const ms of [NOW - before - 1_000, NOW + after + 1_000]) expect(await at(ms)).toBeUndefined();
  });
});

it('accepts the second signature of a request during the rotation of a secret', () => {
  const seconds = String(NOW / 1_000);
  const signature = `ts=${seconds};h1=${'0'.repeat(64)};h1=${hex('pdl_second', `${seconds}:{}`)}`;
  const headers = { 'Paddle-Signature': signature };
  expect(ADAPTERS.paddle.hasSignatureForm(headers)).toBe(true);
  expect(
    ADAPTERS.paddle.verify({ bytes: Buffer.from('{}'), headers, secret: 'pdl_second', now: NOW }),
  ).toEqual({});
});
