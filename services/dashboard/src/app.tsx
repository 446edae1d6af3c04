import type { ComponentChildren, ComponentType } from 'preact';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { AccessContext, type Access } from './api/fetch-json';
import {
  DASHBOARD_HEADERS,
  onSessionChanged,
  readSession,
  SessionContext,
  type Session,
} from './api/session';
import { EmptyState, ErrorState, LoadingState } from './components/states';
import { AgentsPage } from './pages/agents/agents-page';
import { AuditPage } from './pages/audit-page';
import { CustomersPage } from './pages/customers/customers-page';
import { EventsPage } from './pages/events/events-page';
import { FunnelsPage } from './pages/funnels/funnels-page';
import { GoalsPage } from './pages/goals/goals-page';
import { InstallPage } from './pages/install-page';
import { OverviewPage } from './pages/overview/overview-page';
import { QualityPage } from './pages/quality-page';
import { RevenuePage } from './pages/revenue/revenue-page';
import { SettingsPage } from './pages/settings-page';
import { SharePage } from './pages/share-page';
import { SharingPage } from './pages/sharing-page';
import { SignInPage } from './pages/sign-in-page';
import { AddSitePage } from './pages/sites/add-site-page';
import { SitesPage } from './pages/sites/sites-page';
import { TrashPage } from './pages/sites/trash-page';
import { TokensPage } from './pages/tokens/tokens-page';
import { WorkspacePage } from './shell/page';
import { focusContent } from './shell/shell';

/** A page that needs a session. */
interface Page {
  /** Pattern of the router; `:id` is the site. */
  readonly path: string;
  readonly component: ComponentType;
}

/** The page at each path. Pages of a site wrap their content in a `SitePage`, which loads the site and shows its menu. */
const PAGES: readonly Page[] = [
  { path: '/', component: SitesPage },
  { path: '/trash', component: TrashPage },
  // The path of the trash before it was renamed, for bookmarks.
  { path: '/bin', component: TrashPage },
  { path: '/sites/new', component: AddSitePage },
  { path: '/sites/:id', component: OverviewPage },
  { path: '/sites/:id/events', component: EventsPage },
  { path: '/sites/:id/goals', component: GoalsPage },
  { path: '/sites/:id/funnels', component: FunnelsPage },
  { path: '/sites/:id/quality', component: QualityPage },
  { path: '/sites/:id/install', component: InstallPage },
  { path: '/sites/:id/sharing', component: SharingPage },
  { path: '/sites/:id/settings', component: SettingsPage },
  { path: '/revenue', component: RevenuePage },
  { path: '/customers', component: CustomersPage },
  { path: '/tokens', component: TokensPage },
  { path: '/agents', component: AgentsPage },
  { path: '/audit', component: AuditPage },
];

/** Paths that the router handles. The others are not pages of this app: the browser loads them. */
const APP_PATHS = /^\/(?!docs|openapi\.json|llms\.txt|api\/|mcp)/;

/** The root component: shows the page at the current path. */
export function App() {
  return (
    <LocationProvider scope={APP_PATHS}>
      <ErrorBoundary>
        <Pages />
      </ErrorBoundary>
    </LocationProvider>
  );
}

function Pages() {
  const { path } = useLocation();
  if (path === '/sign-in') return <SignInPage />;
  if (path.startsWith('/share/')) return <SharePage slug={path.slice('/share/'.length)} />;
  return (
    <SignedIn>
      <Router onRouteChange={focusContent}>
        {PAGES.map(({ path: pattern, component }) => (
          <Route key={pattern} path={pattern} component={component} />
        ))}
        <Route default component={NotFoundPage} />
      </Router>
    </SignedIn>
  );
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
  useEffect(() => onSessionChanged(() => location.reload()), []);

  const access = useMemo<Access>(
    () => ({
      headers: DASHBOARD_HEADERS,
      mayWrite: true,
      onLost: () => route(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, true),
    }),
    [],
  );
  if (!state) return <LoadingState label="Signing in" />;
  if ('error' in state) return <ErrorState error={state.error} onRetry={load} />;
  return (
    <SessionContext.Provider value={state.session}>
      <AccessContext.Provider value={access}>{children}</AccessContext.Provider>
    </SessionContext.Provider>
  );
}

function NotFoundPage() {
  return (
    <WorkspacePage title="Page not found">
      <EmptyState title="No page has this address" action={{ href: '/', label: 'See all sites' }}>
        The link may be outdated or incomplete.
      </EmptyState>
    </WorkspacePage>
  );
}
