import { createContext, type ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { may, useSession } from '../api/session';
import type { AccountMenuProps } from '../commands/account-menu';
import { Icon } from '../components/icon';
import { ErrorState } from '../components/states';
import { useLazy, type Lazy } from '../lazy';
import { t } from '../strings/text';
import { setPreference, usePreference } from '../view/preferences';
import { shownControls } from '../view/shown-controls';
import { useView } from '../view/use-view';
import { actionsFor, keyLabels, type Action, type DialogName, type ShellDialogProps } from './actions';
import { barOf, menusFor, type MenuLink } from './menu';
import { useShortcuts } from './shortcuts';

/** The id of the heading that names the page. */
export const TITLE_ID = 'page-title';

/** The dialogs of the shell. Each is a separate script, which loads when the dialog opens first. */
const DIALOGS: Readonly<Record<DialogName, Lazy<ShellDialogProps>>> = {
  sites: async () => (await import('../commands/finders')).SiteSwitcher,
  palette: async () => (await import('../commands/finders')).CommandPalette,
  views: async () => (await import('../commands/saved-views')).SavedViews,
  help: async () => (await import('../commands/help-sheet')).HelpSheet,
};

/** Loads the script of the palette and the site switcher ahead, so that they open without a wait. Otherwise, opening them loads it. */
const loadFinders = () => void DIALOGS.palette().catch(() => undefined);

/** Opens a dialog of the shell. */
export const OpenDialogContext = createContext<(name: DialogName) => void>(() => undefined);

interface Props {
  /** The site that the page shows. */
  readonly siteId: number | undefined;
  /** Whether the page has loaded. Its requests and those of the shell are then sent together. */
  readonly hasContent: boolean;
  readonly children: ComponentChildren;
}

/**
 * The frame of all pages, which stays when the page changes: the site switcher, the menus of the site and the workspace, and the
 * account menu, the command palette and the keyboard shortcuts.
 */
export function Shell({ siteId, hasContent, children }: Props) {
  const { data: site } = useQuery(
    siteId === undefined || !hasContent ? undefined : apiRequest('/api/v1/sites/{id}', { id: siteId }),
  );
  const session = useSession();
  const { path, route } = useLocation();
  const { search } = useView();
  const theme = usePreference('theme');
  const language = usePreference('language');
  const menus = menusFor(session, siteId, search);
  // The bar leads back to the last site.
  const lastSite = useRef(siteId);
  lastSite.current = siteId ?? lastSite.current;
  // Until the site has loaded, the data belongs to the previous one.
  const siteName = site?.id === siteId ? site?.name : undefined;
  const [dialog, setDialog] = useState<DialogName>();
  // A popover on narrow screens, which the bar opens.
  const menu = useRef<HTMLElement>(null);
  const closeMenu = ({ target }: Event) => {
    if (
      !(target instanceof Element) ||
      !target.closest('a, button') ||
      !menu.current?.matches(':popover-open')
    )
      return;
    menu.current.hidePopover();
    if (target.closest('a')) document.getElementById('content')?.focus({ preventScroll: true });
  };
  const actionsNow = () => actionsFor({ session, path, search, controls: shownControls, theme, language });
  const perform = ({ effect }: Action) => {
    if (!effect || ('language' in effect && !mayReload())) return;
    if ('href' in effect) route(effect.href);
    else if ('theme' in effect) setPreference('theme', effect.theme);
    else if ('language' in effect) {
      setPreference('language', effect.language);
      // Texts are read once.
      location.reload();
    } else setDialog(effect.dialog);
  };
  useEffect(() => {
    if (hasContent && 'requestIdleCallback' in window) requestIdleCallback(loadFinders);
  }, [hasContent]);
  // Keys that are pressed while a dialog loads belong to the dialog.
  useShortcuts(() => (dialog ? [] : actionsNow()), perform);
  return (
    <div class="shell">
      <a class="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      <aside class="sidebar">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="24" height="24" />
          <span>Headwater</span>
        </a>
        {may(session, 'sites:read') && (
          <button
            type="button"
            class="site-switcher"
            aria-haspopup="dialog"
            onClick={() => setDialog('sites')}
          >
            <Icon name="sites" />
            <span class="site-switcher-name">
              {siteId === undefined ? (
                t('Select a site')
              ) : (
                <>
                  <span class="sr-only">{t('Switch site')}: </span>
                  {siteName ?? '\u00a0'}
                </>
              )}
            </span>
            <Icon name="select" />
          </button>
        )}
        <nav class="bottom-bar" aria-label={t('Quick access')}>
          {barOf(menusFor(session, lastSite.current, search)).map((link) => (
            <MenuItem key={link.path} link={link} />
          ))}
          <button type="button" popovertarget="menus">
            <Icon name="menu" />
            {t('Menu')}
          </button>
        </nav>
        <nav
          ref={menu}
          id="menus"
          class="menus"
          popover="auto"
          tabIndex={-1}
          aria-label={t('Main')}
          onClick={closeMenu}
          onToggle={({ newState }) => newState === 'open' && menu.current?.focus()}
        >
          <button
            type="button"
            class="search-button"
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => setDialog('palette')}
          >
            <Icon name="search" />
            {t('Search')}
            <kbd aria-hidden="true">{keyLabels('mod+k').join(' ')}</kbd>
          </button>
          {siteId !== undefined && site && <Menu label={siteName ?? '\u00a0'} links={menus.site} />}
          <Menu label={session.workspace.name} links={menus.workspace} />
        </nav>
        <Account actions={actionsNow()} perform={perform} />
        {dialog && (
          <ShellDialog
            key={dialog}
            name={dialog}
            actions={actionsNow()}
            perform={perform}
            onClose={() => setDialog(undefined)}
          />
        )}
      </aside>
      <main id="content" class="content" tabIndex={-1} aria-labelledby={TITLE_ID}>
        <OpenDialogContext.Provider value={setDialog}>{children}</OpenDialogContext.Provider>
      </main>
    </div>
  );
}

/** The user confirms a reload, if the page has input that is not saved or a secret that it shows only once. */
const mayReload = (): boolean =>
  !document.querySelector('[data-unsaved]') ||
  confirm(t('Reload the page in the other language? Unsaved input and new secrets are lost.'));

/** Loads a dialog and shows it. */
function ShellDialog({ name, ...props }: ShellDialogProps & { readonly name: DialogName }) {
  const { component: Dialog, error } = useLazy(DIALOGS[name]);
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return Dialog ? <Dialog {...props} /> : null;
}

function Menu({ label, links }: { readonly label: string; readonly links: readonly MenuLink[] }) {
  return (
    <div class="menu">
      <p class="menu-label" title={label}>
        {label}
      </p>
      <ul>
        {links.map((link) => (
          <li key={link.path}>
            <MenuItem link={link} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function MenuItem({ link: { path, href, icon, label } }: { readonly link: MenuLink }) {
  return (
    <a href={href} aria-current={path === useLocation().path ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
    </a>
  );
}

const loadAccount = async () => (await import('../commands/account-menu')).AccountMenu;

/** The account menu. Its content loads when it opens. */
function Account(props: AccountMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { component: Menu, error } = useLazy(isOpen ? loadAccount : undefined);
  return (
    <details class="account" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="account" />
        <span>{t('Account')}</span>
      </summary>
      {error && <ErrorState error={error} onRetry={() => location.reload()} />}
      {Menu && <Menu {...props} />}
    </details>
  );
}
