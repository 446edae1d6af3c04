/** What a notice can tell of, as it is sent to webhooks: the closed list of their types. */
export const NOTICE_TYPES = [
  'site.installed',
  'site.deleted',
  'site.purged',
  'identity.linked',
  'payment.attributed',
  'goal.reached',
] as const;

export type NoticeType = (typeof NOTICE_TYPES)[number];

/** What `TestWebhook` sends, to one webhook alone. */
export const TEST_NOTICE = 'webhook.test';
