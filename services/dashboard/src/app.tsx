import { SAVED_PAGES, SHARED_PAGES } from '@headwater/protos/vocabulary';
import { render, type ComponentChildren, type ComponentType } from 'preact';
import { exec, LocationProvider, useLocation } from 'preact-iso/router';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AccessContext, type Access } from './api/fetch-json';
import {
  DASHBOARD_HEADERS,
  onSessionChanged,
  readSession,
  SessionContext,
  type Session,
} from './api/session';
import { EmptyState, ErrorState, LoadingState } from './components/states';
import { useLazy, type Lazy } from './lazy';
import { REPORTS } from './reports';
import { siteIdOf } from './shell/menu';
import { WorkspacePage } from './shell/page';
import { Shell } from './shell/shell';
import { withTexts } from './strings/load';
import { t } from './strings/text';

/** A page that needs a session. */
interface Page {
  /** Pattern of the path; `:id` is the site. */
  readonly path: string;
  /** Loads the page. Each page is a separate script. */
  readonly load: Lazy;
}

/** The page at each path. Pages of a site wrap their content in a `SitePage`, which loads the site. */
const PAGES: readonly Page[] = [
  { path: '/', load: withTexts('sites', async () => (await import('./pages/sites/sites-page')).SitesPage) },
  {
    path: '/trash',
    load: withTexts('sites', async () => (await import('./pages/sites/trash-page')).TrashPage),
  },
  {
    path: '/setup',
    load: withTexts('health', async () => (await import('./pages/setup/setup-page')).SetupPage),
  },
  {
    path: '/sites/new',
    load: withTexts('sites', async () => (await import('./pages/sites/add-site-page')).AddSitePage),
  },
  {
    path: '/sites/:id/install',
    load: withTexts('sites', async () => (await import('./pages/install-page')).InstallPage),
  },
  {
    path: '/sites/:id/sharing',
    load: withTexts('sites', async () => (await import('./pages/sharing/sharing-page')).SharingPage),
  },
  {
    path: '/sites/:id/data',
    load: withTexts('sites', async () => (await import('./pages/data-page')).DataPage),
  },
  {
    path: '/sites/:id/settings',
    load: withTexts('sites', async () => (await import('./pages/settings/settings-page')).SettingsPage),
  },
  {
    path: '/attribution',
    load: withTexts(
      'health',
      async () => (await import('./pages/attribution/attribution-page')).AttributionPage,
    ),
  },
  {
    path: '/customers',
    load: withTexts('money', async () => (await import('./pages/customers/customers-page')).CustomersPage),
  },
  {
    path: '/customers/:id',
    load: withTexts('money', async () => (await import('./pages/customers/account-page')).AccountPage),
  },
  {
    path: '/integrations',
    load: withTexts(
      'integrations',
      async () => (await import('./pages/integrations/integrations-page')).IntegrationsPage,
    ),
  },
  {
    path: '/integrations/webhooks/:id',
    load: withTexts(
      'integrations',
      async () => (await import('./pages/integrations/webhook-page')).WebhookPage,
    ),
  },
  {
    path: '/tokens',
    load: withTexts('workspace', async () => (await import('./pages/tokens/tokens-page')).TokensPage),
  },
  {
    path: '/agents',
    load: withTexts('workspace', async () => (await import('./pages/agents/agents-page')).AgentsPage),
  },
  {
    path: '/audit',
    load: withTexts('workspace', async () => (await import('./pages/audit-page')).AuditPage),
  },
  ...SHARED_PAGES.map((page) => ({ path: SAVED_PAGES[page], load: REPORTS[page] })),
];

/** Earlier paths of pages, for bookmarks, and their present ones. */
const RENAMED = [
  [/^\/bin$/, '/trash'],
  [/^(\/sites\/\d+)\/funnels$/, '$1/journeys'],
] as const;

const signIn: Lazy = withTexts('workspace', async () => (await import('./pages/sign-in-page')).SignInPage);
const share: Lazy = withTexts('statistics', async () => (await import('./pages/share-page')).SharePage);
const notFound: Lazy = () => Promise.resolve(NotFoundPage);

