/** Where a workspace's notices are sent. Times: Unix milliseconds. Its secret is known to the store alone. */
export interface Webhook {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  /** Of the closed list of notice types. */
  readonly events: readonly string[];
  /** Undefined while it is active. */
  readonly disabled?: { readonly reason: DisabledReason; readonly at: number };
  /** Since when no attempt has come through. */
  readonly failingSince?: number;
  readonly createdAt: number;
}

/** Paused by its owner, nothing came through for days, or it said 410 Gone. */
export type DisabledReason = 'paused' | 'failing' | 'gone';

/** Fields to change; what is absent stays. */
export interface WebhookChanges {
  readonly url?: string;
  readonly description?: string;
  readonly events?: readonly string[];
  readonly status?: 'active' | 'disabled';
}

/** One attempt's end. */
export type DeliveryResult =
  | { readonly ok: true; readonly httpStatus: number }
  | { readonly ok: false; readonly problem: DeliveryProblem; readonly httpStatus?: number };

/** Why an attempt did not come through: the closed list. */
export type DeliveryProblem =
  'name_not_found' | 'private_address' | 'unreachable' | 'timed_out' | 'redirected' | 'http_error';
