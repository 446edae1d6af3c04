import { tryWithAdvisoryLock } from '@headwater/kit/pg/advisory-lock';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { VisitorSession__Output } from '@headwater/protos/gen/headwater/analytics/v1/VisitorSession';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { Dependencies } from '../dependencies';
import { MAX_EVIDENCE_LENGTH } from '../domain/attribution';
import { storablePart } from '../domain/parse-text';
import { listDueLinks, replaceTouches, type CollectedTouch, type DueLink } from '../store/touches';
import { REPAIR_DEADLINE_MS } from './resolve-links';

/** Links per call to analytics. Each call scans the sites of a workspace once, for all of its visitors. */
const BATCH_SIZE = BATCH_LIMITS.firstTouches;
/** Events arrive up to 30 days late. Sessions that began earlier don't change any more. */
const CHANGING_MS = 30 * 86_400_000;

/**
 * Stores the sessions of links whose visitors had events, and of links that are new. Only one replica runs it at a time. Idempotent.
 *
 * @throws the first error; further links stay due.
 */
export async function collectTouches(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { db, clock } = dependencies;
  await tryWithAdvisoryLock(db, 'identity collects touches', async () => {
    let links: DueLink[];
    do {
      links = await listDueLinks(db, { now: clock.now(), limit: BATCH_SIZE });
      for (const batch of batchesOf(links))
        await inWorkspace(batch.workspaceId, () => collectBatch(dependencies, batch, signal));
    } while (links.length === BATCH_SIZE);
  });
}

interface Batch {
  readonly workspaceId: number;
  /** Sessions that began later are read. Unix milliseconds. */
  readonly afterMs: number;
  readonly links: DueLink[];
}

/** Links of one workspace; those that were never read apart, because all of their sessions are read. */
function batchesOf(links: readonly DueLink[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const link of links) {
    const id = `${link.workspaceId} ${link.readAtMs === 0}`;
    const { afterMs = Infinity, links: earlier = [] } = batches.get(id) ?? {};
    batches.set(id, {
      workspaceId: link.workspaceId,
      afterMs: Math.min(afterMs, Math.max(link.readAtMs - CHANGING_MS, 0)),
      links: [...earlier, link],
    });
  }
  return [...batches.values()];
}

async function collectBatch(
  { db, analytics, clock }: Dependencies,
  { workspaceId, afterMs, links }: Batch,
  signal: AbortSignal,
): Promise<void> {
  const readAtMs = clock.now();
  // A visitor that is linked to several accounts is read once.
  const anonymousIds = [...new Set(links.map(({ anonymousId }) => anonymousId))];
  const { sessions } = await analytics.ListSessions(
    { anonymousIds, afterMs },
    { workspaceId, signal, deadlineMs: REPAIR_DEADLINE_MS },
  );
  const byVisitor = new Map<string, CollectedTouch[]>();
  for (const session of sessions) {
    const visitor = anonymousIds[session.index] ?? '';
    byVisitor.set(visitor, [...(byVisitor.get(visitor) ?? []), ...touchOf(session)]);
  }
  for (const link of links) {
    signal.throwIfAborted();
    const touches = byVisitor.get(link.anonymousId) ?? [];
    // If analytics returned only the newest ones, earlier ones stay as they are stored.
    const isCut = touches.length === BATCH_LIMITS.touches;
    const oldest = isCut ? Math.min(...touches.map(({ atMs }) => atMs)) - 1 : afterMs;
    await inTransaction(db, (client) => replaceTouches(client, { link, afterMs: oldest, readAtMs, touches }));
  }
}

function touchOf({ touch, device }: VisitorSession__Output): CollectedTouch[] {
  if (!touch) return [];
  const text = (value: string): string => storablePart(value, MAX_EVIDENCE_LENGTH);
  return [
    {
      atMs: touch.startedAtMs,
      channel: touch.channel,
      source: text(touch.source),
      campaign: text(touch.utmCampaign),
      landing: text(touch.landing),
      referrer: text(touch.referrer),
      device,
    },
  ];
}
