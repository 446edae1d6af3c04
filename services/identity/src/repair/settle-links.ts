import { attributionOf } from '../domain/attribution';
import { isNews } from '../domain/is-news';
import type { UnsettledLink } from '../store/unsettled-link';
import { REPAIR_DEADLINE_MS, type RepairDependencies } from './dependencies';

/** Links of one workspace that are asked after at once: small enough to share the work, no more than analytics takes. */
const AT_A_TIME = 250;
/** Half of the connections to Postgres stay for callers. */
const WORKERS = 4;

/**
 * Asks analytics for the first sessions of the links' visitors, and settles what they decide. May be repeated at any time.
 *
 * @throws when not all of it was done, on an aborted signal too.
 */
export async function settleLinks(
  dependencies: RepairDependencies,
  links: readonly UnsettledLink[],
  signal: AbortSignal,
): Promise<void> {
  // They share the iterator, so each portion is taken once. After a failure none takes another, and all end before it is told.
  const portions = portionsOf(links).values();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const portion of portions) {
      if (failures.length > 0) return;
      signal.throwIfAborted();
      await settlePortion(dependencies, portion, signal);
    }
  };
  await Promise.all(
    Array.from({ length: WORKERS }, () => worker().catch((error: unknown) => failures.push(error))),
  );
  if (failures.length > 0) throw failures[0];
}

async function settlePortion(
  { store, analytics, clock }: RepairDependencies,
  { workspaceId, links }: Portion,
  signal: AbortSignal,
): Promise<void> {
  const anonymousIds = [...new Set(links.map(({ anonymousId }) => anonymousId))];
  const { touches, visitorKeys } = await analytics.ListFirstTouches(
    { anonymousIds },
    { workspaceId, signal, deadlineMs: REPAIR_DEADLINE_MS },
  );
  const byVisitor = new Map(touches.map(({ anonymousId, touch }) => [anonymousId, touch]));
  for (const link of links) {
    const touch = byVisitor.get(link.anonymousId);
    if (!touch || !isNews(link, touch.firstSeenAtMs)) continue;
    signal.throwIfAborted();
    const { profileId, anonymousId } = link;
    const attribution = attributionOf(touch);
    await store.settleLink({ workspaceId, profileId, anonymousId, attribution, now: clock.now() });
  }
  const keys = new Map(visitorKeys.map((visitorKey, place) => [anonymousIds[place], visitorKey]));
  const keyless = links.filter(({ hasVisitorKey }) => !hasVisitorKey);
  const keyed = keyless.flatMap(({ profileId, anonymousId }) => {
    const visitorKey = keys.get(anonymousId);
    return visitorKey?.length ? [{ profileId, anonymousId, visitorKey }] : [];
  });
  await store.putVisitorKeys(workspaceId, keyed);
}

interface Portion {
  readonly workspaceId: number;
  readonly links: readonly UnsettledLink[];
}

function portionsOf(links: readonly UnsettledLink[]): Portion[] {
  const groups = new Map<number, UnsettledLink[]>();
  for (const link of links) {
    const group = groups.get(link.workspaceId) ?? [];
    group.push(link);
    groups.set(link.workspaceId, group);
  }
  const portions: Portion[] = [];
  for (const [workspaceId, group] of groups)
    for (let at = 0; at < group.length; at += AT_A_TIME)
      portions.push({ workspaceId, links: group.slice(at, at + AT_A_TIME) });
  return portions;
}
