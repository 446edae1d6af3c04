import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { Icon } from '../components/icon';
import { AccountMenu } from './account-menu';
import { SITE_MENU, WORKSPACE_MENU, type MenuEntry } from './menu';
import { may, useSession } from './session-context';

interface Props {
  /** The site that the page is about. */
  readonly site?: Schemas['Site'];
  readonly children: ComponentChildren;
}

/** What stands around every page: the menu of the site, that of the workspace, and who is signed in. */
export function Shell({ site, children }: Props) {
  const session = useSession();
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
        <nav aria-label="Main" class="menus">
          {site && (
            <Menu
              label={site.name}
              entries={SITE_MENU.map((entry) => ({ ...entry, path: `/sites/${site.id}${entry.path}` }))}
            />
          )}
          <Menu label={session.workspace.name} entries={WORKSPACE_MENU} />
        </nav>
        <AccountMenu />
      </aside>
      <main id="content" class="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function Menu({ label, entries }: { readonly label: string; readonly entries: readonly MenuEntry[] }) {
  const { path } = useLocation();
  const session = useSession();
  return (
    <div class="menu">
      <p class="menu-label" title={label}>
        {label}
      </p>
      <ul>
        {entries
          .filter(({ scope }) => may(session, scope))
          .map((entry) => (
            <li key={entry.path}>
              <a href={entry.path} aria-current={entry.path === path ? 'page' : undefined}>
                <Icon name={entry.icon} />
                {entry.label}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}
