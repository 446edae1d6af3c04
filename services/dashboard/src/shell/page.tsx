import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { ErrorState, LoadingState } from '../components/states';
import { FILTER_KEYS, type FilterKeys } from '../view/view';
import { Shell } from './shell';
import { TimezonePicker, ViewControls } from './view-controls';

type Site = Schemas['FullSite'];

interface SitePageProps {
  readonly title: string;
  /** The controls of the page: all, without comparison, without comparison and grain, or none. */
  readonly controls?: 'view' | 'window' | 'range' | 'none';
  /** Dimensions to filter by; null without filters. */
  readonly filterKeys?: FilterKeys | null;
  readonly children?: (site: Site) => ComponentChildren;
  /**
   * Replaces `children` for content that needs only the id: it sends its requests while the site loads, and is shown when the
   * site has loaded. The name is empty until then.
   */
  readonly ahead?: (site: Pick<Site, 'id' | 'name'>) => ComponentChildren;
}

/** A page of the site in the URL: loads the site, shows its menu and the controls of time range, comparison and filters. */
export function SitePage(props: SitePageProps) {
  const { title, controls = 'view', filterKeys = FILTER_KEYS.visits, children, ahead } = props;
  const id = Number(useRoute().params['id']);
  const { data: site, error, reload, stop } = useQuery(apiRequest('/api/v1/sites/{id}', { id }));
  useTitle(title, site?.name);
  return (
    <Shell title={title} {...(site ? { site } : {})}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!site && !error && <LoadingState label="Loading the site" onStop={stop} />}
      {site && !error && (
        <>
          <header class="page-head">
            <div class="page-head-text">
              <h1>
                {title} <span class="of-site">{site.name}</span>
              </h1>
            </div>
            {controls !== 'none' && <TimezonePicker siteTimezone={site.timezone} />}
          </header>
          {controls !== 'none' && (
            <ViewControls
              hasComparison={controls === 'view'}
              hasGrain={controls !== 'range'}
              siteId={site.id}
              {...(filterKeys ? { filterKeys } : {})}
            />
          )}
          {children?.(site)}
        </>
      )}
      {ahead && !error && <div hidden={!site}>{ahead({ id, name: site?.id === id ? site.name : '' })}</div>}
    </Shell>
  );
}

interface WorkspacePageProps {
  readonly title: string;
  /** One sentence about the page. */
  readonly lead?: string;
  /** Buttons right of the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page of the workspace: menu, title, content. */
export function WorkspacePage({ title, lead, actions, children }: WorkspacePageProps) {
  useTitle(title);
  return (
    <Shell title={title}>
      <header class="page-head">
        <div class="page-head-text">
          <h1>{title}</h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="page-head-actions">{actions}</div>}
      </header>
      {children}
    </Shell>
  );
}

/** Sets the title of the browser tab. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part), 'Headwater'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
