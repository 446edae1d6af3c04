import { failure } from '@headwater/protos/error-codes';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@headwater/protos/webhook-events';
import type { Principal, Scope } from './principal';

/** The scope that permits a token to read the events of each type through webhooks and their list. */
const EVENT_SCOPES: Readonly<Record<WebhookEventType, Scope>> = {
  'site.installed': 'sites:read',
  'site.deleted': 'sites:read',
  'site.purged': 'sites:read',
  'identity.linked': 'identify',
  'payment.attributed': 'payments',
  'attribution.changed': 'identify',
  'goal.reached': 'stats:read',
};

/** A Markdown list for the descriptions of endpoints. */
export const EVENT_SCOPES_LIST = Object.entries(EVENT_SCOPES)
  .map(([type, scope]) => `- \`${type}\`: \`${scope}\``)
  .join('\n');

/** The types of events that a principal may read. */
export function readableEvents({ scopes }: Principal): WebhookEventType[] {
  return WEBHOOK_EVENT_TYPES.filter((type) => scopes.includes(EVENT_SCOPES[type]));
}

/** @throws AppError `insufficient_scope` if the principal may not read one of the types. */
export function requireReadableEvents(principal: Principal, events: readonly string[]): void {
  const readable: readonly string[] = readableEvents(principal);
  const hidden = WEBHOOK_EVENT_TYPES.filter((type) => events.includes(type) && !readable.includes(type));
  if (hidden.length === 0) return;
  const needed = hidden.map((type) => `${type} requires ${EVENT_SCOPES[type]}`).join(', ');
  throw failure(
    'insufficient_scope',
    `The token lacks the scopes to read events of the webhook: ${needed}. Use a token with these scopes, or leave these events out.`,
  );
}
