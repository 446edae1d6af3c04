import { HeadwaterError } from '@headwater/client/error';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { fetchJson } from './fetch-json';
import { clearResponses } from './hooks';

/** The session of the signed-in user, as the gateway returns it. */
export interface Session {
  readonly workspace: { readonly id: number; readonly name: string };
  readonly scopes: readonly string[];
  /** The sites that the session may see; null: all sites of the workspace. */
  readonly sites: readonly number[] | null;
  readonly expiresAt: string;
}

/** Prevents CSRF: another origin can send this header only after a preflight, which the gateway never allows. */
export const DASHBOARD_HEADERS = { 'X-Headwater-Dashboard': '1' } as const;

const AS_DASHBOARD = { headers: DASHBOARD_HEADERS, onLost: () => undefined };

/** @returns undefined without a session */
export async function readSession(): Promise<Session | undefined> {
  try {
    return await fetchJson<Session>(AS_DASHBOARD, '/dashboard/session');
  } catch (error) {
    if (error instanceof HeadwaterError && error.status === 401) return undefined;
    throw error;
  }
}

/**
 * Exchanges the code of a sign-in link for a session.
 *
 * @param attempt the same value may repeat the request for a minute, in case the response was lost
 * @throws HeadwaterError when the code was used, has expired or does not exist
 */
export async function signIn(code: string, attempt: string): Promise<void> {
  await fetchJson(AS_DASHBOARD, '/dashboard/session', { method: 'POST', body: { code, attempt } });
  sessionChanged();
}

/**
 * @param everywhere ends all sessions of the signed-in user, also in other browsers
 * @throws HeadwaterError when the request failed
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  try {
    await fetchJson(AS_DASHBOARD, everywhere ? '/dashboard/sessions' : '/dashboard/session', {
      method: 'DELETE',
    });
  } catch (error) {
    // 401: this session has ended already. Ending the others needs a valid session.
    if (everywhere || !(error instanceof HeadwaterError && error.status === 401)) throw error;
  }
  sessionChanged();
}

/** Notifies the other tabs of the browser, which share the session cookie. */
const CHANNEL = 'headwater-session';

function sessionChanged(): void {
  clearResponses();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(undefined);
  channel.close();
}

/** Calls back when the user signs in or out in another tab. @returns a function that ends the subscription */
export function onSessionChanged(callBack: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = callBack;
  return () => channel.close();
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** The session of the signed-in user. @throws on pages that need no session */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext.');
  return session;
}

/** Whether a session has a scope. */
export const may = ({ scopes }: Session, scope: string): boolean => scopes.includes(scope);

/** Whether there is a session with this scope. Share links have none. */
export function useMay(scope: string): boolean {
  const session = useContext(SessionContext);
  return session !== undefined && may(session, scope);
}

/** Whether a session may read data of the whole workspace, such as revenue. */
export const maySeeAllSites = ({ sites }: Session): boolean => sites === null;
