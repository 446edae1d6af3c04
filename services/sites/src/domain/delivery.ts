import { createHmac } from 'node:crypto';

/** Result of one attempt to deliver an event. */
export type DeliveryResult =
  | { readonly ok: true; readonly httpStatus: number }
  | { readonly ok: false; readonly problem: DeliveryProblem; readonly httpStatus?: number };

/** Why an attempt failed: enumerated values. */
export type DeliveryProblem =
  'name_not_found' | 'private_address' | 'unreachable' | 'timed_out' | 'redirected' | 'http_error';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after the first, second, … failed attempt: three days in total. */
const BACKOFF: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
];

/** Attempts per delivery, after which it has failed. */
export const MAX_ATTEMPTS = BACKOFF.length + 1;

/**
 * Time of the next attempt after `attempts` failed ones (Unix milliseconds); undefined after the last one.
 *
 * @param random from 0 to below 1: jitter of up to a tenth of the delay, so that simultaneous failures spread out.
 */
export function nextAttempt(attempts: number, now: number, random: number): number | undefined {
  const delay = BACKOFF[attempts - 1];
  return delay === undefined ? undefined : now + Math.round(delay * (0.9 + random * 0.2));
}

/** Prefix of a secret, followed by base64: https://www.standardwebhooks.com. */
const PREFIX = 'whsec_';
/** The specification allows 24 to 64. */
export const SECRET_BYTES = 32;

/** A webhook's signing secret from random bytes. */
export function webhookSecret(bytes: Buffer): string {
  return `${PREFIX}${bytes.toString('base64')}`;
}

/**
 * The Standard Webhooks headers of one attempt.
 *
 * @param secrets one signature each; there are two for a day after a rotation.
 * @param at time of this attempt, Unix milliseconds: receivers reject timestamps that are minutes old.
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
