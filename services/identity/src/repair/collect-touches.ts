import { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import { tryWithAdvisoryLock } from '@headwater/kit/pg/advisory-lock';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { VisitorSession__Output } from '@headwater/protos/gen/headwater/analytics/v1/VisitorSession';
import type { Dependencies } from '../dependencies';
import { MAX_EVIDENCE_LENGTH } from '../domain/attribution';
import { storablePart } from '../domain/parse-text';
import {
  listDueLinks,
  postponeTouches,
  replaceTouches,
  type CollectedTouch,
  type DueLink,
} from '../store/touches';

const PAGE_SIZE = 1_000;
/** Links per call to analytics. Each visitor has up to 100 sessions: together they must fit into a message. */
const BATCH_SIZE = 100;
/** Nobody waits for this call, and it scans the sites of a workspace. */
const DEADLINE_MS = 60_000;
/** Events arrive up to 30 days late. Sessions that began earlier don't change any more. */
const CHANGING_MS = 30 * 86_400_000;

/**
 * Stores the sessions of links whose visitors had events, and of links that are new. Only one replica runs it at a time. Idempotent.
 * A link that fails is due again in an hour.
 *
 * @throws if analytics or Postgres is unreachable; further links stay due.
 */
export async function collectTouches(
  dependencies: Dependencies,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = dependencies;
  await tryWithAdvisoryLock(db, 'identity collects touches', async () => {
    let links: DueLink[];
    do {
      links = await listDueLinks(db, { now: clock.now(), limit: PAGE_SIZE });
      for (const batch of batchesOf(links))
        await inWorkspace(batch.workspaceId, () => collectOrHalve(dependencies, batch, { log, signal }));
    } while (links.length === PAGE_SIZE);
  });
}

interface Batch {
  readonly workspaceId: number;
  readonly links: readonly DueLink[];
}

/** Links of one workspace; those that were never read apart, because all of their sessions are read. */
function batchesOf(links: readonly DueLink[]): Batch[] {
  const groups = new Map<string, DueLink[]>();
  for (const link of links) {
    const id = `${link.workspaceId} ${link.readAtMs === 0}`;
    groups.set(id, [...(groups.get(id) ?? []), link]);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / BATCH_SIZE) }, (_, i) => ({
      workspaceId: group[0]?.workspaceId ?? 0,
      links: group.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
    })),
  );
}

/** A batch may be too large for analytics: its halves are tried then. A single link that fails must not stop the others. */
async function collectOrHalve(
  dependencies: Dependencies,
  batch: Batch,
  context: { readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const { workspaceId, links } = batch;
  try {
    await collectBatch(dependencies, batch, context.signal);
  } catch (err) {
    // Then every link would fail.
    if (context.signal.aborted || (err instanceof AppError && err.kind === 'unavailable')) throw err;
    const half = Math.ceil(links.length / 2);
    const [link] = links;
    if (half < links.length) {
      await collectOrHalve(dependencies, { workspaceId, links: links.slice(0, half) }, context);
      await collectOrHalve(dependencies, { workspaceId, links: links.slice(half) }, context);
    } else if (link) {
      const { profileId } = link;
      context.log.warn(
        { err, workspaceId, profileId },
        'touches of a link not collected; retrying in an hour',
      );
      await postponeTouches(dependencies.db, { link, now: dependencies.clock.now() });
    }
  }
}

/** Sessions of a link that began earlier are not read again. Unix milliseconds. */
const changingSince = ({ readAtMs }: DueLink): number => Math.max(readAtMs - CHANGING_MS, 0);

async function collectBatch(
  { db, analytics, clock }: Dependencies,
  { workspaceId, links }: Batch,
  signal: AbortSignal,
): Promise<void> {
  const readAtMs = clock.now();
  // A visitor that is linked to several accounts is read once.
  const anonymousIds = [...new Set(links.map(({ anonymousId }) => anonymousId))];
  const { sessions } = await analytics.ListSessions(
    { anonymousIds, afterMs: Math.min(...links.map(changingSince)) },
    { workspaceId, signal, deadlineMs: DEADLINE_MS },
  );
  const byVisitor = new Map<string, CollectedTouch[]>();
  // A later read has nothing new of such a session: it was read within minutes of its arrival.
  const isFirstRead = links[0]?.readAtMs === 0;
  for (const session of sessions) {
    if (session.arrivedAtMs === 0 && !isFirstRead) continue;
    const visitor = anonymousIds[session.index] ?? '';
    byVisitor.set(visitor, [...(byVisitor.get(visitor) ?? []), ...touchOf(session)]);
  }
  for (const link of links) {
    signal.throwIfAborted();
    const since = changingSince(link);
    const touches = (byVisitor.get(link.anonymousId) ?? []).filter(({ atMs }) => atMs > since);
    await inTransaction(db, (client) => replaceTouches(client, { link, readAtMs, touches }));
  }
}

function touchOf({ touch, device, arrivedAtMs }: VisitorSession__Output): CollectedTouch[] {
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
      arrivedAtMs: arrivedAtMs === undefined ? null : arrivedAtMs || touch.startedAtMs,
    },
  ];
}
