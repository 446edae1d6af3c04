import { sessionKey } from '@headwater/eventstore/visitor-key';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { acquisitionOf, type Acquisition } from './acquisition';
import type { DraftEvent, SentTo } from './draft-event';
import type { Location } from './location';
import type { Agent } from './user-agent';

/** A session ends after 30 minutes without an event. */
export const SESSION_IDLE_MS = 30 * 60 * 1_000;

/** What the event store knows of a session. */
export interface KnownSession {
  readonly visitorKey: string;
  readonly sessionKey: string;
  /** First and last event, Unix ms. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly acquisition: Acquisition | undefined;
  readonly agent: Agent;
  readonly location: Location;
}

/** Whose sessions, and how they are told. */
export interface SessionRules {
  readonly site: SentTo;
  /**
   * An event that is earlier than all that are known of its session tells the session's channel itself. For files whose rows
   * are in no order: then a second import of the file finds the right one for all of them.
   */
  readonly earliestTells?: boolean;
}

/**
 * Gives each event of a server its session, in the order of time.
 *
 * An event that names its session takes that session's attributes when they are known. One that names none continues
 * the visitor's session of the last 30 minutes, stored or earlier in this batch, or starts a new one, whose key follows
 * from site, visitor and event id, so that a repeat of the event finds the same session.
 */
export function resolveSessions(
  drafts: readonly DraftEvent[],
  stored: readonly KnownSession[],
  { site, earliestTells = false }: SessionRules,
): void {
  const known = new KnownSessions(stored);
  for (const draft of drafts.toSorted((a, b) => a.ts - b.ts)) {
    const session =
      draft.sessionKey === ''
        ? known.runningAt(draft.visitorKey, draft.ts)
        : known.named(draft.visitorKey, draft.sessionKey);
    if (!session) beginSession(draft, site);
    else if (earliestTells && draft.ts < session.startedAt) precedeSession(draft, session, site);
    else continueSession(draft, session, site);
    known.add(withEvent(session, draft));
  }
}

function continueSession(draft: DraftEvent, session: KnownSession, site: SentTo): void {
  draft.sessionKey = session.sessionKey;
  draft.acquisition = session.acquisition ?? ownAcquisition(draft, site);
  if (draft.sent.agent.userAgent === '') draft.agent = session.agent;
  if (draft.sent.address === '') draft.location = session.location;
}

/** An event before all that are known of its session tells of it what it can. */
function precedeSession(draft: DraftEvent, session: KnownSession, site: SentTo): void {
  draft.acquisition = ownAcquisition(draft, site) ?? session.acquisition;
}

function beginSession(draft: DraftEvent, site: SentTo): void {
  draft.acquisition = ownAcquisition(draft, site);
  if (draft.sessionKey !== '') return;
  const id = `server:${draft.visitorKey}:${draft.sent.id}`;
  draft.sessionKey = sessionKey(site.workspaceId, site.siteId, id);
}

/**
 * What the event itself tells of its session. A custom event with neither page nor referrer tells nothing, and must not
 * become the Direct visit to which the customer's payments are attributed for ever.
 */
function ownAcquisition(draft: DraftEvent, site: SentTo): Acquisition | undefined {
  const { name, referrer } = draft.sent;
  if (!draft.page && referrer === '' && name !== PAGEVIEW) return undefined;
  return acquisitionOf(draft.page, referrer, site.domain);
}

function withEvent(session: KnownSession | undefined, draft: DraftEvent): KnownSession {
  return {
    visitorKey: draft.visitorKey,
    sessionKey: draft.sessionKey,
    startedAt: Math.min(session?.startedAt ?? draft.ts, draft.ts),
    endedAt: Math.max(session?.endedAt ?? draft.ts, draft.ts),
    acquisition: draft.acquisition,
    agent: session?.agent ?? draft.agent,
    location: session?.location ?? draft.location,
  };
}

/** The sessions known so far, by visitor and key. */
class KnownSessions {
  private readonly byVisitor = new Map<string, Map<string, KnownSession>>();

  constructor(sessions: readonly KnownSession[]) {
    for (const session of sessions) this.add(session);
  }

  add(session: KnownSession): void {
    const ofVisitor = this.byVisitor.get(session.visitorKey) ?? new Map<string, KnownSession>();
    this.byVisitor.set(session.visitorKey, ofVisitor.set(session.sessionKey, session));
  }

  named(visitorKey: string, key: string): KnownSession | undefined {
    return this.byVisitor.get(visitorKey)?.get(key);
  }

  /** The session under way at a time; of several the one whose latest event is nearest. */
  runningAt(visitorKey: string, ts: number): KnownSession | undefined {
    let best: KnownSession | undefined;
    for (const session of this.byVisitor.get(visitorKey)?.values() ?? []) {
      const running = session.startedAt <= ts && ts - session.endedAt <= SESSION_IDLE_MS;
      if (running && (!best || session.endedAt > best.endedAt)) best = session;
    }
    return best;
  }
}
