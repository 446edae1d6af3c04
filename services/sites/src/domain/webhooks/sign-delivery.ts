import { createHmac } from 'node:crypto';

/** Secrets begin so, as https://www.standardwebhooks.com has it; what follows is base64. */
const PREFIX = 'whsec_';
/** The specification takes 24 to 64. */
export const SECRET_BYTES = 32;

/** A webhook's secret of random bytes. */
export function webhookSecret(bytes: Buffer): string {
  return `${PREFIX}${bytes.toString('base64')}`;
}

/**
 * The headers of Standard Webhooks for one attempt.
 *
 * @param secrets whose holders must be able to check it; more than one while a secret is being changed.
 * @param at Unix milliseconds, of this attempt: receivers refuse what is minutes old.
 */
export function signDelivery(
  { id, body, at }: { readonly id: string; readonly body: Buffer; readonly at: number },
  secrets: readonly string[],
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
