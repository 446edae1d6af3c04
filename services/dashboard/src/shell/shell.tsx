import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useRef, useState } from 'preact/hooks';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { may, maySeeAllSites, signOut, useSession } from '../api/session';
import { Icon } from '../components/icon';
import { useNow } from '../components/time';
import { formatAgo } from '../format/dates';
import { urlOf, useView } from '../view/use-view';
import { FILTER_KEYS, keptQuery, type FilterKeys } from '../view/view';

/** An entry of the menu. */
interface MenuEntry {
  readonly label: string;
  /** Path of the page; for pages of a site the part after `/sites/<id>`. */
  readonly path: string;
  readonly icon: string;
  /** Only sessions with this scope see the entry. */
  readonly scope: string;
  /** Sessions that are limited to certain sites don't see the entry. */
  readonly allSites?: boolean;
  /** Filters that a link to the page keeps. */
  readonly filterKeys?: FilterKeys;
}

/** Pages of a site. */
const SITE_MENU: readonly MenuEntry[] = [
  { label: 'Overview', path: '', icon: 'overview', scope: 'stats:read', filterKeys: FILTER_KEYS.visits },
  { label: 'Events', path: '/events', icon: 'events', scope: 'stats:read', filterKeys: FILTER_KEYS.events },
  { label: 'Goals', path: '/goals', icon: 'goals', scope: 'stats:read', filterKeys: FILTER_KEYS.visits },
  {
    label: 'Funnels',
    path: '/funnels',
    icon: 'funnels',
    scope: 'stats:read',
    filterKeys: FILTER_KEYS.visits,
  },
  {
    label: 'Traffic quality',
    path: '/quality',
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
  { label: 'Sites', path: '/', icon: 'sites', scope: 'sites:read' },
  { label: 'Revenue', path: '/revenue', icon: 'revenue', scope: 'stats:read', allSites: true },
  { label: 'Acquisition', path: '/acquisition', icon: 'funnels', scope: 'stats:read', allSites: true },
  { label: 'Cohorts', path: '/cohorts', icon: 'table', scope: 'stats:read', allSites: true },
  { label: 'Customers', path: '/customers', icon: 'customers', scope: 'identify', allSites: true },
  { label: 'Set up', path: '/setup', icon: 'check', scope: 'stats:read', allSites: true },
  { label: 'Integrations', path: '/integrations', icon: 'outward', scope: 'tokens:admin' },
  { label: 'Tokens', path: '/tokens', icon: 'tokens', scope: 'tokens:admin' },
  { label: 'Agents', path: '/agents', icon: 'agents', scope: 'tokens:admin' },
  { label: 'Audit log', path: '/audit', icon: 'audit', scope: 'tokens:admin' },
];

/** The id of the heading that names the page. */
export const TITLE_ID = 'page-title';

interface Props {
  /** The site that the page shows. */
  readonly siteId: number | undefined;
  readonly children: ComponentChildren;
}

/** The frame of all pages, which stays when the page changes: the menus of the site and the workspace, and the sign-out menu. */
export function Shell({ siteId, children }: Props) {
  const { data: site } = useQuery(
    siteId === undefined ? undefined : apiRequest('/api/v1/sites/{id}', { id: siteId }),
  );
  const session = useSession();
  // Only narrow screens hide the menu.
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const closeOn = {
    click: ({ target }: Event) => {
      if (!isOpen || !(target instanceof Element) || !target.closest('a')) return;
      setOpen(false);
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    escape: ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !isOpen) return;
      setOpen(false);
      button.current?.focus();
    },
  };
  return (
    <div class="shell">
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      <aside class="sidebar">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span>Headwater</span>
        </a>
        <button
          ref={button}
          type="button"
          class="button menu-button"
          aria-expanded={isOpen}
          aria-controls="menus"
          onClick={() => setOpen(!isOpen)}
          onKeyDown={closeOn.escape}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          Menu
        </button>
        <nav
          id="menus"
          aria-label="Main"
          class={isOpen ? 'menus menus-open' : 'menus'}
          onClick={closeOn.click}
          onKeyDown={closeOn.escape}
        >
          {siteId !== undefined && site && (
            <Menu
              label={site.id === siteId ? site.name : '\u00a0'}
              entries={SITE_MENU.map((entry) => ({ ...entry, path: `/sites/${siteId}${entry.path}` }))}
            />
          )}
          <Menu label={session.workspace.name} entries={WORKSPACE_MENU} />
        </nav>
        <AccountMenu />
      </aside>
      <main id="content" class="content" tabIndex={-1} aria-labelledby={TITLE_ID}>
        {children}
      </main>
    </div>
  );
}

function Menu({ label, entries }: { readonly label: string; readonly entries: readonly MenuEntry[] }) {
  const { path } = useLocation();
  const { search } = useView();
  const session = useSession();
  return (
    <div class="menu">
      <p class="menu-label" title={label}>
        {label}
      </p>
      <ul>
        {entries
          .filter(({ scope, allSites }) => may(session, scope) && (!allSites || maySeeAllSites(session)))
          .map((entry) => (
            <li key={entry.path}>
              <a
                href={urlOf(entry.path, keptQuery(search, entry.filterKeys))}
                aria-current={entry.path === path ? 'page' : undefined}
              >
                <Icon name={entry.icon} />
                {entry.label}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Sign out of one or all browsers, and the expiry of the session. */
function AccountMenu() {
  const { expiresAt } = useSession();
  const { route } = useLocation();
  const now = useNow(60_000);
  const [refusal, setRefusal] = useState<Error>();
  const leave = (everywhere: boolean) => {
    setRefusal(undefined);
    signOut({ everywhere }).then(
      () => route('/sign-in?left'),
      (error: unknown) => setRefusal(error instanceof Error ? error : new Error(String(error))),
    );
  };
  return (
    <details class="account">
      <summary>
        <Icon name="sign_out" />
        Sign out
      </summary>
      <div class="account-body">
        <button type="button" class="button" onClick={() => leave(false)}>
          Sign out of this browser
        </button>
        <button type="button" class="button" onClick={() => leave(true)}>
          Sign out everywhere
        </button>
        {refusal && (
          <p class="notice notice-bad" role="alert">
            {refusal.message}
          </p>
        )}
        <p class="fine">Your session expires {formatAgo(expiresAt, now)}.</p>
      </div>
    </details>
  );
}
