/** Something that happened in a workspace and may be told outside. Without personal data. */
export interface Notice {
  /** The same for a repeat. */
  readonly id: string;
  readonly type: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A notice with its place in the workspace's order. */
export interface PlacedNotice extends Notice {
  readonly place: number;
}

/** For how long notices are kept. */
export const NOTICE_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

/** A notice as it is sent and listed: the shape that Standard Webhooks recommends. */
export function noticeJson({ type, at, data }: Notice): {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
} {
  return { type, timestamp: new Date(at).toISOString(), data };
}
