import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import type { SentEvent } from './draft-event';
import { isSenderId, MAX_URL } from './event-limits';
import { parseBrowserEvent } from './parse-browser-event';
import type { AgentHeaders } from './user-agent';

/** Most events of a request. */
export const MAX_EVENTS = 100;

/** What the request's headers and connection tell of its sender. */
export interface Sender {
  readonly agent: AgentHeaders;
  readonly address: string;
  /** What its clock said when it sent the request, Unix ms; undefined when it does not tell. */
  readonly sentAt: number | undefined;
}

/** An event that can't be read: the others of its request still count. */
export interface UnreadableEvent {
  readonly index: number;
  /** The sender's id where it is a UUID, else one made for it. */
  readonly id: string;
}

/** A browser's request, its shape checked. */
export interface CollectRequest {
  readonly siteId: number;
  readonly siteKey: string;
  readonly visitor: string;
  readonly events: readonly SentEvent[];
  readonly unreadable: readonly UnreadableEvent[];
  /** Of all of them, in their order. */
  readonly ids: readonly string[];
}

const senderId = z.string().refine(isSenderId, 'must be 1 to 128 characters without control characters');
const address = z.string().max(MAX_URL, `must be at most ${MAX_URL} characters`);

const envelope = z
  .strictObject({
    site: z.int().positive(),
    key: z.string().min(1).max(256),
    webdriver: z.boolean().optional(),
    visitor: senderId,
    session: z.strictObject({
      id: senderId,
      landing: address.optional(),
      referrer: address.nullish(),
    }),
    event: z.unknown().optional(),
    events: z
      .array(z.unknown(), 'must be a list of events')
      .min(1, 'must hold at least one event')
      .max(MAX_EVENTS, `must hold at most ${MAX_EVENTS} events; send the rest in another request`)
      .optional(),
  })
  .refine((body) => (body.event === undefined) !== (body.events === undefined), {
    path: ['events'],
    message: 'send either `events`, a list, or `event`, a single one',
  });

/**
 * Reads the body of `POST /collect`.
 *
 * @throws AppError `invalid_json` when it is no JSON, `unknown_field` or `invalid_request` naming the fields when its
 * shape is wrong. An event that is wrong by itself does not throw.
 */
export function parseCollect(text: string, sender: Sender, newId: () => string): CollectRequest {
  const result = envelope.safeParse(parseJson(text));
  if (!result.success) throw badShape(result.error);
  const { site, key, visitor, session, webdriver = false, event, events = [event] } = result.data;
  const parsed = events.map((value, index) =>
    parseBrowserEvent(value, { index, visitor, session, webdriver, ...sender, newId }),
  );
  return {
    siteId: site,
    siteKey: key,
    visitor,
    events: parsed.flatMap((one) => ('sent' in one ? [one.sent] : [])),
    unreadable: parsed.flatMap((one) => ('sent' in one ? [] : [one])),
    ids: parsed.map((one) => ('sent' in one ? one.sent.id : one.id)),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold personal data.
    throw failure('invalid_json', 'The body is not valid JSON. Send one JSON object in UTF-8.');
  }
}

function badShape(error: z.ZodError): Error {
  const fields = error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [{ field: path || 'body', message: issue.message }];
    return issue.keys.slice(0, 10).map((key) => ({
      field: [path, key.slice(0, 64)].filter(Boolean).join('.'),
      message: 'is not a known field; remove it',
    }));
  });
  const unknown = error.issues.every((issue) => issue.code === 'unrecognized_keys');
  return unknown
    ? failure('unknown_field', 'The body has unknown fields. Remove them.', { fields })
    : failure('invalid_request', 'The body does not have the expected shape. Correct the named fields.', {
        fields,
      });
}
