import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { NotFoundPage } from './pages/not-found-page';
import { PAGES } from './pages/pages';
import { SharePage } from './pages/shared/share-page';
import { SignInPage } from './pages/sign-in-page';
import { SignedIn } from './shell/signed-in';

/** What the gateway answers itself, and the browser is to load. */
const OWN_ADDRESSES = /^\/(?!docs|openapi\.json|llms\.txt|api\/|mcp)/;

/** Every page by its address. */
export function App() {
  return (
    <LocationProvider scope={OWN_ADDRESSES}>
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
      <Router>
        {PAGES.map(({ path: pattern, component }) => (
          <Route key={pattern} path={pattern} component={component} />
        ))}
        <Route default component={NotFoundPage} />
      </Router>
    </SignedIn>
  );
}
