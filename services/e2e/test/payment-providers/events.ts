import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const hmac = (secret: string, text: string, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHmac('sha256', secret).update(text).digest(encoding);

interface Signature {
  readonly secret: string;
  /** The headers of a signature at a time in Unix seconds. */
  readonly sign: (body: string, secret: string, seconds: number) => Record<string, string>;
}

/** Signatures of the payment providers, implemented independently of the gateway. */
export const SIGNATURES = {
  stripe: {
    secret: 'whsec_0123456789abcdef',
    sign: (body, secret, at) => ({ 'stripe-signature': `t=${at},v1=${hmac(secret, `${at}.${body}`)}` }),
  },
  paddle: {
    secret: 'pdl_ntfset_0123456789abcdef',
    sign: (body, secret, at) => ({ 'paddle-signature': `ts=${at};h1=${hmac(secret, `${at}:${body}`)}` }),
  },
  'lemon-squeezy': {
    secret: '0123456789abcdef',
    sign: (body, secret) => ({ 'x-signature': hmac(secret, body) }),
  },
  polar: {
    secret: 'polar_whs_0123456789abcdef',
    sign: (body, secret, at) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${hmac(secret, `msg_1.${at}.${body}`, 'base64')}`,
    }),
  },
} satisfies Readonly<Record<string, Signature>>;

export type ProviderName = keyof typeof SIGNATURES;

export interface Customer {
  readonly number: number;
  readonly email: string;
  /** The visitor. */
  readonly ref: string;
}

/** The recorded events of a provider, for one customer and the current time. */
export function eventsOf(provider: ProviderName, { number, email, ref }: Customer): object[] {
  const text = readFileSync(join(__dirname, `${provider}.json`), 'utf8');
  const now = Date.now();
  const filled = text
    .replaceAll('{{n}}', String(number))
    .replaceAll('"{{number}}"', String(number))
    .replaceAll('{{email}}', email)
    .replaceAll('{{ref}}', ref)
    .replace(/"\{\{seconds-(\d+)\}\}"/g, (_, ago) => String(Math.floor(now / 1_000) - Number(ago)))
    .replace(/\{\{time-(\d+)\}\}/g, (_, ago) => new Date(now - Number(ago) * 1_000).toISOString());
  return JSON.parse(filled) as object[];
}
