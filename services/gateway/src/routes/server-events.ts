import { randomUUID } from 'node:crypto';
import type { FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import { SENDER_DROP_REASONS } from '@headwater/protos/drop-reasons';
import { BATCH_LIMITS, EVENT_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { VISITOR_ID_RULE } from '@headwater/protos/visitor-id';
import { partitionRows, type CheckedRow } from '../domain/rows';
import { uuidOf } from '../domain/sandbox-traffic';
import { defineEndpoint } from '../http/endpoint';
import { describeFields, MAX_FIELDS, validated } from '../http/validate';
import { visitorIdText } from './shapes/scalars';
import { siteParams } from './shapes/site';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const PROP_ERROR = 'must be a string, a number or a boolean; send one value per property';
const TIME_ERROR = 'must be an ISO 8601 time with a zone, such as 2026-10-25T02:00:00Z';

/** Property values; a null property is left out. */
const propValue = z.union([z.string(), z.number(), z.boolean()], { error: PROP_ERROR });

/** One event from the customer's server. The collector checks it further. */
const serverEventSchema = z
  .strictObject({
    event_id: z
      .string()
      .regex(UUID, 'must be a UUID')
      .exactOptional()
      .meta({
        description:
          `An id counts once per site for ${EVENT_LIMITS.idDays} days, whatever else differs. A repeat with the same values is accepted again. ` +
          'A repeat with other values is dropped with the reason `duplicate`: the first event counts. An event without `time` keeps the time ' +
          'of its first arrival. If ids cannot be checked at the moment, the duplicate is dropped later, and only its receipt reports it',
        format: 'uuid',
      }),
    anonymous_id: visitorIdText('visitor-1').meta({
      description: `Visitor id: ${VISITOR_ID_RULE}. A number is stored as text`,
    }),
    session_id: visitorIdText('session-1')
      .exactOptional()
      .meta({
        description:
          'Same rule as `anonymous_id`; a number is stored as text. Groups events into one session, which ends after 30 minutes without an event of the ' +
          "visitor. Without this field, an event joins the session nearby, also the tracker's",
      }),
    name: z
      .string()
      .refine((name) => name.isWellFormed(), 'must be well-formed Unicode')
      .meta({ description: `Up to ${EVENT_LIMITS.maxNameLength} characters`, examples: ['signup'] }),
    url: z
      .string()
      .exactOptional()
      .meta({
        description: 'Full URL of the page. Required for a pageview',
        examples: ['https://example.com/pricing'],
      }),
    referrer: z.string().exactOptional().meta({ description: 'Full URL of the previous page' }),
    time: z
      .string({
        error: ({ input }) =>
          typeof input === 'number'
            ? `${TIME_ERROR}; Unix seconds and milliseconds are not accepted`
            : TIME_ERROR,
      })
      .exactOptional()
      .meta({
        description:
          `ISO 8601, up to ${EVENT_LIMITS.maxAgeDays} days in the past and ${EVENT_LIMITS.maxLeadMinutes} minutes in the ` +
          'future. Default: now',
        format: 'date-time',
      }),
    props: z
      .record(z.string(), propValue)
      .exactOptional()
      .meta({
        description: `Up to ${EVENT_LIMITS.maxProps} properties. Values are stored as text; a property that is null is left out`,
      }),
    user_agent: z.string().exactOptional(),
    ip: z.string().exactOptional().meta({ description: 'Used to find country and region, then discarded' }),
  })
  .meta({ id: 'ServerEvent' });

/** The result of a batch of events. */
const ingestedSchema = z
  .strictObject({
    accepted: z.int().nonnegative(),
    dropped: z.array(
      z.strictObject({
        index: z.int().nonnegative(),
        id: z.string(),
        reason: z.enum(SENDER_DROP_REASONS),
        field: z.string().meta({ description: 'The field that causes the drop', examples: ['url'] }),
        message: z.string().meta({
          description: 'The problem of the field',
          examples: ['must be a full URL, such as https://example.com/pricing'],
        }),
      }),
    ),
    ids: z.array(z.string().meta({ format: 'uuid' })).meta({
      description:
        'One id per event, in order: its `event_id`, or a generated one. Use it to fetch the receipt',
    }),
  })
  .meta({ id: 'Ingested' });

/** The place of an event in the request, and its id. */
interface EventId {
  readonly index: number;
  readonly id: string;
  /** Whether a repeat of the request has the same id: each such id counts once. */
  readonly ownId: boolean;
}

/** The `event_id` if it is a UUID. Otherwise an id that an Idempotency-Key determines, or a random one. Accepts malformed events. */
function eventIdOf(value: unknown, index: number, operationId: string | undefined): EventId {
  const id = (value as { event_id?: unknown } | null)?.event_id;
  if (typeof id === 'string' && UUID.test(id)) return { index, id: id.toLowerCase(), ownId: true };
  if (operationId !== undefined) return { index, id: uuidOf(`${operationId} ${index}`), ownId: true };
  return { index, id: randomUUID(), ownId: false };
}

type Sent = z.infer<typeof serverEventSchema>;
type IndexedEvent = ServerEvent & { readonly index: number };

function serverEventMessage({ index, id, ownId }: EventId, event: Sent, props: Props): IndexedEvent {
  const { name, anonymous_id: anonymousId, session_id: sessionId, time, user_agent: userAgent } = event;
  // gRPC's strings are well-formed.
  const texts = { url: event.url, referrer: event.referrer, userAgent, ip: event.ip };
  const given = Object.entries(texts).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, text.toWellFormed()] as const],
  );
  return {
    index,
    eventId: id,
    ownId,
    anonymousId,
    name,
    props,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(time === undefined ? {} : { time }),
    ...Object.fromEntries(given),
  };
}

