/** The types of webhook events. */
export const WEBHOOK_EVENT_TYPES = [
  'site.installed',
  'site.deleted',
  'site.purged',
  'identity.linked',
  'payment.attributed',
  'attribution.changed',
  'goal.reached',
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The type of the event that `TestWebhook` sends to one webhook. */
export const TEST_EVENT_TYPE = 'webhook.test';
