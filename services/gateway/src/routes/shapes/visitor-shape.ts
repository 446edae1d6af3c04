import type { GetVisitorResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/GetVisitorResponse';
import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';

const time = z.iso.datetime({ precision: 3 });
const known = z.string().nullable();

/** One visitor's visits. */
export const visitorSchema = z
  .strictObject({
    visitorId: z.string().meta({ description: 'The pseudonym, as an export shows it' }),
    firstSeenAt: time.meta({ description: 'First event on the site within the window' }),
    lastSeenAt: time,
    channel: known.meta({ description: 'Of the first session in the workspace; null when unknown' }),
    sessions: z
      .array(
        z.strictObject({
          startedAt: time,
          channel: known,
          source: known,
          landing: known.meta({ description: 'Host and path of the first page, without query' }),
          device: known,
          country: known,
          region: known.meta({ description: 'ISO 3166-2; null without a city database' }),
          events: z.array(
            z.strictObject({
              time,
              name: z.string(),
              pathname: z.string(),
              props: z.record(z.string(), z.string()),
            }),
          ),
        }),
      )
      .meta({ description: 'From the first to the last. Null is unknown' }),
    olderEvents: z
      .int()
      .nonnegative()
      .meta({ description: 'Events of the window that are older than the newest 1,000, which are shown' }),
  })
  .meta({ id: 'Visitor' });

export function visitorJson(
  visitorId: string,
  { firstSeenAtMs, lastSeenAtMs, channel, sessions, olderEvents }: GetVisitorResponse__Output,
): z.infer<typeof visitorSchema> {
  return {
    visitorId,
    firstSeenAt: isoTime(firstSeenAtMs),
    lastSeenAt: isoTime(lastSeenAtMs),
    channel: channel ?? null,
    sessions: sessions.map((session) => ({
      startedAt: isoTime(session.startedAtMs),
      channel: session.channel || null,
      source: session.source || null,
      landing: session.landing || null,
      device: session.device || null,
      country: session.country || null,
      region: session.region || null,
      events: session.events.map(({ timeMs, name, pathname, props }) => ({
        time: isoTime(timeMs),
        name,
        pathname,
        props,
      })),
    })),
    olderEvents,
  };
}
