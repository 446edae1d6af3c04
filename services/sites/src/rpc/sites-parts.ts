import type { Clock } from '@headwater/kit/clock';
import type { WebhookTargets } from '../domain/webhooks/check-webhook';
import type { SitesStore } from '../store/sites-store';
import type { WebhooksStore } from '../store/webhooks-store';

/** What the methods of the service work with, as module.ts puts it together. */
export interface SitesParts {
  readonly store: SitesStore;
  readonly webhooks: WebhooksStore;
  readonly webhookTargets: WebhookTargets;
  readonly clock: Clock;
  /** A fresh random site key. */
  newSiteKey(): string;
  /** A fresh random secret of a webhook. */
  newWebhookSecret(): string;
  /** A fresh random id of a notice. */
  newNoticeId(): string;
}
