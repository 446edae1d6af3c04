import { SitePage } from '../../shell/site-page';
import { Overview } from './overview';

/** How a site does. */
export function OverviewPage() {
  return <SitePage title="Overview" ahead={(site) => <Overview site={site} />} />;
}
