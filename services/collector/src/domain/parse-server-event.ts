import type { ServerEvent__Output } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import type { SentEvent } from './draft-event';
import { isUuid, MAX_URL, parseProps, parseTimestamp } from './event-limits';
import { NO_AGENT } from './user-agent';

/** Reads one event of a server; undefined when its id, time, properties or addresses are wrong. */
export function parseServerEvent(event: ServerEvent__Output, newId: () => string): SentEvent | undefined {
  const time = event.time ? parseTimestamp(event.time) : undefined;
  const props = parseProps(event.props);
  const url = event.url ?? '';
  const referrer = event.referrer ?? '';
  if (event.eventId !== '' && !isUuid(event.eventId)) return undefined;
  if (props === undefined || (event.time && time === undefined)) return undefined;
  if (url.length > MAX_URL || referrer.length > MAX_URL) return undefined;
  return {
    index: event.index,
    id: event.eventId === '' ? newId() : event.eventId.toLowerCase(),
    name: event.name,
    url,
    referrer,
    time,
    sentAt: undefined,
    props,
    visitor: event.anonymousId,
    session: event.sessionId ?? '',
    landing: undefined,
    landingReferrer: undefined,
    webdriver: false,
    agent: { ...NO_AGENT, userAgent: event.userAgent ?? '' },
    address: event.ip ?? '',
  };
}
