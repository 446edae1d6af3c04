import type { FieldError } from '@headwater/kit/errors';
import type { BrowserEvent, BrowserPayload, BrowserSession } from '@headwater/protos/browser-payload';
import { failure } from '@headwater/protos/error-codes';
import type { SentEvent } from './draft-event';
import { isUuid, NO_PROPS, parseProps } from './event-limits';
import { ENVELOPE, EVENT, hasShape, isAbsent, shapeProblems, TIME_MESSAGE } from './payload-shape';
import { parseTimestamp } from './timestamps';
import type { AgentHeaders } from './user-agent';

/** The sender of a request, from its headers and connection. */
export interface Sender {
  readonly agent: AgentHeaders;
  readonly address: string;
  /** The sender's clock when it sent the request, Unix ms; undefined when it is not reported. */
  readonly sentAt: number | undefined;
}

/** An event that is invalid by itself. The other events of its request are processed. */
export interface UnreadableEvent {
  readonly index: number;
  /** The sender's id if it is a UUID, otherwise generated. */
  readonly id: string;
  readonly problem: FieldError;
}

/** A browser's request with a valid shape. */
export interface CollectRequest {
  readonly siteId: number;
  readonly siteKey: string;
  readonly visitor: string;
  readonly events: readonly SentEvent[];
  readonly unreadable: readonly UnreadableEvent[];
  /** Ids of all events, in their order. */
  readonly ids: readonly string[];
}

/**
 * Parses the body of `POST /collect`.
 *
 * @throws AppError `invalid_json` when it is not JSON; `unknown_field` or `invalid_request` with the fields when its shape is
 * wrong. An invalid event does not throw.
 */
export function parseCollect(text: string, sender: Sender, newId: () => string): CollectRequest {
  const { site, key, visitor, session, event, ...optional } = envelopeOf(text);
  const [webdriver, events] = [optional.webdriver ?? false, optional.events ?? [event]];
  const read: SentEvent[] = [];
  const unreadable: UnreadableEvent[] = [];
  const { agent, address, sentAt } = sender;
  const request = { visitor, session, webdriver, agent, address, sentAt, newId };
  const ids = events.map((value, index) => {
    const parsed = parseBrowserEvent(value, index, request);
    if ('sent' in parsed) {
      read.push(parsed.sent);
      return parsed.sent.id;
    }
    unreadable.push(parsed);
    return parsed.id;
  });
  return { siteId: site, siteKey: key, visitor, events: read, unreadable, ids };
}

type Envelope = Omit<BrowserPayload, 'event' | 'events'> & {
  readonly event?: unknown;
  readonly events?: readonly unknown[] | null;
};

function envelopeOf(text: string): Envelope {
  const body = parseJson(text);
  if (!hasShape(body, ENVELOPE)) throw badShape(body);
  if (isAbsent(body['event']) === isAbsent(body['events']))
    throw invalidRequest([
      { field: 'events', message: 'send either `events`, a list, or `event`, a single one' },
    ]);
  return body as unknown as Envelope;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body, which may contain personal data.
    throw failure('invalid_json', 'The body is not valid JSON. Send one JSON object in UTF-8.');
  }
}

function badShape(body: unknown): Error {
  const { unknown, invalid } = shapeProblems(body, ENVELOPE);
  return invalid.length === 0
    ? failure('unknown_field', 'The body has unknown fields. Remove them.', { fields: [...unknown] })
    : invalidRequest([...unknown, ...invalid]);
}

function invalidRequest(fields: { field: string; message: string }[]): Error {
  return failure(
    'invalid_request',
    'The body does not have the expected shape. Correct the fields listed in `errors`.',
    { fields },
  );
}

/** The fields that an event takes from its request. */
export interface EventRequest extends Sender {
  readonly visitor: string;
  readonly session: BrowserSession;
  readonly webdriver: boolean;
  readonly newId: () => string;
}

/** Parses one event of a browser. The result has no `sent` when its shape, id, time or properties are invalid. */
export function parseBrowserEvent(
  value: unknown,
  index: number,
  { visitor, session, webdriver, sentAt, agent, address, newId }: EventRequest,
): { readonly sent: SentEvent } | UnreadableEvent {
  const id = idOf(value) ?? newId();
  if (!isEvent(value)) return { index, id, problem: firstProblem(value) };
  const { name, url, referrer, time: timeText = null } = value;
  const time = timeText === null ? undefined : parseTimestamp(timeText);
  if (timeText !== null && time === undefined)
    return { index, id, problem: { field: 'time', message: TIME_MESSAGE } };
  const parsed = parseProps(value.props ?? NO_PROPS);
  if ('problem' in parsed) return { index, id, problem: parsed.problem };
  const sent: SentEvent = {
    index,
    id,
    // The same bytes are sent again, so the table recognises a repeat without a claim.
    ownId: false,
    name,
    url,
    referrer: referrer ?? '',
    time,
    sentAt,
    props: parsed.props,
    visitor,
    session: session.id,
    landing: session.landing ?? undefined,
    landingReferrer: session.referrer ?? '',
    webdriver,
    agent,
    address,
  };
  return { sent };
}

function firstProblem(value: unknown): FieldError {
  const { unknown, invalid } = shapeProblems(value, EVENT, 'event');
  const [problem] = invalid;
  if (problem) return { ...problem, field: problem.field.replace('event.', '') };
  // An unknown name may be personal data.
  return { field: 'event', message: unknown.length > 0 ? 'has an unknown field' : 'is invalid' };
}

function isEvent(value: unknown): value is BrowserEvent {
  return hasShape(value, EVENT);
}

/** The event's own id if it is a UUID: other text must not be echoed. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' && isUuid(value.id) ? value.id.toLowerCase() : undefined;
}
