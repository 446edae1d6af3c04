import { failure } from '@headwater/protos/error-codes';
import type { z } from 'zod';
import { envelope, isEnvelope, type Envelope } from './collect-envelope';
import type { SentEvent } from './draft-event';
import { parseBrowserEvent } from './parse-browser-event';
import type { AgentHeaders } from './user-agent';

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

/**
 * Reads the body of `POST /collect`.
 *
 * @throws AppError `invalid_json` when it is no JSON, `unknown_field` or `invalid_request` naming the fields when its
 * shape is wrong. An event that is wrong by itself does not throw.
 */
export function parseCollect(text: string, sender: Sender, newId: () => string): CollectRequest {
  const body = parseJson(text);
  const {
    site,
    key,
    visitor,
    session,
    webdriver = false,
    event,
    events = [event],
  } = isEnvelope(body) ? body : checkedEnvelope(body);
  const read: SentEvent[] = [];
  const unreadable: UnreadableEvent[] = [];
  const { agent, address, sentAt } = sender;
  const setting = { visitor, session, webdriver, agent, address, sentAt, newId };
  const ids = events.map((value, index) => {
    const one = parseBrowserEvent(value, index, setting);
    if ('sent' in one) {
      read.push(one.sent);
      return one.sent.id;
    }
    unreadable.push(one);
    return one.id;
  });
  return { siteId: site, siteKey: key, visitor, events: read, unreadable, ids };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold personal data.
    throw failure('invalid_json', 'The body is not valid JSON. Send one JSON object in UTF-8.');
  }
}

function checkedEnvelope(body: unknown): Envelope {
  const result = envelope.safeParse(body);
  if (!result.success) throw badShape(result.error);
  return result.data;
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
