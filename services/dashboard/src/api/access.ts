import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** As what the pages read: a signed-in colleague, or whoever holds a share link. */
export interface Access {
  /** What goes with each call; tells cached answers apart, too. */
  readonly headers: Readonly<Record<string, string>>;
  readonly mayWrite: boolean;
  /** Called when the API says that the session or the link is over. */
  readonly onLost: () => void;
}

export const AccessContext = createContext<Access | undefined>(undefined);

/** @throws outside of a page that has any */
export function useAccess(): Access {
  const access = useContext(AccessContext);
  if (!access) throw new Error('No access is given here.');
  return access;
}
