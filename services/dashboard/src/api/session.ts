import { HeadwaterError } from '@headwater/client/error';
import { answerCache } from './answer-cache';
import { fetchJson } from './fetch-json';

/** Who is signed in, as the gateway tells it. */
export interface Session {
  readonly workspace: { readonly id: number; readonly name: string };
  readonly scopes: readonly string[];
  /** The only sites that the session sees; null: all of the workspace. */
  readonly sites: readonly number[] | null;
  readonly expiresAt: string;
}

/** A page of another origin cannot send it without asking first, which is never allowed. */
export const DASHBOARD_HEADERS = { 'X-Headwater-Dashboard': '1' } as const;

const AS_DASHBOARD = { headers: DASHBOARD_HEADERS, onLost: () => undefined };

/** @returns undefined when nobody is signed in */
export async function readSession(): Promise<Session | undefined> {
  try {
    return await fetchJson<Session>(AS_DASHBOARD, '/dashboard/session');
  } catch (error) {
    if (error instanceof HeadwaterError && error.status === 401) return undefined;
    throw error;
  }
}

/**
 * Spends the code of a sign-in link.
 *
 * @param attempt with the same one the code may be sent again for a minute: the answer may have been lost
 * @throws HeadwaterError when it is spent, too old or none
 */
export async function signIn(code: string, attempt: string): Promise<void> {
  await fetchJson(AS_DASHBOARD, '/dashboard/session', { method: 'POST', body: { code, attempt } });
  sessionChanged();
}

/**
 * @param everywhere ends every session of whoever is signed in, also in other browsers
 * @throws HeadwaterError when that was refused or not answered
 */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  try {
    await fetchJson(AS_DASHBOARD, everywhere ? '/dashboard/sessions' : '/dashboard/session', {
      method: 'DELETE',
    });
  } catch (error) {
    // It has ended already, as with its token; what others there are it can not end any more.
    if (everywhere || !(error instanceof HeadwaterError && error.status === 401)) throw error;
  }
  sessionChanged();
}

/** What the tabs of a browser, which share one cookie, tell each other. */
const CHANNEL = 'headwater-session';

function sessionChanged(): void {
  answerCache.clear();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(undefined);
  channel.close();
}

/** Calls back when somebody signs in or out in another tab. @returns what ends that */
export function onSessionChanged(callBack: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = callBack;
  return () => channel.close();
}
