import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../api/session';

export const SessionContext = createContext<Session | undefined>(undefined);

/** Who is signed in. @throws outside of pages that are for the signed-in only */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Nobody is signed in here.');
  return session;
}

/** Whether a session may do something. */
export const may = ({ scopes }: Session, scope: string): boolean => scopes.includes(scope);
