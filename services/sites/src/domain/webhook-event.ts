import { WEBHOOK_LIMITS } from '@headwater/protos/limits';

/** Something that happened in a workspace and is sent to webhooks. Contains no personal data. */
export interface WebhookEvent {
  /** The same for every delivery and every repeat. */
  readonly id: string;
  readonly type: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event with its position in the workspace's order. */
export interface ListedEvent extends WebhookEvent {
  readonly place: number;
}

/** How long events are stored. */
export const EVENT_RETENTION_MS = WEBHOOK_LIMITS.retentionDays * 24 * 60 * 60 * 1_000;

/** An event as it is sent and listed: the payload shape of Standard Webhooks. */
export function eventJson({ type, at, data }: WebhookEvent): {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
} {
  return { type, timestamp: new Date(at).toISOString(), data };
}
