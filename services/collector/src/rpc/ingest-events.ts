import { randomUUID } from 'node:crypto';
import type { EventRow } from '@headwater/eventstore/event-columns';
import type { FieldError } from '@headwater/kit/errors';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { ServerEvent__Output } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import { BATCH_LIMITS, EVENT_LIMITS } from '@headwater/protos/limits';
import type { CollectorDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { clickIdLines } from '../domain/click-ids';
import { draftOf, type DraftEvent, type SentEvent } from '../domain/draft-event';
import { isUuid, parseProps } from '../domain/event-limits';
import { dropOf, duplicateOf, runSteps, SERVER_STEPS, type Drop } from '../domain/pipeline';
import { TIME_MESSAGE } from '../domain/payload-shape';
import { prepareForDerivation } from '../domain/session-evidence';
import { parseTimestamp } from '../domain/timestamps';
import { toEventLine } from '../domain/to-event-line';
import { NO_AGENT } from '../domain/user-agent';
import { createShippedWait } from './shipped-wait';

/** Accepts the events of a customer's server. Returns once they are durable. Does not mark the site as installed. */
export function createIngestEvents(
  dependencies: Dependencies,
): Handlers<CollectorDefinition>['IngestEvents'] {
  const { clock, events: log, drops, metrics, locationOf, storedIds } = dependencies;
  const waitUntilShipped = createShippedWait(log);
  return async ({ siteId, domain, scrub = true, clickIdKey, events, unreadable, requests = 1 }, call) => {
    if (events.length + unreadable.length > BATCH_LIMITS.events)
      throw failure('invalid_request', `Too many events in one call (limit ${BATCH_LIMITS.events}).`);
    const site = { workspaceId: call.workspaceId(), siteId, domain, scrub, clickIdKey };
    const now = clock.now();
    const malformed: Drop[] = [];
    const drafts: DraftEvent[] = [];
    for (const event of events) {
      const parsed = parseServerEvent(event, randomUUID);
      if ('sent' in parsed) drafts.push(draftOf(parsed.sent, now));
      else
        malformed.push(
          dropOf({ index: event.index, id: event.eventId.slice(0, 64) }, 'invalid_event', parsed),
        );
    }
    // No step for servers uses the functions.
    const unused = { isDatacenter: () => false, isTooFast: () => false };
    const context = { site, now, locationOf, storedIds, ...unused };
    const { kept, dropped } = runSteps(SERVER_STEPS, drafts, context, metrics.steps);
    let duplicates: readonly Drop[] = [];
    if (kept.length > 0) {
      for (const draft of kept) prepareForDerivation(draft, site);
      const row = { site, origin: 'server', receivedAt: now } as const;
      const lines = kept.map((draft) => toEventLine(draft, row));
      await log.append(lines.concat(clickIdLines(kept, row)));
      // After the append: a claim without its event would refuse the sender's next attempt.
      [duplicates] = await Promise.all([
        findDuplicates(dependencies, kept, lines).catch((err: unknown) => {
          call.log.warn(
            { err },
            'event ids cannot be checked yet; duplicates are dropped from the event log later',
          );
          return [];
        }),
        waitUntilShipped(site.workspaceId, requests),
      ]);
    }
    const accepted = kept.length - duplicates.length;
    metrics.accepted('server', accepted);
    const allDropped = [...dropped, ...malformed].sort((a, b) => a.index - b.index);
    // The gateway has reported the unreadable events to their sender already: they are only recorded.
    const rejected = unreadable.map(({ index, id, field, message }) =>
      dropOf({ index, id }, 'invalid_event', field === '' ? {} : { problem: { field, message } }),
    );
    const recorded = [...allDropped, ...rejected];
    metrics.dropped('server', recorded);
    drops.record(site, recorded, now);
    // Duplicates are recorded when the log drops them.
    const reported = [...allDropped, ...duplicates].sort((a, b) => a.index - b.index);
    const dropsOfCall = reported.map(({ index, id, reason, problem }) => ({
      index,
      id,
      reason,
      ...problem,
    }));
    return { accepted, dropped: dropsOfCall };
  };
}

/** The events whose id an earlier event with other values has. @throws AppError while sites or its database is unreachable. */
async function findDuplicates(
  { claimIds }: Dependencies,
  drafts: readonly DraftEvent[],
  lines: readonly string[],
): Promise<Drop[]> {
  const claimed = drafts.flatMap(({ sent }, index) => {
    const line = lines[index];
    return sent.ownId && line !== undefined ? [{ sent, row: JSON.parse(line) as EventRow }] : [];
  });
  const rows = await claimIds(claimed.map(({ row }) => row));
  return claimed.filter((_, index) => !rows[index]).map(({ sent }) => duplicateOf(sent));
}

const URL_TOO_LONG = `must have at most ${EVENT_LIMITS.maxUrlLength} characters`;

/** Parses one event of a server, or returns the first problem with its id, time, properties or addresses. */
function parseServerEvent(
  event: ServerEvent__Output,
  newId: () => string,
): { readonly sent: SentEvent } | { readonly problem: FieldError } {
  const time = event.time ? parseTimestamp(event.time) : undefined;
  const url = event.url ?? '';
  const referrer = event.referrer ?? '';
  if (event.eventId !== '' && !isUuid(event.eventId))
    return { problem: { field: 'event_id', message: 'must be a UUID' } };
  if (event.time && time === undefined) return { problem: { field: 'time', message: TIME_MESSAGE } };
  if (url.length > EVENT_LIMITS.maxUrlLength) return { problem: { field: 'url', message: URL_TOO_LONG } };
  if (referrer.length > EVENT_LIMITS.maxUrlLength)
    return { problem: { field: 'referrer', message: URL_TOO_LONG } };
  const parsed = parseProps(event.props);
  if ('problem' in parsed) return parsed;
  const sent: SentEvent = {
    index: event.index,
    id: event.eventId === '' ? newId() : event.eventId.toLowerCase(),
    ownId: event.ownId && event.eventId !== '',
    name: event.name,
    url,
    referrer,
    time,
    sentAt: undefined,
    props: parsed.props,
    visitor: event.anonymousId,
    session: event.sessionId ?? '',
    landing: undefined,
    landingReferrer: undefined,
    webdriver: false,
    agent: { ...NO_AGENT, userAgent: event.userAgent ?? '' },
    address: event.ip ?? '',
  };
  return { sent };
}
