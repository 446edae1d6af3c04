import { ViewControls } from '../../shell/view-controls';
import { Overview } from '../overview/overview';
import type { OpenShare } from './open-share-link';

/** The overview without menu and account. */
export function SharedOverview({ site }: { readonly site: OpenShare['site'] }) {
  return (
    <main class="content shared">
      <header class="page-head">
        <div class="page-head-text">
          <h1>
            {site.name} {site.name !== site.domain && <span class="of-site">{site.domain}</span>}
          </h1>
        </div>
      </header>
      <ViewControls siteTimezone={site.timezone} />
      <Overview site={site} />
      <footer class="shared-foot fine">
        <img src="/icon.svg" alt="" width="16" height="16" />
        Counted by Headwater
      </footer>
    </main>
  );
}
