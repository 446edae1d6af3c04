import { TimezonePicker } from '../../shell/timezone-picker';
import { ViewControls } from '../../shell/view-controls';
import { FILTER_KEYS } from '../../view/filter-keys';
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
        <TimezonePicker siteTimezone={site.timezone} />
      </header>
      <ViewControls siteId={site.id} filterKeys={FILTER_KEYS.shared} />
      <Overview site={site} />
      <footer class="shared-foot fine">
        <img src="/icon.svg" alt="" width="16" height="16" />
        Counted by Headwater
      </footer>
    </main>
  );
}
