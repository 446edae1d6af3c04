/**
 * One row of `events`, as it travels in a batch and is stored. Unknown strings are `''`.
 *
 * 64-bit ids are unsigned decimal strings, since they exceed what a JavaScript number holds exactly.
 */
export interface EventRow {
  readonly workspace_id: number;
  readonly site_id: number;
  /** `pageview` for a pageview. */
  readonly name: string;
  /**
   * The event's own time, ISO 8601 with `Z`, milliseconds. A repeated `event_id` is recognised only with the same `ts`
   * day, so stamp it where the event happens, never on arrival.
   */
  readonly ts: string;
  /**
   * When the collector took it, ISO 8601 with `Z`, milliseconds. Of an imported event its own time. For receipts: it is
   * forgotten after eight days, and 1970 stands in its place.
   */
  readonly received_at: string;
  /** UUID given by the sender. */
  readonly event_id: string;
  /** From `visitorKey`. */
  readonly visitor_id: string;
  /** From `sessionKey`. */
  readonly session_id: string;
  /** Through which door it came; `import` is another product's export. */
  readonly origin: 'browser' | 'server' | 'import';
  readonly hostname: string;
  readonly pathname: string;
  /** One of `CHANNELS`, or `''` where an event tells nothing of its session (it then is nobody's first touch). */
  readonly channel: string;
  readonly source: string;
  /** Host and path, without query. */
  readonly referrer: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_term: string;
  readonly utm_content: string;
  /** Host and path of the session's first page, without query. */
  readonly landing: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** ISO 3166-2, `DE-BE`. */
  readonly region: string;
  readonly device: string;
  readonly browser: string;
  readonly os: string;
  /** Version of the channel rules that gave `channel`, 0 where none did. At most 65,535. */
  readonly rules_version: number;
  readonly props: Readonly<Record<string, string>>;
}
