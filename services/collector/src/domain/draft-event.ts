import type { EventRow } from '@headwater/eventstore/event-columns';
import type { Acquisition } from './acquisition';
import { NOWHERE, type Location } from './ip-address';
import type { PageUrl } from './page-url';
import { NO_AGENT, UNKNOWN_AGENT, type Agent, type AgentHeaders } from './user-agent';

/** How an event arrived. */
export type Origin = EventRow['origin'];

/** One event as its sender wrote it: its fields have the right types, no step has checked it yet. */
export interface SentEvent {
  /** Position in the sender's list. */
  readonly index: number;
  /** UUID in lower case, from the sender or generated. */
  readonly id: string;
  /** True if a server or an import gave the id: it then counts once per site. */
  readonly ownId: boolean;
  readonly name: string;
  readonly url: string;
  readonly referrer: string;
  /** Unix ms; undefined when the sender gave none. */
  readonly time: number | undefined;
  /** The sender's clock when it sent the event, Unix ms; undefined when the sender does not report it. */
  readonly sentAt: number | undefined;
  readonly props: Readonly<Record<string, string>>;
  /** The sender's visitor id, unchanged. */
  readonly visitor: string;
  /** The sender's session id; `''` when it gave none. */
  readonly session: string;
  /** The session's first page and referrer as the sender reports them; undefined when it does not. */
  readonly landing: string | undefined;
  readonly landingReferrer: string | undefined;
  /** True when the browser reports that a program controls it (`navigator.webdriver`). */
  readonly webdriver: boolean;
  readonly agent: AgentHeaders;
  /** The visitor's IP address, used for country and region and not stored. `''` when unknown. */
  readonly address: string;
}

/** The site that events are sent for. */
export interface SentTo {
  readonly workspaceId: number;
  readonly siteId: number;
  /** Lower-case punycode, without `www.`. */
  readonly domain: string;
  /** Whether stored texts are scrubbed. */
  readonly scrub: boolean;
  /** The public key that seals click ids; undefined: the site stores none. */
  readonly clickIdKey?: string | undefined;
  /** The browser events that the site does not store. */
  readonly exclusions?: Exclusions | null | undefined;
  /** For imports: the first day that the site's retention stores. Absent: all days. */
  readonly retainedFrom?: RetainedFrom;
}

/** Paths and addresses of events that a site does not store. */
export interface Exclusions {
  /** Patterns: `*` is any text. */
  readonly paths: readonly string[];
  /** IP addresses and subnets. */
  readonly addresses: readonly string[];
}

/** The first stored day of a site. */
export interface RetainedFrom {
  /** `2026-03-01` */
  readonly day: string;
  /** Its start in the site's time zone, Unix ms. */
  readonly startMs: number;
}

/** An event in the pipeline: `sent` never changes, the steps set the other fields. */
export interface DraftEvent {
  readonly sent: SentEvent;
  /** Unix ms. */
  ts: number;
  page: PageUrl | undefined;
  location: Location;
  agent: Agent;
  /** The acquisition of its session; undefined when unknown. */
  acquisition: Acquisition | undefined;
  /** Stored keys, decimal. */
  visitorKey: string;
  sessionKey: string;
  /** For a derived session: the stored key of the session id that the sender gave, `''` without one. */
  sentSession: string;
  /** Flags of `EVIDENCE`; 0 unless the session is derived. */
  evidence: number;
}

/** Returns the draft of an event, before the first step. */
export function draftOf(sent: SentEvent, now: number): DraftEvent {
  return {
    sent,
    ts: sent.time ?? now,
    page: undefined,
    location: NOWHERE,
    agent: UNKNOWN_AGENT,
    acquisition: undefined,
    visitorKey: '',
    sessionKey: '',
    sentSession: '',
    evidence: 0,
  };
}

/** A sent event with empty fields, for parsers and tests to fill in. */
export const BLANK_EVENT: SentEvent = {
  index: 0,
  id: '',
  ownId: false,
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
