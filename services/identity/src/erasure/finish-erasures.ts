import { setTimeout as delay } from 'node:timers/promises';
import { tryWithAdvisoryLock } from '@headwater/kit/pg/advisory-lock';
import type { Pool } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import type { EraseVisitorsResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/EraseVisitorsResponse';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { Dependencies } from '../dependencies';
import { PUBLISHING } from '../events/publish-events';
import { waitsForErasure, type ErasedInServices, type RunningErasure } from '../store/certificates';
import {
  completeErasure,
  findErasedElsewhere,
  listErasuresToRepeat,
  listRunningErasures,
  markErasureRepeated,
  putErasedRows,
} from '../store/running-erasures';
import { cutExports, hasCutExports } from '../store/running-exports';

/** Erasures per run. */
const PAGE_SIZE = 100;
/** Analytics rewrites the parts of the visitors' events. */
const DEADLINE_MS = 600_000;

/**
 * Time between an erasure and its repetition: a collector may have been storing events that it had checked before. Covers the
 * longest insert, and clocks that differ.
 */
const REPEAT_AFTER_MS = 5 * 60_000;

/** Max time for running exports to end: the gateway renews each one every second. */
const CUT_DEADLINE_MS = 3_000;
const CUT_POLL_MS = 100;

/** Where the calls of an erasure end. */
export interface FinishOptions {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Deletes the rows of an erasure's visitors in analytics, removes its user ids from webhook events, and completes it. Each step is idempotent, and the visitors
 * are stored until the last one: a repeat resumes an interrupted run, also next to another one. Leaves the erasure running while
 * events are being published, while exports run that may have read deleted events, and while it waits for another erasure.
 */
export async function finishErasure(
  { db, analytics, sites, clock }: Dependencies,
  erasure: RunningErasure,
  options: FinishOptions,
): Promise<void> {
  const call = { ...options, workspaceId: erasure.workspaceId };
  const { anonymousIds: visitors, userIds, erasedAtMs } = await findErasedElsewhere(db, erasure);
  const batches = inBatches(visitors, BATCH_LIMITS.firstTouches);
  const counts: EraseVisitorsResponse__Output[] = [];
  for (const anonymousIds of batches)
    counts.push(await analytics.EraseVisitors({ anonymousIds, dryRun: true, erasedAtMs }, call));
  const redact = async (dryRun: boolean): Promise<number> => {
    let webhookEvents = 0;
    for (const batch of inBatches(userIds, BATCH_LIMITS.firstTouches))
      webhookEvents += (await sites.RemoveUserIds({ userIds: batch, dryRun }, call)).webhookEvents;
    return webhookEvents;
  };
  await putErasedRows(db, erasure, { ...sumOf(counts), webhookEvents: await redact(true) });
  for (const anonymousIds of batches)
    await analytics.EraseVisitors({ anonymousIds, dryRun: false, erasedAtMs }, call);
  const isDelivered = visitors.length === 0 || (await endRunningExports(db, erasure, options.signal));
  // Otherwise a replica may publish an event afterwards that it has read with the user id.
  const isRedacted =
    userIds.length === 0 || (await tryWithAdvisoryLock(db, PUBLISHING, () => redact(false))) !== undefined;
  const now = clock.now();
  const own = {
    workspaceId: erasure.workspaceId,
    untilMs: erasedAtMs,
    elsewhere: { anonymousIds: visitors, userIds },
  };
  if (isRedacted && isDelivered && !(await waitsForErasure(db, own)))
    await completeErasure(db, erasure, { now, repeatAt: now + REPEAT_AFTER_MS });
}

/** The rows of all batches of visitors. An older version of analytics counts no click ids, or no further tables. */
function sumOf(counts: readonly EraseVisitorsResponse__Output[]): Omit<ErasedInServices, 'webhookEvents'> {
  const total = (number: (counted: EraseVisitorsResponse__Output) => number): number =>
    counts.reduce((sum, counted) => sum + number(counted), 0);
  const names = new Set(counts.flatMap(({ rows }) => Object.keys(rows?.tables ?? {})));
  const tables = [...names].map((name) => [name, total(({ rows }) => rows?.tables[name] ?? 0)] as const);
  return {
    events: total(({ events }) => events),
    firstTouches: total(({ firstTouches }) => firstTouches),
    ...(counts.some(({ clickIds }) => clickIds === undefined)
      ? {}
      : { clickIds: total(({ clickIds }) => clickIds ?? 0) }),
    tables: counts.some(({ rows }) => !rows) ? undefined : Object.fromEntries(tables),
  };
}

/** Cuts the exports that began before the rows were deleted, on all gateways. @returns whether all of them have ended. */
async function endRunningExports(db: Pool, erasure: RunningErasure, signal?: AbortSignal): Promise<boolean> {
  await cutExports(db, erasure);
  const deadline = performance.now() + CUT_DEADLINE_MS;
  while (await hasCutExports(db, erasure.workspaceId)) {
    if (performance.now() > deadline || signal?.aborted) return false;
    await delay(CUT_POLL_MS);
  }
  return true;
}

function inBatches(values: readonly string[], size: number): string[][] {
  const batches: string[][] = [];
  for (let start = 0; start < values.length; start += size) batches.push(values.slice(start, start + size));
  return batches;
}

/**
 * Finishes the running erasures: those during an outage of analytics, or of a process that ended. Repeats complete ones once in
 * analytics, which has stored the keys of their visitors. Only one replica runs it at a time.
 *
 * @throws the first error, after the other erasures were tried.
 */
export async function finishErasures(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { db, analytics, clock } = dependencies;
  const running = await listRunningErasures(db, PAGE_SIZE);
  const toRepeat = await listErasuresToRepeat(db, clock.now(), PAGE_SIZE);
  if (running.length + toRepeat.length === 0) return;
  const repeat = async ({ erasedAtMs, ...erasure }: (typeof toRepeat)[number]): Promise<void> => {
    const call = { workspaceId: erasure.workspaceId, signal, deadlineMs: DEADLINE_MS };
    await analytics.EraseVisitors({ erasedAtMs, repeat: true }, call);
    await markErasureRepeated(db, erasure);
  };
  await tryWithAdvisoryLock(db, 'identity finishes erasures', async () => {
    const errors: unknown[] = [];
    for (const erasure of running) {
      signal.throwIfAborted();
      const finished = inWorkspace(erasure.workspaceId, () =>
        finishErasure(dependencies, erasure, { signal, deadlineMs: DEADLINE_MS }),
      );
      await finished.catch((error: unknown) => errors.push(error));
    }
    for (const erasure of toRepeat) {
      signal.throwIfAborted();
      await inWorkspace(erasure.workspaceId, () => repeat(erasure)).catch((error: unknown) =>
        errors.push(error),
      );
    }
    if (errors.length > 0) throw errors[0];
  });
}
