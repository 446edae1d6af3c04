import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso/router';
import { question } from '../api/question';
import { useAnswer } from '../api/use-answer';
import { ErrorState, LoadingState } from '../components/states';
import { FILTER_KEYS, type FilterKeys } from '../view/filter-keys';
import { Shell } from './shell';
import { TimezonePicker } from './timezone-picker';
import { useTitle } from './use-title';
import { ViewControls } from './view-controls';

type Site = Schemas['FullSite'];

interface Props {
  readonly title: string;
  /** What can be chosen: all, all but a comparison, that without a grain, or nothing. */
  readonly controls?: 'view' | 'window' | 'range' | 'none';
  /** What can be filtered by; null: nothing. */
  readonly filterKeys?: FilterKeys | null;
  readonly children?: (site: Site) => ComponentChildren;
  /**
   * Instead of `children`, what needs the id alone to ask: it does so while the site is being loaded, and is shown with it.
   * The name is empty until then.
   */
  readonly ahead?: (site: Pick<Site, 'id' | 'name'>) => ComponentChildren;
}

/** A page about the site in the address: loads the site, has its menu, and the controls of range, comparison and filters. */
export function SitePage(props: Props) {
  const { title, controls = 'view', filterKeys = FILTER_KEYS.visits, children, ahead } = props;
  const id = Number(useRoute().params['id']);
  const { data: site, error, reload } = useAnswer(question('/api/v1/sites/{id}', { id }));
  useTitle(title, site?.name);
  return (
    <Shell {...(site ? { site } : {})}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!site && !error && <LoadingState label="Loading the site" />}
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
