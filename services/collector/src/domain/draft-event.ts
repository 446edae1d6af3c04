import type { Acquisition } from './acquisition';
import { NOWHERE, type Location } from './location';
import type { PageUrl } from './page-url';
import { NO_AGENT, type Agent, type AgentHeaders } from './user-agent';

/** One event as its sender wrote it, checked field by field but not yet judged. */
export interface SentEvent {
  /** The event's place in the sender's list. */
  readonly index: number;
  /** UUID in lower case: the sender's, or one made for it. */
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly referrer: string;
  /** Unix ms; undefined when the sender gave none. */
  readonly time: number | undefined;
  /** What the sender's clock said when it sent the event, Unix ms; undefined when the sender does not tell. */
  readonly sentAt: number | undefined;
  readonly props: Readonly<Record<string, string>>;
  /** The sender's visitor id, as it came. */
  readonly visitor: string;
  /** The sender's session id; `''` when it gave none. */
  readonly session: string;
  /** The session's first page and referrer as the sender tells them; undefined when it does not. */
  readonly landing: string | undefined;
  readonly landingReferrer: string | undefined;
  /** True when the visitor's browser says that a program drives it (`navigator.webdriver`). */
  readonly webdriver: boolean;
  readonly agent: AgentHeaders;
  /** The visitor's IP address, used for its country and region and then dropped. `''` when unknown. */
  readonly address: string;
}

/** The site that events are sent for. */
export interface SentTo {
  readonly workspaceId: number;
  readonly siteId: number;
  /** Lower-case punycode, without `www.`. */
  readonly domain: string;
}

/**
 * An event on its way through the steps: what was sent, and what the steps put to it. Steps write only the second half.
 */
export interface DraftEvent {
  readonly sent: SentEvent;
  /** Unix ms. */
  ts: number;
  page: PageUrl | undefined;
  location: Location;
  agent: Agent;
  /** How its session was acquired; undefined when nothing tells. */
  acquisition: Acquisition | undefined;
  /** Stored keys, decimal. */
  visitorKey: string;
  sessionKey: string;
}

/** A draft on which no step has worked yet. */
export function draftOf(sent: SentEvent, now: number): DraftEvent {
  return {
    sent,
    ts: sent.time ?? now,
    page: undefined,
    location: NOWHERE,
    agent: { device: '', browser: '', os: '' },
    acquisition: undefined,
    visitorKey: '',
    sessionKey: '',
  };
}

/** A sent event with nothing but a name: what tests and parsers fill in. */
export const BLANK_EVENT: SentEvent = {
  index: 0,
  id: '',
  name: '',
  url: '',
  referrer: '',
  time: undefined,
  sentAt: undefined,
  props: {},
  visitor: '',
  session: '',
  landing: undefined,
  landingReferrer: undefined,
  webdriver: false,
  agent: NO_AGENT,
  address: '',
};
