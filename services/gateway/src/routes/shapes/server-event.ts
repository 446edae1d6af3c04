import { randomUUID } from 'node:crypto';
import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import { DROP_REASONS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { validated } from '../../http/validate';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** One event as a customer's server sends it. The finer rules are the collector's. */
export const serverEventSchema = z
  .strictObject({
    event_id: z
      .string()
      .regex(UUID, 'must be a UUID')
      .exactOptional()
      .meta({ description: 'A repeat of it counts once', format: 'uuid' }),
    anonymous_id: z.string().meta({ description: 'Visitor id' }),
    session_id: z.string().exactOptional(),
    name: z.string().meta({ description: 'At most 120 characters', example: 'signup' }),
    url: z.string().exactOptional(),
    referrer: z.string().exactOptional(),
    time: z
      .string()
      .exactOptional()
      .meta({ description: 'ISO 8601, up to 30 days back; default now', format: 'date-time' }),
    props: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .exactOptional()
      .meta({ description: 'At most 30 properties; values are kept as text' }),
    user_agent: z.string().exactOptional(),
    ip: z.string().exactOptional().meta({ description: 'Used for its country and region, then dropped' }),
  })
  .meta({ id: 'ServerEvent' });

/** What became of a batch of events. */
export const ingestedSchema = z
  .strictObject({
    accepted: z.int().nonnegative(),
    dropped: z.array(
      z.strictObject({ index: z.int().nonnegative(), id: z.string(), reason: z.enum(DROP_REASONS) }),
    ),
    ids: z.array(z.string().meta({ format: 'uuid' })).meta({
      description: 'Of each event, in order, to ask for its receipt by: its `event_id`, or one made for it',
    }),
  })
  .meta({ id: 'Ingested' });

/** The id of an event, or of something that should have been one: its own where that is a UUID. */
function eventIdOf(value: unknown): string {
  const id = (value as { event_id?: unknown } | null)?.event_id;
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : randomUUID();
}

type Sent = z.infer<typeof serverEventSchema>;

function serverEventMessage(index: number, eventId: string, event: Sent): ServerEvent {
  const { event_id: _own, anonymous_id, session_id, user_agent, props, ...same } = event;
  return {
    index,
    ...same,
    eventId,
    anonymousId: anonymous_id,
    props: Object.fromEntries(Object.entries(props ?? {}).map(([key, value]) => [key, String(value)])),
    ...(session_id === undefined ? {} : { sessionId: session_id }),
    ...(user_agent === undefined ? {} : { userAgent: user_agent }),
  };
}

/** An event as the collector takes it, or the id of what is not one; each has an id that its receipt is asked by. */
export function checkEvent(sent: unknown, index: number) {
  const id = eventIdOf(sent);
  const result = validated(serverEventSchema, sent);
  if ('value' in result) return { index, id, value: serverEventMessage(index, id, result.value) };
  return { index, id, problem: id };
}