type Props = Readonly<Record<string, string>>;

/** The properties as text. Read from the event as sent: zod's records skip `__proto__`, which is a property like any other. */
function propsOf(sent: unknown): { readonly props: Props } | { readonly problem: FieldError } {
  const props = (sent as { props?: Readonly<Record<string, unknown>> | null }).props ?? {};
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(props)) {
    if (value === null) continue;
    const parsed = propValue.safeParse(value);
    if (!parsed.success) return { problem: { field: `props.${key}`, message: PROP_ERROR } };
    texts.push([key, String(parsed.data).toWellFormed()]);
  }
  return { props: Object.fromEntries(texts) };
}

/** Fields of other products' events, and the field that replaces them. */
const ALIASES: Readonly<Record<string, keyof Sent>> = {
  ...{ properties: 'props', event: 'name', event_name: 'name', eventName: 'name' },
  ...{
    userId: 'anonymous_id',
    user_id: 'anonymous_id',
    anonymousId: 'anonymous_id',
    distinct_id: 'anonymous_id',
  },
  ...{ visitor: 'anonymous_id', visitor_id: 'anonymous_id', visitorId: 'anonymous_id' },
  ...{ timestamp: 'time', ts: 'time', created_at: 'time', sessionId: 'session_id', userAgent: 'user_agent' },
  ...{ id: 'event_id', eventId: 'event_id', messageId: 'event_id', message_id: 'event_id' },
  ...{ path: 'url', page: 'url', referer: 'referrer', ip_address: 'ip' },
};

/** The problems of an event; those that name the right field for a wrong one come first. */
function problemsOf(fields: readonly FieldError[]): FieldError[] {
  const [renamed, others]: [FieldError[], FieldError[]] = [[], []];
  for (const problem of fields) {
    const right = Object.hasOwn(ALIASES, problem.field) ? ALIASES[problem.field] : undefined;
    if (right === undefined) others.push(problem);
    else renamed.push({ field: problem.field, message: `is not a known field; send \`${right}\` instead` });
  }
  return [...renamed, ...others];
}

/** An event that is malformed, with the id of its receipt and its problems. */
interface Malformed {
  readonly id: string;
  readonly problems: readonly FieldError[];
}

