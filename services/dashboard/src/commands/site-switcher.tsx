import { useLocation } from 'preact-iso/router';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { ErrorState, LoadingState } from '../components/states';
import { siteIdOf, urlAtSite } from '../shell/menu';
import { useView } from '../view/use-view';
import { Finder, type FinderOption } from './finder';

interface Props {
  readonly onClose: () => void;
}

/** Searches the sites of the workspace, and shows the current page for another site. */
export function SiteSwitcher({ onClose }: Props) {
  const { options, error, isLoading, reload, stop } = useSiteOptions();
  return (
    <Finder title="Search sites" options={options} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <LoadingState label="Loading sites" onStop={stop} />}
    </Finder>
  );
}

/** The sites of the workspace as options. A choice keeps the page, the time range and the comparison. */
export function useSiteOptions() {
  const { path, route } = useLocation();
  const { search } = useView();
  const query = useQuery(apiRequest('/api/v1/sites', {}));
  const current = siteIdOf(path);
  const options = (query.data?.sites ?? []).map(({ id, name, domain }): FinderOption => ({
    id: `site-${id}`,
    group: 'Sites',
    label: name,
    icon: 'sites',
    ...(name === domain ? {} : { detail: domain }),
    isCurrent: id === current,
    choose: () => route(urlAtSite(path, search, id)),
  }));
  return { ...query, options };
}
