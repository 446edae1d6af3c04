/**
 * The columns of an export, in order, each with the SQL of its text. What a visitor or a session is called in the store
 * never leaves: see `SECRET_COLUMNS`.
 */
export const EXPORT_COLUMNS = {
  time: "formatDateTime(ts, '%Y-%m-%dT%H:%i:%S', 'UTC') || '.' || leftPad(toString(toUnixTimestamp64Milli(ts) % 1000), 3, '0') || 'Z'",
  name: 'name',
  visitorId: 'toString(visitor_id)',
  sessionId: 'toString(session_id)',
  pathname: 'pathname',
  hostname: 'hostname',
  channel: 'channel',
  source: 'source',
  referrer: 'referrer',
  landing: 'landing',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
  country: 'country',
  region: 'region',
  device: 'device',
  browser: 'browser',
  os: 'os',
  eventId: 'toString(event_id)',
  props: 'props',
} as const;

export type ExportColumn = keyof typeof EXPORT_COLUMNS;

/** One event of an export: unknown values are `''`. */
export type ExportRow = Readonly<Record<Exclude<ExportColumn, 'props'>, string>> & {
  readonly props: Readonly<Record<string, string>>;
};
