import type { Schemas } from '@headwater/client/client';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Icon } from '../../components/icon';
import { ExportButtons } from '../../export/export-buttons';
import { may, useSession } from '../../shell/session-context';
import { WorkspacePage } from '../../shell/workspace-page';
import { useView } from '../../view/use-view';
import { isFound, tagsOf } from './find-sites';
import { SiteSearch } from './site-search';
import { SiteRow } from './site-row';

const EVERY_MS = 30_000;

/** All sites of the workspace, with how each does. */
export function SitesPage() {
  const session = useSession();
  const { search } = useView();
  const isCounted = may(session, 'stats:read');
  const asked = question('/api/v1/sites', {}, isCounted ? { include: 'activity' } : {});
  const counted = useAnswer(isCounted ? asked : undefined, { everyMs: EVERY_MS });
  // Their names need not wait until all is counted, nor go when it can not be. They also say at once which sites there are.
  const { data, error, reload } = useAnswer(question('/api/v1/sites', {}));
  const wanted = { text: search.get('q') ?? '', tag: search.get('tag') ?? undefined };
  // The schema answers the bin under the same name, which is asked for elsewhere.
  const countedSites = (counted.data?.sites ?? []) as readonly Schemas['SiteWithActivity'][];
  const byId = new Map(countedSites.map((site) => [site.id, site]));
  const sites: readonly (Schemas['Site'] | Schemas['SiteWithActivity'])[] = (data?.sites ?? []).map(
    (site) => byId.get(site.id) ?? site,
  );
  const found = sites.filter((site) => isFound(site, wanted));
  return (
    <WorkspacePage
      title="Sites"
      lead="Visitors of the last 30 days, each site in its own time zone."
      actions={
        <>
          <a class="button" href="/bin">
            <Icon name="bin" />
            Bin
          </a>
          {may(session, 'sites:write') && (
            <a class="button button-primary" href="/sites/new">
              <Icon name="plus" />
              Add a site
            </a>
          )}
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label="Loading sites" />}
      {data && sites.length === 0 && (
        <EmptyState title="No site yet" action={{ href: '/sites/new', label: 'Add a site' }}>
          Register a domain, place one line in its pages, and the first visit shows up here by itself.
        </EmptyState>
      )}
      {sites.length > 0 && (
        <>
          <div class="list-bar">
            <SiteSearch text={wanted.text} tag={wanted.tag} tags={tagsOf(sites)} />
            <ExportButtons
              title="Sites"
              url={asked.url}
              table={{
                columns: ['Id', 'Name', 'Domain', 'Time zone', 'Installed', 'Tags'],
                rows: found.map((site) => [
                  site.id,
                  site.name,
                  site.domain,
                  site.timezone,
                  site.installed ? 'yes' : 'no',
                  site.tags.join(' '),
                ]),
              }}
            />
          </div>
          {counted.error && <ErrorState error={counted.error} onRetry={counted.reload} />}
          <ul class="site-list" aria-label="Sites">
            {found.map((site) => (
              <SiteRow key={site.id} site={site} isCounted={isCounted && !counted.error} />
            ))}
          </ul>
          {found.length === 0 && <EmptyState title="No site is like that">Search for less.</EmptyState>}
        </>
      )}
    </WorkspacePage>
  );
}
