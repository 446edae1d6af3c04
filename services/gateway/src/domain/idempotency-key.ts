import { createHmac } from 'node:crypto';
import { failure } from '@headwater/protos/error-codes';

/** Visible ASCII, as the IETF draft's clients send it: a UUID, with or without quotes. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** What one use of a key is known by. */
export interface KeyedRequest {
  /** Finds the row. */
  readonly digest: Buffer;
  /** Tells another request under the same key from a repeat. */
  readonly fingerprint: Buffer;
  /** Seals the answer; never stored. */
  readonly sealingKey: Buffer;
}

/** The header's key, undefined without one. @throws AppError `invalid_request` for a key that is not visible ASCII. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  const message = 'must be 1 to 255 visible ASCII characters without spaces, such as a random UUID';
  throw failure('invalid_request', `Idempotency-Key ${message}.`, {
    fields: [{ field: 'Idempotency-Key', message }],
  });
}

/**
 * Digests a request under its key. All three values are keyed by the client's key, so that a look at the table can not
 * test guesses of an address in the request.
 *
 * @param secret mixed into the sealing key where the answer itself is a secret: the caller's token.
 */
export function digestRequest(key: string, request: unknown, secret = ''): KeyedRequest {
  const keyed = (purpose: string, text: string): Buffer =>
    createHmac('sha256', key).update(`headwater idempotency ${purpose}\n${text}`).digest();
  return {
    digest: keyed('key', ''),
    fingerprint: keyed('request', JSON.stringify(request)),
    sealingKey: keyed('answer', secret),
  };
}
