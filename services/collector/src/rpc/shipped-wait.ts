import type { Dependencies } from '../dependencies';

/** Max time for which a call waits until its events can be queried, with their sessions. They are durable either way. */
const SHIPPED_WITHIN_MS = 1_000;
/** Max calls that wait. More calls mean load: then none waits for a time, so that larger batches are inserted. */
const MAX_WAITING = 64;
/** Max calls of one workspace that wait. With more, none of the workspace waits for a time; those of others do. */
const MAX_WAITING_OF_WORKSPACE = 32;
const NO_WAIT_MS = 1_000;

/** Returns a function that waits until all events of the log can be queried: at most a second, and not under load. */
export function createShippedWait(
  log: Pick<Dependencies['events'], 'shipped'>,
): (workspaceId: number) => Promise<void> {
  const waiting = new Map<() => void, number>();
  const underLoad = new Set<number | 'all'>();
  const stopWaiting = (load: number | 'all'): void => {
    underLoad.add(load);
    setTimeout(() => underLoad.delete(load), NO_WAIT_MS).unref();
    for (const [release, workspaceId] of waiting) if (load === 'all' || load === workspaceId) release();
  };
  return async (workspaceId) => {
    if (underLoad.has('all') || underLoad.has(workspaceId)) return;
    if (waiting.size >= MAX_WAITING) return stopWaiting('all');
    const ofWorkspace = [...waiting.values()].filter((id) => id === workspaceId).length;
    if (ofWorkspace >= MAX_WAITING_OF_WORKSPACE) return stopWaiting(workspaceId);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    waiting.set(release, workspaceId);
    await Promise.race([log.shipped(SHIPPED_WITHIN_MS), released]);
    waiting.delete(release);
  };
}
