/**
 * The columns of `events`. Everything else that lists them derives from this table: the row type, the collector's JSON
 * line, the attributes that an event takes over from its session, and the columns of an export.
 *
 * A new column needs a migration, an entry here, and a collector step that fills its group. A new dimension is also
 * listed in `DIMENSION_COLUMNS` of protos, which the gateway and the dashboard read.
 */

/** TypeScript types of the column types, as a row carries them in JSON. */
interface ColumnTypes {
  /** `''` when unknown. */
  readonly text: string;
  readonly integer: number;
  /** Unsigned 64-bit integer in decimal: more digits than a JavaScript number holds exactly. */
  readonly id: string;
  readonly uuid: string;
  /** ISO 8601 with `Z`, in milliseconds. */
  readonly time: string;
  /** How the event arrived; `import` is another product's export. */
  readonly origin: 'browser' | 'server' | 'import';
  readonly properties: Readonly<Record<string, string>>;
}

/**
 * The part of a draft event that fills a column: one object of the collector per group, with one field per column.
 * `location`, `agent` and `acquisition` belong to the whole session; later events of the session take them over.
 */
export type ColumnGroup = 'event' | 'page' | 'location' | 'agent' | 'acquisition';

interface EventColumn {
  readonly type: keyof ColumnTypes;
  readonly group: ColumnGroup;
  /** Name of the column in an export; absent: not exported. */
  readonly exportName?: string;
}

/** In the order of an export's columns. */
export const EVENT_COLUMNS = {
  workspace_id: { type: 'integer', group: 'event' },
  site_id: { type: 'integer', group: 'event' },
  /**
   * The event's own time. A repeated `event_id` is recognised only on the same UTC day of `ts`, so take it from the
   * sender, not from the arrival.
   */
  ts: { type: 'time', group: 'event', exportName: 'time' },
  /** `pageview` for a pageview. */
  name: { type: 'text', group: 'event', exportName: 'name' },
  /** From `StoredIds`. */
  visitor_id: { type: 'id', group: 'event', exportName: 'visitorId' },
  /** From `sessionKey`. For an event whose session is derived, the session among the visitor's other events. */
  session_id: { type: 'id', group: 'event', exportName: 'sessionId' },
  /** The session as the sender named it, from `sessionKey`; 0 without a name, and for a browser event that carries its landing page. */
  sent_session: { type: 'id', group: 'event' },
  /** Flags of `EVIDENCE`; 0 for a browser event that carries its session's landing page. */
  evidence: { type: 'integer', group: 'event' },
  /**
   * JSON object of the event's own known values of the columns that its session has overwritten, `''` if it has not: another
   * event that arrives later may move the event to another session.
   */
  own: { type: 'text', group: 'event' },
  pathname: { type: 'text', group: 'page', exportName: 'pathname' },
  hostname: { type: 'text', group: 'page', exportName: 'hostname' },
  /** One of `CHANNELS`; `''` where the event carries nothing about its session. Such an event is never a first touch. */
  channel: { type: 'text', group: 'acquisition', exportName: 'channel' },
  /** Derived name: `Google`, `newsletter`, `blog.example.org`. */
  source: { type: 'text', group: 'acquisition', exportName: 'source' },
  /** Host and path, without query. */
  referrer: { type: 'text', group: 'acquisition', exportName: 'referrer' },
  /** Host and path of the session's first page, without query. */
  landing: { type: 'text', group: 'acquisition', exportName: 'landing' },
  utm_source: { type: 'text', group: 'acquisition', exportName: 'utm_source' },
  utm_medium: { type: 'text', group: 'acquisition', exportName: 'utm_medium' },
  utm_campaign: { type: 'text', group: 'acquisition', exportName: 'utm_campaign' },
  utm_term: { type: 'text', group: 'acquisition', exportName: 'utm_term' },
  utm_content: { type: 'text', group: 'acquisition', exportName: 'utm_content' },
  /** ISO 3166 alpha-2. */
  country: { type: 'text', group: 'location', exportName: 'country' },
  /** ISO 3166-2, `DE-BE`. */
  region: { type: 'text', group: 'location', exportName: 'region' },
  device: { type: 'text', group: 'agent', exportName: 'device' },
  browser: { type: 'text', group: 'agent', exportName: 'browser' },
  os: { type: 'text', group: 'agent', exportName: 'os' },
  /** UUID given by the sender. */
  event_id: { type: 'uuid', group: 'event', exportName: 'eventId' },
  props: { type: 'properties', group: 'event', exportName: 'props' },
  /**
   * When the collector received the event; for an imported event its own time. Receipts read it. ClickHouse clears it
   * after eight days: the column then reads 1970.
   */
  received_at: { type: 'time', group: 'event' },
  origin: { type: 'origin', group: 'event' },
  /** Version of the channel rules that decided `channel`, 0 where none did. At most 65,535. */
  rules_version: { type: 'integer', group: 'acquisition' },
} as const satisfies Readonly<Record<string, EventColumn>>;

/** Flags of the column `evidence`: which facts about its session an event carries itself. */
export const EVIDENCE = {
  /** The session is derived from all events of the visitor: an event of a server, an import, or without a landing page. */
  derived: 1,
  /** The event's own page can be the session's landing page. */
  landing: 2,
  /** The event has a page or a referrer, but its page is not a landing page. */
  page: 4,
  /** The event has its own user agent. */
  agent: 8,
  /** The event has its own location. */
  location: 16,
  /** A copy that replaces a stored row because its session changed. It is no arrival. */
  corrected: 32,
  /** Only in the collector's log: the sender gave the event's id. */
  ownId: 64,
  /** Only in the collector's log: the sender gave no time. */
  untimed: 128,
} as const;

type Columns = typeof EVENT_COLUMNS;
export type EventColumnName = keyof Columns;

/** One row of `events`, as a batch carries it and ClickHouse stores it. */
export type EventRow = { readonly [Name in EventColumnName]: ColumnTypes[Columns[Name]['type']] };

type NamesIn<Group extends ColumnGroup> = {
  [Name in EventColumnName]: Columns[Name]['group'] extends Group ? Name : never;
}[EventColumnName];

/** The columns of a group, with their values. */
export type ColumnsOf<Group extends ColumnGroup> = Pick<EventRow, NamesIn<Group>>;

/** Names of a group's columns. */
export function columnNames<Group extends ColumnGroup>(group: Group): readonly NamesIn<Group>[] {
  const names = Object.keys(EVENT_COLUMNS) as EventColumnName[];
  return names.filter((name) => EVENT_COLUMNS[name].group === group) as NamesIn<Group>[];
}

/** A group's columns with unknown values: text is `''`, numbers are 0. */
export function unknownColumns<Group extends Exclude<ColumnGroup, 'event'>>(group: Group): ColumnsOf<Group> {
  const values = columnNames(group).map((name) => [name, EVENT_COLUMNS[name].type === 'integer' ? 0 : '']);
  return Object.fromEntries(values) as ColumnsOf<Group>;
}

/** Names of an export's columns. */
export type ExportColumnName = {
  [Name in EventColumnName]: Columns[Name] extends { readonly exportName: infer Exported } ? Exported : never;
}[EventColumnName];
