import { SAVED_PAGES, type SavedPage } from '@headwater/protos/vocabulary';
import { may, maySeeAllSites, type Session } from '../api/session';
import { t } from '../strings/text';
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
    label: t('Overview'),
    path: '',
    keys: 'g o',
    icon: 'overview',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: t('Events'),
    path: '/events',
    keys: 'g e',
    icon: 'events',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.events,
  },
  {
    label: t('Goals'),
    path: '/goals',
    keys: 'g g',
    icon: 'goals',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: t('Journeys'),
    path: '/journeys',
    keys: 'g j',
    icon: 'funnels',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: t('Traffic quality'),
    path: '/quality',
    keys: 'g q',
    icon: 'quality',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: t('Sharing'),
    path: '/sharing',
    icon: 'share',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: t('Install'),
    path: '/install',
    icon: 'install',
    scope: 'sites:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: t('Import and export'),
    path: '/data',
    icon: 'download',
    scope: 'sites:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: t('Settings'),
    path: '/settings',
    icon: 'settings',
    scope: 'sites:read',
    filterKeys: FILTER_KEYS.visits,
  },
];

/** Pages of the workspace. */
const WORKSPACE_MENU: readonly MenuEntry[] = [
  { label: t('Sites'), path: '/', keys: 'g s', icon: 'sites', scope: 'sites:read' },
  {
    label: t('Revenue'),
    path: '/revenue',
    keys: 'g r',
    icon: 'revenue',
    scope: 'stats:read',
    allSites: true,
  },
  {
    label: t('Acquisition'),
    path: '/acquisition',
    keys: 'g a',
    icon: 'funnels',
    scope: 'stats:read',
    allSites: true,
    filterKeys: FILTER_KEYS.customers,
  },
  { label: t('Cohorts'), path: '/cohorts', keys: 'g h', icon: 'table', scope: 'stats:read', allSites: true },
  {
    label: t('Customers'),
    path: '/customers',
    keys: 'g c',
    icon: 'customers',
    scope: 'identify',
    allSites: true,
    filterKeys: FILTER_KEYS.customers,
  },
  {
    label: t('Attribution health'),
    path: '/attribution',
    icon: 'quality',
    scope: 'stats:read',
    allSites: true,
  },
  { label: t('Set up'), path: '/setup', icon: 'check', scope: 'stats:read', allSites: true },
  { label: t('Integrations'), path: '/integrations', keys: 'g i', icon: 'outward', scope: 'tokens:admin' },
  { label: t('Tokens'), path: '/tokens', keys: 'g t', icon: 'tokens', scope: 'tokens:admin' },
  { label: t('Agents'), path: '/agents', icon: 'agents', scope: 'tokens:admin' },
  { label: t('Audit log'), path: '/audit', keys: 'g l', icon: 'audit', scope: 'tokens:admin' },
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

/** The pages of the workspace that the bar on narrow screens prefers. */
const BAR = ['/acquisition', '/customers'];

/** The three links of the bar: the first page of the site, otherwise of the workspace, and two others that the session may open. */
export function barOf({ site, workspace }: ReturnType<typeof menusFor>): readonly MenuLink[] {
  const [first, ...others] = site.length > 0 ? site : workspace;
  const preferred = workspace.filter(({ path }) => BAR.includes(path));
  return [...new Set([...(first ? [first] : []), ...preferred, ...others])].slice(0, 3);
}

const SITE_PATH = /^\/sites\/(\d+)(?=\/|$)/;

/** The site of a page of a site. */
export function siteIdOf(path: string): number | undefined {
  const [, id] = SITE_PATH.exec(path) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The page at a path; undefined if the page can't be saved as a view. */
export function savedPageOf(path: string): SavedPage | undefined {
  const pages = Object.entries(SAVED_PAGES) as readonly (readonly [page: SavedPage, pattern: string])[];
  return pages.find(([, pattern]) => pattern === path.replace(SITE_PATH, '/sites/:id'))?.[0];
}

/** The URL of the same page for another site, without filters. From a page of the workspace: the overview of the site. */
export const urlAtSite = (path: string, search: URLSearchParams, siteId: number): string =>
  urlOf(
    SITE_PATH.test(path) ? path.replace(SITE_PATH, `/sites/${siteId}`) : `/sites/${siteId}`,
    keptQuery(search, undefined),
  );
