import type { BrowserSession } from '@headwater/protos/browser-payload';
import type { Storage } from './storage';

/**
 * Returns a random UUID (version 4): every browser ends the URL of a blob with one.
 *
 * `crypto.randomUUID` exists on https pages only; shops on plain http and local test sites must count, too.
 *
 * @see https://w3c.github.io/FileAPI/#unicodeBlobURL
 */
export function uuid(): string {
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
}

/** The cookie and localStorage key of the visitor id. The collector renews the cookie of this name. */
export const VISITOR_NAME = 'hw_ref';

/** Returns this browser's anonymous visitor id and restarts its 400 days. */
export function visitorId(storage: Storage): string {
  /** 400 days: the maximum of browsers. */
  const maxSeconds = 34560000;
  const known = storage.read(VISITOR_NAME);
  const id = /^[\da-f-]{36}$/.test(known) ? known : uuid();
  storage.write(VISITOR_NAME, id, maxSeconds);
  return id;
}

/** A session ends after 30 minutes without an event. Its first page and referrer decide its channel. */
export type Session = BrowserSession & { landing: string; referrer: string };

/**
 * Returns the current session, or a new session that starts on the given page. A call counts as activity.
 *
 * @param name its storage key; stored as `id seconds landing referrer` (URLs contain no spaces)
 * @param now Unix ms
 */
export function touchSession(
  storage: Storage,
  name: string,
  entry: Omit<Session, 'id'>,
  now: number,
): Session {
  const idleSeconds = 1800;
  const seconds = Math.floor(now / 1000);
  const [id, last, first, from] = storage.read(name).split(' ') as [string, ...(string | undefined)[]];
  // A clock that was set back must not keep a session for days: the distance counts in both directions.
  const alive = first && Math.abs(seconds - Number(last)) < idleSeconds;
  const session = alive ? { id, landing: first, referrer: from || '' } : { id: uuid(), ...entry };
  storage.write(name, `${session.id} ${seconds} ${session.landing} ${session.referrer}`, idleSeconds);
  return session;
}
