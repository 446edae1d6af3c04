import type { Schemas } from '@headwater/client/client';
import { SAVED_PAGES } from '@headwater/protos/vocabulary';
import { useLocation } from 'preact-iso/router';
import { useQuery, type QueryState } from '../api/hooks';
import { apiRequest } from '../api/request';
import { may, useSession } from '../api/session';
import { menusFor, siteIdOf } from '../shell/menu';
import { useView } from '../view/use-view';
import { readView, urlOf, writeView } from '../view/view';

type SavedView = Schemas['SavedView'];

/** A saved view that the session may open. */
export interface ShownView extends SavedView {
  readonly href: string;
  readonly icon: string;
  /** The page and the site, such as `Events · Shop`. */
  readonly detail: string;
  /** Whether its page, with any time range, filters and choices, is shown. */
  readonly isOfPage: boolean;
  readonly isCurrent: boolean;
}

/** The saved views that the session may open: first those of the shown page, then those of its site, each by name. */
export function useSavedViews(): QueryState<unknown> & { readonly views: readonly ShownView[] } {
  const session = useSession();
  const { path } = useLocation();
  const { search } = useView();
  const query = useQuery(may(session, 'stats:read') ? apiRequest('/api/v1/saved-views', {}) : undefined);
  const sites = useQuery(may(session, 'sites:read') ? apiRequest('/api/v1/sites', {}) : undefined);
  const names = new Map(sites.data?.sites.map(({ id, name }) => [id, name]));
  const views = (query.data?.savedViews ?? []).flatMap((view): ShownView[] => {
    const saved = new URLSearchParams(view.query);
    const menus = menusFor(session, view.siteId ?? undefined, saved);
    const pathOfView = SAVED_PAGES[view.page].replace(':id', String(view.siteId));
    const link = [...menus.site, ...menus.workspace].find((each) => each.path === pathOfView);
    if (!link) return [];
    const site = view.siteId === null ? [] : [names.get(view.siteId) ?? String(view.siteId)];
    const isOfPage = pathOfView === path;
    return [
      {
        ...view,
        href: urlOf(pathOfView, saved),
        icon: link.icon,
        detail: [link.label, ...site].join(' · '),
        isOfPage,
        isCurrent: isOfPage && canonical(saved) === canonical(search),
      },
    ];
  });
  const rank = ({ isOfPage, siteId }: ShownView): number =>
    isOfPage ? 0 : siteId !== null && siteId === siteIdOf(path) ? 1 : 2;
  return {
    ...query,
    views: views.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)),
  };
}

/** The query string without defaults, in one order. */
const canonical = (search: URLSearchParams): string =>
  [...writeView(search, readView(search))]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
