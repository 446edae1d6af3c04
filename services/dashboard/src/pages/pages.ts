import type { ComponentType } from 'preact';
import { AuditPage } from './audit/audit-page';
import { CustomersPage } from './customers/customers-page';
import { EventsPage } from './events/events-page';
import { FunnelsPage } from './funnels/funnels-page';
import { GoalsPage } from './goals/goals-page';
import { InstallPage } from './install/install-page';
import { OverviewPage } from './overview/overview-page';
import { QualityPage } from './quality/quality-page';
import { RevenuePage } from './revenue/revenue-page';
import { SettingsPage } from './settings/settings-page';
import { SharingPage } from './sharing/sharing-page';
import { AddSitePage } from './sites/add-site-page';
import { BinPage } from './sites/bin-page';
import { SitesPage } from './sites/sites-page';
import { TokensPage } from './tokens/tokens-page';

/** One page of those who are signed in. */
interface Page {
  /** As the router reads it; `:id` is the site. */
  readonly path: string;
  readonly component: ComponentType;
}

/** Pages of a site stand in a `SitePage`, which loads the site and has its menu. */
export const PAGES: readonly Page[] = [
  { path: '/', component: SitesPage },
  { path: '/bin', component: BinPage },
  { path: '/sites/new', component: AddSitePage },
  { path: '/sites/:id', component: OverviewPage },
  { path: '/sites/:id/events', component: EventsPage },
  { path: '/sites/:id/goals', component: GoalsPage },
  { path: '/sites/:id/funnels', component: FunnelsPage },
  { path: '/sites/:id/quality', component: QualityPage },
  { path: '/sites/:id/install', component: InstallPage },
  { path: '/sites/:id/sharing', component: SharingPage },
  { path: '/sites/:id/settings', component: SettingsPage },
  { path: '/revenue', component: RevenuePage },
  { path: '/customers', component: CustomersPage },
  { path: '/tokens', component: TokensPage },
  { path: '/audit', component: AuditPage },
];
