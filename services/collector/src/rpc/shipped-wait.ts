import type { Dependencies } from '../dependencies';

/** Max time for which a call waits until its events can be queried, with their sessions. They are durable either way. */
const SHIPPED_WITHIN_MS = 1_000;
/** Max requests that wait. More mean load: then none waits for a time, so that larger batches are inserted. */
const MAX_WAITING = 64;
/** Max requests of one workspace that wait. With more, none of the workspace waits for a time; those of others do. */
const MAX_WAITING_OF_WORKSPACE = 32;
const NO_WAIT_MS = 1_000;

/** The requests of a call that waits. */
interface Waiting {
  readonly workspaceId: number;
  readonly requests: number;
}

/**
 * Returns a function that waits until all events of the log can be queried: at most a second, and not under load. A call may contain the
 * events of several requests.
 */
export function createShippedWait(
  log: Pick<Dependencies['events'], 'shipped'>,
): (workspaceId: number, requests: number) => Promise<void> {
  const waiting = new Map<() => void, Waiting>();
  const underLoad = new Set<number | 'all'>();
  const stopWaiting = (load: number | 'all'): void => {
    underLoad.add(load);
    setTimeout(() => underLoad.delete(load), NO_WAIT_MS).unref();
    for (const [release, { workspaceId }] of waiting) if (load === 'all' || load === workspaceId) release();
  };
  return async (workspaceId, requests) => {
    if (underLoad.has('all') || underLoad.has(workspaceId)) return;
    let all = requests;
    let ofWorkspace = requests;
    for (const other of waiting.values()) {
      all += other.requests;
      if (other.workspaceId === workspaceId) ofWorkspace += other.requests;
    }
    if (all > MAX_WAITING) return stopWaiting('all');
    if (ofWorkspace > MAX_WAITING_OF_WORKSPACE) return stopWaiting(workspaceId);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    waiting.set(release, { workspaceId, requests });
    await Promise.race([log.shipped(SHIPPED_WITHIN_MS), released]);
    waiting.delete(release);
  };
}
