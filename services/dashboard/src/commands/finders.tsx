import { useLocation } from 'preact-iso/router';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { may, useSession } from '../api/session';
import { ErrorState, LoadingState } from '../components/states';
import type { ShellDialogProps } from '../shell/actions';
import { siteIdOf, urlAtSite } from '../shell/menu';
import { t } from '../strings/text';
import { useView } from '../view/use-view';
import { Finder, type FinderOption } from './finder';
import { Keys } from './keys';
import { useSavedViews } from './use-saved-views';

/** Searches the sites of the workspace, and shows the current page for another site. */
export function SiteSwitcher({ onClose }: ShellDialogProps) {
  const { options, error, isLoading, reload, stop } = useSiteOptions();
  return (
    <Finder title={t('Search sites')} options={options} onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <LoadingState label={t('Loading sites')} onStop={stop} />}
    </Finder>
  );
}

/** Searches the actions of the page, the saved views, and the sites of the workspace. */
export function CommandPalette({ actions, perform, onClose }: ShellDialogProps) {
  const { route } = useLocation();
  const sites = useSiteOptions();
  const views = useSavedViews().views.map(({ id, name, icon, detail, isCurrent, href }): FinderOption => ({
    id: `view-${id}`,
    group: t('Saved views'),
    label: name,
    icon,
    detail,
    isCurrent,
    choose: () => route(href),
  }));
  const options = actions
    .filter(({ effect }) => effect && !('dialog' in effect && effect.dialog === 'palette'))
    .map((action): FinderOption => ({
      ...action,
      id: `${action.group} ${action.label}`,
      end: action.keys !== undefined && <Keys keys={action.keys} />,
      choose: () => perform(action),
    }));
  return (
    <Finder
      title={t('Search pages, actions and sites')}
      options={[...options, ...views, ...sites.options]}
      onClose={onClose}
    >
      {sites.error && <ErrorState error={sites.error} onRetry={sites.reload} />}
    </Finder>
  );
}

/** The sites of the workspace as options. A choice keeps the page, the time range and the comparison. */
function useSiteOptions() {
  const { path, route } = useLocation();
  const { search } = useView();
  const canRead = may(useSession(), 'sites:read');
  const query = useQuery(canRead ? apiRequest('/api/v1/sites', {}) : undefined);
  const current = siteIdOf(path);
  const options = (query.data?.sites ?? []).map(({ id, name, domain }): FinderOption => ({
    id: `site-${id}`,
    group: t('Sites'),
    label: name,
    icon: 'sites',
    ...(name === domain ? {} : { detail: domain }),
    isCurrent: id === current,
    choose: () => route(urlAtSite(path, search, id)),
  }));
  return { ...query, options };
}
