import { inWorkspace } from '@headwater/kit/pg/tenancy';
import type { Dependencies } from '../dependencies';
import { attributionOf, changesAttribution, eventOfTouch, newAttribution } from '../domain/attribution';
import { resolveLink } from '../store/attributions';
import { putVisitorKeys } from '../store/links';
import type { OpenLink } from '../store/open-links';
import { inRetriedTransaction } from '../store/transactions';

/** Deadline of each repair call to analytics. */
export const REPAIR_DEADLINE_MS = 10_000;
/** Links per call to analytics: below its limit, and small enough to spread the links over the workers. */
const BATCH_SIZE = 250;
/** Half of the connections to Postgres remain for gRPC calls. */
const WORKERS = 4;

/**
 * Queries analytics for the first sessions of the links' visitors, and resolves each link whose session changes an
 * attribution. Idempotent.
 *
 * @throws the first error, also when the signal is aborted. Then some links may be unresolved.
 */
export async function resolveLinks(
  dependencies: Dependencies,
  links: readonly OpenLink[],
  signal: AbortSignal,
): Promise<void> {
  // The workers share one iterator, so each batch is taken once. After an error no worker takes another batch.
  const batches = batchByWorkspace(links).values();
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      if (errors.length > 0) return;
      signal.throwIfAborted();
      await inWorkspace(batch.workspaceId, () => resolveBatch(dependencies, batch, signal));
    }
  };
  await Promise.all(
    Array.from({ length: WORKERS }, () => work().catch((error: unknown) => errors.push(error))),
  );
  if (errors.length > 0) throw errors[0];
}

async function resolveBatch(
  { db, keys, analytics, clock }: Dependencies,
  { workspaceId, links }: Batch,
  signal: AbortSignal,
): Promise<void> {
  const { touches, visitorKeys, considersArrival } = await analytics.ListFirstTouches(
    { anonymousIds: links.map(({ anonymousId }) => anonymousId), links: links.map(timesOf) },
    { workspaceId, signal, deadlineMs: REPAIR_DEADLINE_MS },
  );
  // Its touches may be of events that arrived too late.
  if (!considersArrival) throw new Error('Analytics is of the previous release. Upgrade it to repair links.');
  for (const { index, touch, ...event } of touches) {
    const link = links[index];
    if (!link || !touch) continue;
    const attribution = attributionOf(touch, eventOfTouch(event, { considersArrival, now: clock.now() }));
    if (!changesAttribution(link, newAttribution(attribution, link.createdAtMs))) continue;
    signal.throwIfAborted();
    const { profileId, anonymousId } = link;
    const resolve = { workspaceId, profileId, anonymousId, attribution, keys, now: clock.now() };
    await inRetriedTransaction(db, (client) => resolveLink(client, resolve));
  }
  const keyed = links.flatMap(({ profileId, anonymousId, hasVisitorKey }, index) => {
    const visitorKey = visitorKeys[index];
    return !hasVisitorKey && visitorKey?.length ? [{ profileId, anonymousId, visitorKey }] : [];
  });
  await putVisitorKeys(db, workspaceId, keyed);
}

/** A pending link is resolved even if its account has an attribution of another link already. */
function timesOf({ createdAtMs, resolved, recorded }: OpenLink) {
  return {
    linkedAtMs: createdAtMs,
    ...(resolved && recorded ? { arrivalsUntilMs: recorded.arrivalsUntilMs } : {}),
  };
}

interface Batch {
  readonly workspaceId: number;
  readonly links: readonly OpenLink[];
}

function batchByWorkspace(links: readonly OpenLink[]): Batch[] {
  const groups = new Map<number, OpenLink[]>();
  for (const link of links) {
    const group = groups.get(link.workspaceId) ?? [];
    group.push(link);
    groups.set(link.workspaceId, group);
  }
  const batches: Batch[] = [];
  for (const [workspaceId, group] of groups)
    for (let start = 0; start < group.length; start += BATCH_SIZE)
      batches.push({ workspaceId, links: group.slice(start, start + BATCH_SIZE) });
  return batches;
}
