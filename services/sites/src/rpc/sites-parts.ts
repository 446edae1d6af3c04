import type { Clock } from '@headwater/kit/clock';
import type { SitesStore } from '../store/sites-store';

/** What the methods of the service work with, as module.ts puts it together. */
export interface SitesParts {
  readonly store: SitesStore;
  readonly clock: Clock;
  /** A fresh random site key. */
  newSiteKey(): string;
}
