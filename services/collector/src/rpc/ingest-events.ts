import { randomUUID } from 'node:crypto';
import type { Clock } from '@headwater/kit/clock';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { CollectorDefinition } from '@headwater/protos/services';
import type { LocationOf } from '../domain/location';
import { draftOf, type DraftEvent, type SentTo } from '../domain/draft-event';
import { parseServerEvent } from '../domain/parse-server-event';
import { dropOf, runSteps, SERVER_STEPS, type Drop } from '../domain/pipeline';
import { resolveSessions, type KnownSession } from '../domain/resolve-session';
import { toEventLine } from '../domain/to-event-line';
import type { EventLog } from '../ingest/event-log';
import type { CollectorMetrics } from '../metrics/collector-metrics';
import type { RecentSessionsQuery } from '../store/find-recent-sessions';
import type { DropRecorder } from '../traffic/drop-recorder';

/** Most events of a call. */
const MAX_EVENTS = 1_000;

/**
 * How long a call waits for the log to be shipped: before it, so that events find the sessions of those just taken;
 * after it, so that a program that sends and then asks finds what it sent. They are safe without, so it is not waited for
 * longer.
 */
const SETTLE_MS = 1_000;

/** The stored sessions of some visitors around some time (store/find-recent-sessions.ts). */
export type FindSessions = (query: RecentSessionsQuery) => Promise<readonly KnownSession[]>;

export interface IngestDeps {
  readonly events: EventLog;
  readonly findSessions: FindSessions;
  readonly locationOf: LocationOf;
  readonly clock: Clock;
  readonly metrics: CollectorMetrics;
  readonly drops: DropRecorder;
}

/** `IngestEvents`: takes the events of a customer's server. Answers once they are stored. Never makes a site installed. */
export function ingestEvents(deps: IngestDeps): Handlers<CollectorDefinition>['IngestEvents'] {
  return async ({ siteId, domain, events, unreadable }, call) => {
    if (events.length + unreadable.length > MAX_EVENTS)
      throw failure('invalid_request', `Send at most ${MAX_EVENTS} events in one request.`);
    const site = { workspaceId: call.workspaceId(), siteId, domain };
    const now = deps.clock.now();
    const misshapen: Drop[] = [];
    const drafts: DraftEvent[] = [];
    for (const event of events) {
      const sent = parseServerEvent(event, randomUUID);
      if (sent) drafts.push(draftOf(sent, now));
      else misshapen.push(dropOf({ index: event.index, id: event.eventId.slice(0, 64) }, 'invalid_event'));
    }
    const context = { site, now, locationOf: deps.locationOf, isDatacenter: never, isTooFast: never };
    const { kept, dropped } = runSteps(SERVER_STEPS, drafts, context, deps.metrics.steps);
    if (kept.length > 0) {
      await deps.events.settled(SETTLE_MS);
      resolveSessions(kept, await storedSessions(deps, kept, site).catch(unavailable(call)), { site });
      await deps.events.append(
        kept.map((draft) => toEventLine(draft, { site, origin: 'server', receivedAt: now })),
      );
      await deps.events.settled(SETTLE_MS);
    }
    const allDropped = [...dropped, ...misshapen].sort((a, b) => a.index - b.index);
    deps.metrics.accepted('server', kept.length);
    // The gateway has told their sender already: they are only noted.
    const noted = [...allDropped, ...unreadable.map((event) => dropOf(event, 'invalid_event'))];
    deps.metrics.dropped('server', noted);
    deps.drops.record(site, noted, now);
    return { accepted: kept.length, dropped: allDropped };
  };
}

/** No step for servers asks. */
const never = (): boolean => false;

function storedSessions(
  { findSessions }: IngestDeps,
  drafts: readonly DraftEvent[],
  { workspaceId, siteId }: SentTo,
): Promise<readonly KnownSession[]> {
  const times = drafts.map((draft) => draft.ts);
  return findSessions({
    workspaceId,
    siteId,
    visitorKeys: [...new Set(drafts.map((draft) => draft.visitorKey))],
    from: Math.min(...times),
    to: Math.max(...times),
  });
}

function unavailable({ log }: CallContext): (cause: unknown) => never {
  return (cause) => {
    log.warn({ err: cause }, 'sessions could not be looked up');
    throw failure('upstream_unavailable', 'Events cannot be stored right now. Send them again shortly.', {
      cause,
      retryAfterSeconds: 5,
    });
  };
}
