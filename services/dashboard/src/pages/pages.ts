import type { ComponentType } from 'preact';
import { OverviewPage } from './overview/overview-page';
import { SitesPage } from './sites/sites-page';

/** One page of those who are signed in. */
interface Page {
  /** As the router reads it; `:id` is the site. */
  readonly path: string;
  readonly component: ComponentType;
}

/** Pages of a site stand in a `SitePage`, which loads the site and has its menu. */
export const PAGES: readonly Page[] = [
  { path: '/', component: SitesPage },
  { path: '/sites/:id', component: OverviewPage },
];
