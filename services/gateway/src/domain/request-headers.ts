import { createHmac } from 'node:crypto';
import { failure } from '@headwater/protos/error-codes';

/** Visible ASCII, which covers a UUID with or without quotes (draft-ietf-httpapi-idempotency-key-header). */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Digests of a request and its Idempotency-Key. */
export interface KeyedRequest {
  /** Finds the row. */
  readonly digest: Buffer;
  /** Distinguishes a different request under the same key from a repeat. */
  readonly fingerprint: Buffer;
  /** Seals the answer; never stored. */
  readonly sealingKey: Buffer;
  /** Identifies the effect to services: equal for repeats of the request. Never stored. */
  readonly operation: Buffer;
}

/** The value of `Idempotency-Key`; undefined without the header. @throws AppError `invalid_request` if it is malformed. */
export function parseIdempotencyKey(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw invalidHeader(
    'Idempotency-Key',
    'must be 1 to 255 visible ASCII characters without spaces, such as a random UUID',
  );
}

/** The keys of a request's digests. */
export interface DigestKeys {
  /** The Idempotency-Key, which may be guessable: some clients use an email address. */
  readonly clientKey: string;
  /** The workspace's secret key. */
  readonly workspaceKey: Buffer;
  /** The endpoint. */
  readonly endpoint: string;
  /** The caller's credential, if the answer contains a secret. */
  readonly credential?: string | undefined;
}

/**
 * Digests a request under its key. The client's key and the workspace's key together are the HMAC key of all values.
 * Readers of the table can't test guesses of keys or of contents, such as email addresses.
 */
export function digestRequest(
  { clientKey, workspaceKey, endpoint, credential = '' }: DigestKeys,
  request: unknown,
): KeyedRequest {
  const key = createHmac('sha256', workspaceKey).update(clientKey).digest();
  const keyed = (purpose: string, text: string): Buffer =>
    createHmac('sha256', key).update(`headwater idempotency ${purpose}\n${text}`).digest();
  const text = JSON.stringify(request);
  return {
    digest: keyed('key', ''),
    fingerprint: keyed('request', text),
    sealingKey: keyed('answer', credential),
    operation: keyed('operation', `${endpoint}\n${credential}\n${text}`),
  };
}

const IF_MATCH_TAG = /^[ \t]*((?:W\/)?"[\x21\x23-\x7e]{0,200}")[ \t]*(?:,|$)/;
const MAX_TAGS = 10;

/**
 * The entity tags of an `If-Match` header, without quotes (RFC 9110 section 13.1.1). Empty without the header and for `*`.
 * A weak tag keeps its `W/`, so that it matches nothing.
 *
 * @throws AppError `invalid_request`.
 */
export function parseIfMatch(header: string | undefined): string[] {
  if (header === undefined || header.trim() === '*') return [];
  const tags: string[] = [];
  let rest = header;
  while (rest !== '' && tags.length < MAX_TAGS) {
    const [all, tag] = IF_MATCH_TAG.exec(rest) ?? [];
    if (all === undefined || tag === undefined) break;
    tags.push(tag.startsWith('W/') ? tag : tag.slice(1, -1));
    rest = rest.slice(all.length);
  }
  if (rest === '' && tags.length > 0) return tags;
  throw invalidHeader('If-Match', 'must be the ETag of an earlier answer, with its quotes');
}

const IF_NONE_MATCH_TAG = /(?:W\/)?("[\x21\x23-\x7e]*")/g;

/**
 * Whether an `If-None-Match` header lists the entity tag (RFC 9110 section 13.1.2). Ignores `W/`: a compressing proxy
 * weakens tags. A malformed header matches nothing, so the answer is sent in full.
 *
 * @param etag with its quotes
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || [...header.matchAll(IF_NONE_MATCH_TAG)].some(([, tag]) => tag === etag);
}

function invalidHeader(field: string, message: string) {
  return failure('invalid_request', `${field} ${message}.`, { fields: [{ field, message }] });
}
