import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { AccessContext, type Access } from '../api/access';
import { DASHBOARD_HEADERS, onSessionChanged, readSession, type Session } from '../api/session';
import { ErrorState, LoadingState } from '../components/states';
import { SessionContext } from './session-context';

type Known = { readonly session: Session } | { readonly error: Error } | undefined;

/** Shows what is inside to whoever is signed in; sends everybody else to the sign-in page. */
export function SignedIn({ children }: { readonly children: ComponentChildren }) {
  const { url, route } = useLocation();
  const [known, setKnown] = useState<Known>();
  const leave = () => route(`/sign-in?next=${encodeURIComponent(url)}`, true);

  const ask = () => {
    setKnown(undefined);
    readSession().then(
      (session) => (session ? setKnown({ session }) : leave()),
      (error: unknown) => setKnown({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
  };
  useEffect(ask, []);
  // Else this tab would show, and change, one workspace under the name of another.
  useEffect(() => onSessionChanged(() => location.reload()), []);

  const access = useMemo<Access>(
    () => ({
      headers: DASHBOARD_HEADERS,
      mayWrite: true,
      onLost: () => route(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, true),
    }),
    [],
  );
  if (!known) return <LoadingState label="Signing in" />;
  if ('error' in known) return <ErrorState error={known.error} onRetry={ask} />;
  return (
    <SessionContext.Provider value={known.session}>
      <AccessContext.Provider value={access}>{children}</AccessContext.Provider>
    </SessionContext.Provider>
  );
}
