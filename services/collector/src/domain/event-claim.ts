import { hash } from 'node:crypto';
import {
  EVENT_COLUMNS,
  EVIDENCE,
  type EventColumnName,
  type EventRow,
} from '@headwater/eventstore/event-columns';

/** The content that an event id stands for. */
export interface FirstClaim {
  /** 48 bits of a hash of the event's content. */
  readonly fingerprint: number;
  /** The event's time, Unix ms. */
  readonly timeMs: number;
}

/** The id of an event and its content. The first claim of an id on a site wins. */
export interface EventClaim extends FirstClaim {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly eventId: string;
}

/** Columns that differ between two arrivals of one event, identify the claim, or are derived from other events. */
const NOT_CONTENT: ReadonlySet<string> = new Set<EventColumnName>([
  ...(['workspace_id', 'site_id', 'event_id', 'received_at'] as const),
  ...(['session_id', 'evidence', 'own', 'rules_version'] as const),
]);
const IDS: ReadonlySet<string> = new Set(
  Object.entries(EVENT_COLUMNS).flatMap(([name, { type }]) => (type === 'id' ? [name] : [])),
);
const FLAGS = EVIDENCE.ownId | EVIDENCE.untimed;

/**
 * Returns the claim of an event before its session is derived; undefined if the collector generated its id.
 *
 * Two events with the same fingerprint are stored with the same values. The time counts if the sender gave it. Properties of
 * imported events do not count: they come from another file, which may be imported later.
 *
 * A row of the log may be from a release with other columns: its own columns count, in any order, without default values.
 */
export function claimOf(row: EventRow): EventClaim | undefined {
  if (!hasOwnId(row)) return undefined;
  const isUntimed = (row.evidence & EVIDENCE.untimed) !== 0;
  const content = Object.entries(row)
    .filter(([name]) => !NOT_CONTENT.has(name) && !(name === 'ts' && isUntimed))
    .filter(([name]) => !(name === 'props' && row.origin === 'import'))
    .map(
      ([name, value]) => [name, name === 'props' ? Object.entries(row.props).sort(byName) : value] as const,
    )
    .filter(([name, value]) => !isDefault(name, value))
    .sort(byName);
  return {
    workspaceId: row.workspace_id,
    siteId: row.site_id,
    eventId: row.event_id,
    fingerprint: Number.parseInt(hash('sha256', JSON.stringify(content), 'hex').slice(0, 12), 16),
    timeMs: Date.parse(row.ts),
  };
}

/** Whether the sender gave the id of an event in the log. */
export function hasOwnId({ evidence }: EventRow): boolean {
  return (evidence & EVIDENCE.ownId) !== 0;
}

/** Whether a column without a value would be stored with this value. */
function isDefault(name: string, value: unknown): boolean {
  if (value === undefined || value === '' || value === 0) return true;
  if (typeof value === 'object') return value === null || Object.keys(value).length === 0;
  return value === '0' && IDS.has(name);
}

/** Orders by UTF-16 units: the same on every machine. */
function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Returns the row as it is stored if it has the content of the first claim, with the time of that claim; otherwise undefined. */
export function rowOfClaim(row: EventRow, claim: EventClaim, first: FirstClaim): EventRow | undefined {
  if (first.fingerprint !== claim.fingerprint) return undefined;
  const ts = first.timeMs === claim.timeMs ? row.ts : new Date(first.timeMs).toISOString();
  return { ...row, ts, evidence: row.evidence & ~FLAGS };
}