/** Maps an event to its message for the collector, or returns its problems. */
function checkEvent(sent: unknown, eventId: EventId): CheckedRow<IndexedEvent, Malformed> {
  const { index, id } = eventId;
  const result = validated(serverEventSchema, sent);
  if (!('value' in result)) return { index, problem: { id, problems: problemsOf(result.fields) } };
  const parsed = propsOf(sent);
  if ('problem' in parsed) return { index, problem: { id, problems: [parsed.problem] } };
  return { index, value: serverEventMessage(eventId, result.value, parsed.props) };
}

/** Invalid field names may be personal data, so receipts store only names like those of properties. */
function storedField(field: string): string {
  return /^[A-Za-z0-9_.-]{1,100}$/.test(field) ? field : 'event';
}

/** The problem document of a call without any valid event. */
function allInvalid(
  dropped: readonly (FieldError & { readonly index: number })[],
  problems: ReadonlyMap<number, readonly FieldError[]>,
): Error {
  const fields = dropped.flatMap((drop) =>
    (problems.get(drop.index) ?? [drop]).map(({ field, message }) => ({
      field: field === '' ? `events[${drop.index}]` : `events[${drop.index}].${field}`,
      message,
    })),
  );
  return failure('invalid_request', `No event is valid. ${describeFields(fields)}.`, {
    fields: fields.slice(0, MAX_FIELDS),
  });
}

/** `POST /api/v1/sites/{id}/events` */
export const sendEvents = defineEndpoint({
  operationId: 'sendEvents',
  summary: 'Send events from your server',
  description: `Takes up to ${BATCH_LIMITS.events} events. Invalid events are dropped; the response lists each with its reason, field and problem. If all are invalid, the response is 400.`,
  tag: 'Events',
  method: 'post',
  path: '/api/v1/sites/{id}/events',
  example: {
    body: {
      events: [
        { anonymous_id: 'visitor-1', name: 'pageview', url: 'https://example.com/pricing' },
        { anonymous_id: 'visitor-1', name: 'signup', props: { plan: 'pro' } },
      ],
    },
  },
  scope: 'events:write',
  params: siteParams,
  body: z.strictObject({ events: z.array(z.unknown()).min(1).max(BATCH_LIMITS.events) }),
  documentedBody: z.strictObject({ events: z.array(serverEventSchema).min(1).max(BATCH_LIMITS.events) }),
  itemsOf: ({ events }) => events.length,
  responses: { 202: { description: 'The accepted events are stored durably', schema: ingestedSchema } },
  failures: ['site_not_found'],
  run: async ({ params: { id: siteId }, body, call }, { ingestEvents }) => {
    const checked = body.events.map((event, index) =>
      checkEvent(event, eventIdOf(event, index, call.operationId)),
    );
    const { good, bad } = partitionRows(checked);
    const events = good.map(({ value }) => value);
    const malformed = bad.map(({ index, problem: { id, problems } }) => {
      const { field, message } = problems[0] ?? { field: '', message: 'is invalid' };
      return { index, id, field: field === '' ? 'event' : field, message };
    });
    const unreadable = malformed.map((event) => ({ ...event, field: storedField(event.field) }));
    const refused = await ingestEvents({ siteId, events, unreadable }, call);
    const dropped = [
      ...malformed.map((event) => ({ ...event, reason: 'invalid_event' })),
      ...refused.map(({ index, id, reason, field, message }) => ({
        index,
        id,
        reason,
        field,
        message,
      })),
    ].sort((a, b) => a.index - b.index);
    if (dropped.length === checked.length && dropped.every(({ reason }) => reason === 'invalid_event'))
      throw allInvalid(dropped, new Map(bad.map(({ index, problem }) => [index, problem.problems])));
    const ids = checked.map((row) => ('value' in row ? row.value.eventId : row.problem.id));
    return { status: 202, body: { accepted: checked.length - dropped.length, dropped, ids } };
  },
});
