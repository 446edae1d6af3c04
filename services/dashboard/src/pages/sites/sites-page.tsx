import type { Schemas } from '@headwater/client/client';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, maySeeAllSites, useSession } from '../../api/session';
import { Icon } from '../../components/icon';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { WorkspacePage } from '../../shell/page';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { isFound, tagsOf } from './find-sites';
import { SiteRow } from './site-row';
import '../../style/site-list.css';

const EVERY_MS = 30_000;

/** All sites of the workspace with their activity. */
export function SitesPage() {
  const session = useSession();
  const { route } = useLocation();
  const { search } = useView();
  const hasActivity = may(session, 'stats:read');
  const request = apiRequest('/api/v1/sites', {}, hasActivity ? { include: 'activity' } : {});
  const activity = useQuery(hasActivity ? request : undefined, { everyMs: EVERY_MS });
  // A second request without activity shows the names earlier, and also when counting fails.
  const { data, error, reload, stop } = useQuery(apiRequest('/api/v1/sites', {}));
  const wanted = { text: search.get('q') ?? '', tag: search.get('tag') ?? undefined };
  // The schema also allows deleted sites here, which only the trash requests.
  const activitySites = (activity.data?.sites ?? []) as readonly Schemas['SiteWithActivity'][];
  const byId = new Map(activitySites.map((site) => [site.id, site]));
  const sites: readonly (Schemas['Site'] | Schemas['SiteWithActivity'])[] = (data?.sites ?? []).map(
    (site) => byId.get(site.id) ?? site,
  );
  const isEmpty = data?.sites.length === 0;
  // An empty workspace starts with the setup.
  useEffect(() => {
    if (isEmpty && maySeeAllSites(session)) route('/setup', true);
  }, [isEmpty]);
  const found = sites.filter((site) => isFound(site, wanted));
  return (
    <WorkspacePage
      title={t('Sites')}
      lead={t('Visitors of the last 30 days, each site in its own time zone.')}
      actions={
        <>
          <a class="button" href="/trash">
            <Icon name="trash" />
            {t('Trash')}
          </a>
          {may(session, 'sites:write') && (
            <a class="button button-primary" href="/sites/new">
              <Icon name="plus" />
              {t('Add site')}
            </a>
          )}
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading sites')} onStop={stop} />}
      {sites.length > 0 && (
        <>
          <div class="list-bar">
            <SiteSearch text={wanted.text} tag={wanted.tag} tags={tagsOf(sites)} />
            <ExportButtons
              title={t('Sites')}
              url={request.url}
              table={{
                columns: [t('Id'), t('Name'), t('Domain'), t('Time zone'), t('Installed'), t('Tags')],
                rows: found.map((site) => [
                  site.id,
                  site.name,
                  site.domain,
                  site.timezone,
                  site.installed ? t('yes') : t('no'),
                  site.tags.join(' '),
                ]),
              }}
            />
          </div>
          {activity.error && <ErrorState error={activity.error} onRetry={activity.reload} />}
          <ul class="site-list" aria-label={t('Sites')}>
            {found.map((site) => (
              <SiteRow key={site.id} site={site} hasActivity={hasActivity && !activity.error} />
            ))}
          </ul>
          {found.length === 0 && (
            <EmptyState title={t('No results')}>{t('Try a shorter search.')}</EmptyState>
          )}
        </>
      )}
    </WorkspacePage>
  );
}

interface Props {
  readonly text: string;
  readonly tag: string | undefined;
  readonly tags: readonly string[];
}

/** A search field and the tags. The search is part of the URL. */
function SiteSearch({ text, tag, tags }: Props) {
  const { hrefWith } = useView();
  const { route } = useLocation();
  return (
    <div class="search-bar" role="search">
      <label class="search">
        <Icon name="search" />
        <span class="sr-only">{t('Search sites by name, domain or tag')}</span>
        <input
          type="search"
          placeholder={t('Search')}
          value={text}
          onInput={({ currentTarget: { value } }) =>
            route(hrefWith('q', value === '' ? undefined : value), true)
          }
        />
      </label>
      {tags.map((each) => (
        <a
          key={each}
          class="tag"
          href={hrefWith('tag', each === tag ? undefined : each)}
          aria-current={each === tag ? 'true' : undefined}
        >
          {each}
        </a>
      ))}
    </div>
  );
}
