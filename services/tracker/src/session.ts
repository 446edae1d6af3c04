import type { Storage } from './storage';
import { uuid } from './uuid';

/** A visit: ends after 30 minutes without an event. Its first page and referrer decide its channel. */
export interface Session {
  id: string;
  landing: string;
  referrer: string;
}

const IDLE_SECONDS = 1800;

/**
 * The running session, or a new one that begins on the given page; being asked counts as activity.
 *
 * @param name where it is kept, as `id seconds landing referrer` (URLs hold no spaces)
 * @param now Unix ms
 */
export function touchSession(
  storage: Storage,
  name: string,
  { landing, referrer }: Omit<Session, 'id'>,
  now: number,
): Session {
  const seconds = Math.floor(now / 1000);
  const [id, last, first, from] = storage.read(name).split(' ') as [string, ...(string | undefined)[]];
  // A clock set back must not keep a session for days: the distance counts in both directions.
  const alive = first && Math.abs(seconds - Number(last)) < IDLE_SECONDS;
  const session = alive ? { id, landing: first, referrer: from || '' } : { id: uuid(), landing, referrer };
  storage.write(name, `${session.id} ${seconds} ${session.landing} ${session.referrer}`, IDLE_SECONDS);
  return session;
}
