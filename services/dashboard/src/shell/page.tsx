import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import { exec, useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { useAccess } from '../api/fetch-json';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { ErrorState, LoadingState } from '../components/states';
import { t } from '../strings/text';
import { FILTER_KEYS, type FilterKeys } from '../view/view';
import { TITLE_ID } from './shell';
import { SavedViewsButton, TimezonePicker, ViewControls } from './view-controls';

type Site = Schemas['FullSite'];

/** A site that may still load. */
export interface SiteAhead {
  readonly id: number;
  /** Empty until the site has loaded. */
  readonly name: string;
  /** Undefined until the site has loaded. */
  readonly timezone: string | undefined;
}

interface SitePageProps {
  readonly title: string;
  /** The controls of the page: all, without comparison, without comparison and grain, or none. */
  readonly controls?: 'view' | 'window' | 'range' | 'none';
  /** Dimensions to filter by; null without filters. */
  readonly filterKeys?: FilterKeys | null;
  readonly children?: (site: Site) => ComponentChildren;
  /**
   * Replaces `children` for content that needs only the id: it sends its requests while the site loads, and is shown when the
   * site has loaded.
   */
  readonly ahead?: (site: SiteAhead) => ComponentChildren;
}

/** A page of the site in the URL, or of a share link: loads the site, and shows the controls of time range, comparison and filters. */
export function SitePage(props: SitePageProps) {
  const { title, controls = 'view', filterKeys = FILTER_KEYS.visits, children, ahead } = props;
  const { shared } = useAccess();
  const id = shared?.site.id ?? Number(exec(useLocation().path, '/sites/:id/:page?').params['id']);
  const { data, error, reload, stop } = useQuery(
    shared ? undefined : apiRequest('/api/v1/sites/{id}', { id }),
  );
  const site = shared?.site ?? data;
  useTitle(title, site?.name);
  return (
    <>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!site && !error && <LoadingState label={t('Loading the site')} onStop={stop} />}
      {site && (
        <>
          <header class="page-head">
            <div class="page-head-text">
              <h1 id={TITLE_ID}>
                {title} <span class="of-site">{site.name}</span>
              </h1>
            </div>
            {controls !== 'none' && (
              <div class="page-head-actions">
                <SavedViewsButton />
                <TimezonePicker siteTimezone={site.timezone} />
              </div>
            )}
          </header>
          {controls !== 'none' && (
            <ViewControls
              hasComparison={controls === 'view'}
              hasGrain={controls !== 'range'}
              siteId={site.id}
              timezone={site.timezone}
              {...(filterKeys ? { filterKeys } : {})}
            />
          )}
          {data && children?.(data)}
        </>
      )}
      {ahead && (site || !error) && (
        <div hidden={!site}>{ahead({ id, name: site?.name ?? '', timezone: site?.timezone })}</div>
      )}
    </>
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

/** A page of the workspace: title and content. */
export function WorkspacePage({ title, lead, actions, children }: WorkspacePageProps) {
  const site = useAccess().shared?.site.name;
  useTitle(title, site);
  return (
    <>
      <header class="page-head">
        <div class="page-head-text">
          <h1 id={TITLE_ID}>
            {title} {site && <span class="of-site">{site}</span>}
          </h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        <div class="page-head-actions">
          <SavedViewsButton />
          {actions}
        </div>
      </header>
      {children}
    </>
  );
}

/** Sets the title of the browser tab. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part), 'Headwater'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
