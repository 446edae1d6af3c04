import { may, maySeeAllSites, type Session } from '../api/session';
import { FILTER_KEYS, keptQuery, urlOf, type FilterKeys } from '../view/view';

/** An entry of the menu. */
interface MenuEntry {
  readonly label: string;
  /** Path of the page; for pages of a site the part after `/sites/<id>`. */
  readonly path: string;
  readonly icon: string;
  /** Keys of its shortcut. */
  readonly keys?: string;
  /** Only sessions with this scope see the entry. */
  readonly scope: string;
  /** Sessions that are limited to certain sites don't see the entry. */
  readonly allSites?: boolean;
  /** Filters that a link to the page keeps. */
  readonly filterKeys?: FilterKeys;
}

/** Pages of a site. `g` in shortcuts means “go to”. */
const SITE_MENU: readonly MenuEntry[] = [
  {
    label: 'Overview',
    path: '',
    keys: 'g o',
    icon: 'overview',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: 'Events',
    path: '/events',
    keys: 'g e',
    icon: 'events',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.events,
  },
  {
    label: 'Goals',
    path: '/goals',
    keys: 'g g',
    icon: 'goals',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: 'Funnels',
    path: '/funnels',
    keys: 'g f',
    icon: 'funnels',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: 'Traffic quality',
    path: '/quality',
    keys: 'g q',
    icon: 'quality',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  { label: 'Sharing', path: '/sharing', icon: 'share', scope: 'stats:read', filterKeys: FILTER_KEYS.visits },
  {
    label: 'Install',
    path: '/install',
    icon: 'install',
    scope: 'sites:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: 'Import and export',
    path: '/data',
    icon: 'download',
    scope: 'sites:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: 'Settings',
    path: '/settings',
    icon: 'settings',
    scope: 'sites:read',
    filterKeys: FILTER_KEYS.visits,
  },
];

/** Pages of the workspace. */
const WORKSPACE_MENU: readonly MenuEntry[] = [
  { label: 'Sites', path: '/', keys: 'g s', icon: 'sites', scope: 'sites:read' },
  { label: 'Revenue', path: '/revenue', keys: 'g r', icon: 'revenue', scope: 'stats:read', allSites: true },
  {
    label: 'Acquisition',
    path: '/acquisition',
    keys: 'g a',
    icon: 'funnels',
    scope: 'stats:read',
    allSites: true,
  },
  { label: 'Cohorts', path: '/cohorts', keys: 'g h', icon: 'table', scope: 'stats:read', allSites: true },
  {
    label: 'Customers',
    path: '/customers',
    keys: 'g c',
    icon: 'customers',
    scope: 'identify',
    allSites: true,
  },
  {
    label: 'Attribution health',
    path: '/attribution',
    icon: 'quality',
    scope: 'stats:read',
    allSites: true,
  },
  { label: 'Set up', path: '/setup', icon: 'check', scope: 'stats:read', allSites: true },
  { label: 'Integrations', path: '/integrations', keys: 'g i', icon: 'outward', scope: 'tokens:admin' },
  { label: 'Tokens', path: '/tokens', keys: 'g t', icon: 'tokens', scope: 'tokens:admin' },
  { label: 'Agents', path: '/agents', icon: 'agents', scope: 'tokens:admin' },
  { label: 'Audit log', path: '/audit', keys: 'g l', icon: 'audit', scope: 'tokens:admin' },
];

/** An entry with the URL of its page. */
export interface MenuLink extends MenuEntry {
  readonly href: string;
}

/** The pages that a session may open: those of the site, if there is one, and those of the workspace. Links keep the time range. */
export function menusFor(session: Session, siteId: number | undefined, search: URLSearchParams) {
  const linksOf = (entries: readonly MenuEntry[], prefix = ''): readonly MenuLink[] =>
    entries
      .filter(({ scope, allSites }) => may(session, scope) && (!allSites || maySeeAllSites(session)))
      .map((entry) => {
        const path = `${prefix}${entry.path}`;
        return { ...entry, path, href: urlOf(path, keptQuery(search, entry.filterKeys)) };
      });
  return {
    site: siteId === undefined ? [] : linksOf(SITE_MENU, `/sites/${siteId}`),
    workspace: linksOf(WORKSPACE_MENU),
  };
}

const SITE_PATH = /^\/sites\/(\d+)(?=\/|$)/;

/** The site of a page of a site. */
export function siteIdOf(path: string): number | undefined {
  const [, id] = SITE_PATH.exec(path) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The URL of the same page for another site, without filters. From a page of the workspace: the overview of the site. */
export const urlAtSite = (path: string, search: URLSearchParams, siteId: number): string =>
  urlOf(
    SITE_PATH.test(path) ? path.replace(SITE_PATH, `/sites/${siteId}`) : `/sites/${siteId}`,
    keptQuery(search, undefined),
  );