/** Paths that this app handles. The others are not its pages: the browser loads them. */
const APP_PATHS = /^\/(?!docs|openapi\.json|llms\.txt|api\/|mcp)/;

/** Shows the page at the current path in an element. */
export const showApp = (root: Element): void => render(<App />, root);

function App() {
  return (
    <LocationProvider scope={APP_PATHS}>
      <CurrentPage />
    </LocationProvider>
  );
}

/** Loads the page at the current path, and at the same time the session. */
function CurrentPage() {
  const { url, path: requested, route } = useLocation();
  const path = RENAMED.reduce((each, [earlier, present]) => each.replace(earlier, present), requested);
  useEffect(() => {
    if (path !== requested) route(url.replace(requested, path), true);
  }, [requested]);
  const isPublic = path === '/sign-in' || path.startsWith('/share/');
  const { component, error } = useLazy(loaderOf(path));
  if (isPublic) return error ? <ErrorState error={error} onRetry={reloadPage} /> : <Loaded is={component} />;
  return (
    <SignedIn>
      <Shell siteId={siteIdOf(path)} hasContent={component !== undefined}>
        {error && <ErrorState error={error} onRetry={reloadPage} />}
        {!error && <Loaded key={path} is={component} />}
      </Shell>
      <FocusContent isLoaded={component !== undefined} />
    </SignedIn>
  );
}

function loaderOf(path: string): Lazy {
  if (path === '/sign-in') return signIn;
  if (path.startsWith('/share/')) return share;
  return PAGES.find((page) => Boolean(exec(path, page.path)))?.load ?? notFound;
}

const reloadPage = (): void => location.reload();

function Loaded({ is: Component }: { readonly is: ComponentType | undefined }) {
  return Component ? <Component /> : <LoadingState label={t('Loading the page')} />;
}

/**
 * Scrolls to the top and moves the focus to the content when another page is shown. The focused link may be removed, and screen
 * readers would announce nothing.
 */
function FocusContent({ isLoaded }: { readonly isLoaded: boolean }) {
  const { path, wasPush } = useLocation() as ReturnType<typeof useLocation> & { readonly wasPush: boolean };
  const shown = useRef(path);
  useLayoutEffect(() => {
    if (!isLoaded || shown.current === path) return;
    shown.current = path;
    if (wasPush) scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path, isLoaded]);
  return null;
}

type SessionState = { readonly session: Session } | { readonly error: Error } | undefined;

/** Shows its children to signed-in users; redirects other users to the sign-in page. */
function SignedIn({ children }: { readonly children: ComponentChildren }) {
  const { url, route } = useLocation();
  const [state, setState] = useState<SessionState>();
  const leave = () => route(`/sign-in?next=${encodeURIComponent(url)}`, true);

  const load = () => {
    setState(undefined);
    readSession().then(
      (session) => (session ? setState({ session }) : leave()),
      (error: unknown) => setState({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
  };
  useEffect(load, []);
  // The other tab may have signed in to another workspace, and both share one cookie.
  useEffect(() => onSessionChanged(reloadPage), []);

  const access = useMemo<Access>(
    () => ({
      headers: DASHBOARD_HEADERS,
      onLost: () => route(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, true),
    }),
    [],
  );
  if (!state) return <LoadingState label={t('Signing in')} />;
  if ('error' in state) return <ErrorState error={state.error} onRetry={load} />;
  return (
    <SessionContext.Provider value={state.session}>
      <AccessContext.Provider value={access}>{children}</AccessContext.Provider>
    </SessionContext.Provider>
  );
}

function NotFoundPage() {
  return (
    <WorkspacePage title={t('Page not found')}>
      <EmptyState title={t('No page has this address')} action={{ href: '/', label: t('See all sites') }}>
        {t('The link may be outdated or incomplete.')}
      </EmptyState>
    </WorkspacePage>
  );
}
