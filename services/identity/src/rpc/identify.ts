import { createBatcher, type Batcher } from '@headwater/kit/batcher';
import { AppError, type FieldError } from '@headwater/kit/errors';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import { isKeyedOperation } from '@headwater/kit/rpc/operation-id';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { attributionOf, eventOfTouch, type Attribution } from '../domain/attribution';
import { digestEmail, digestKey } from '../domain/email';
import { parseAccount } from '../domain/parse-account';
import { anonymousIdProblem } from '../domain/parse-text';
import { isSameProfile, mergeProfile } from '../domain/profile';
import { saveAttributed, type SavedAttributed } from '../store/save-attributed';
import {
  saveIdentified,
  type AccountOfVisitor,
  type IdentifiedAccount,
  type SavedIdentified,
} from '../store/save-identified';
import { inRetriedOperation, retryLostRaces } from '../store/transactions';

/**
 * Batching of concurrent calls, per workspace. With two batches, the statement of one runs while the responses of the other are
 * sent.
 */
const BATCHING = { maxBatchSize: 100, maxConcurrentBatches: 2 } as const;

/**
 * Links a visitor to an account and records the account's attribution, once. Queries analytics for the visitor's first session
 * unless the link is resolved and the attribution recorded. While analytics is unreachable, the link is pending until
 * `resolveNewLinks` resolves it; after another error of analytics, nothing is written. Under load, concurrent calls of one workspace
 * share queries and statements. Calls for the same account run one after the other.
 */
export function createIdentify({
  db,
  keys,
  analytics,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['Identify'] {
  const merging = () => ({ merge: mergeProfile, isSame: isSameProfile, now: clock.now() });
  const trySaveAttributed = createBatcher(
    BATCHING_BY_ACCOUNT,
    (workspaceId: number, accounts: readonly AccountOfVisitor[]) =>
      saveTogetherOrSeparately(accounts, (some) =>
        retryLostRaces(() => saveAttributed(db, { workspaceId, accounts: some, ...merging() })),
      ),
  );
  const getFirstTouch = createFirstTouchBatcher(analytics, clock);
  const save = createBatcher(
    BATCHING_BY_ACCOUNT,
    (workspaceId: number, accounts: readonly IdentifiedAccount[]) =>
      saveTogetherOrSeparately(accounts, (some) =>
        saveIdentified(db, { workspaceId, accounts: some, keys, ...merging() }),
      ),
  );
  /** Under an Idempotency-Key, an account is saved without a batch: its response is part of the transaction. */
  const saveAttributedOnce = async (
    account: AccountOfVisitor,
    warnings: readonly FieldError[],
    call: CallContext,
  ) => {
    try {
      const response = await inRetriedOperation(db, { call, now: clock.now() }, async (client) => {
        const save = { workspaceId: call.workspaceId(), accounts: [account], ...merging() };
        const attributed = onlyOne(await saveAttributed(client, save));
        if (attributed.outcome !== 'saved') throw new NotSaved(attributed);
        return responseOf(attributed.saved, warnings);
      });
      return { outcome: 'answered' as const, response };
    } catch (error) {
      if (error instanceof NotSaved) return error.attributed;
      throw error;
    }
  };
  return async ({ anonymousId, account: raw }, call) => {
    const workspaceId = call.workspaceId();
    const idProblem = anonymousIdProblem(anonymousId);
    const parsed = parseAccount(raw ?? { email: '', traitsJson: '' }, 'refuse');
    const problems = [
      ...(idProblem === undefined ? [] : [{ field: 'anonymous_id', message: idProblem }]),
      ...(parsed.ok ? [] : parsed.problems),
    ];
    if (!parsed.ok || problems.length > 0) throw failure('invalid_request', INVALID, { fields: problems });
    const { email, changes, warnings } = parsed.value;
    const account = { digests: digestEmail(keys, workspaceId, email), changes, anonymousId };
    const isKeyed = call.operationId !== undefined && isKeyedOperation(call.operationId);
    const attributed = isKeyed
      ? await saveAttributedOnce(account, warnings, call)
      : await trySaveAttributed(workspaceId, account, call);
    if (attributed.outcome === 'answered') return attributed.response;
    if (attributed.outcome === 'saved') return responseOf(attributed.saved, warnings);
    const isNew = attributed.outcome === 'new-account';
    const linkedAtMs = isNew ? undefined : attributed.linkedAtMs;
    const visitor = { anonymousId, linkedAtMs: linkedAtMs ?? 0, requestId: call.requestId };
    const touch = await getFirstTouch(workspaceId, visitor, call);
    const identified = { ...account, ...touch, isNew };
    if (!isKeyed) return responseOf(await save(workspaceId, identified, call), warnings);
    return inRetriedOperation(db, { call, now: clock.now() }, async (client) => {
      const saved = await saveIdentified(client, { workspaceId, accounts: [identified], keys, ...merging() });
      return responseOf(onlyOne(saved), warnings);
    });
  };
}

/** Rolls a transaction back in which nothing was saved, so that no response is stored. */
class NotSaved extends Error {
  constructor(readonly attributed: Exclude<SavedAttributed, { readonly outcome: 'saved' }>) {
    super(attributed.outcome);
  }
}

function onlyOne<T>([one, ...others]: readonly T[]): T {
  if (one === undefined || others.length > 0) throw new Error('one account has one result');
  return one;
}

const BATCHING_BY_ACCOUNT = {
  ...BATCHING,
  exclusiveKey: ({ digests }: AccountOfVisitor): string => digestKey(digests[0].digest),
};

function responseOf(saved: SavedIdentified, leftOut: readonly FieldError[]) {
  const warnings = [...leftOut, ...saved.warnings].slice(0, BATCH_LIMITS.listedWarnings);
  return saved.channel === undefined
    ? { linked: false, enriched: true, warnings }
    : { linked: true, channel: saved.channel, enriched: false, warnings };
}

const INVALID = 'The account was not identified. Correct the fields listed under errors.';

/** A signup waits for it while analytics hangs. */
const FIRST_TOUCH_DEADLINE_MS = 2_000;
/** Time after a failed query of a workspace during which its links are pending without a query. */
const OUTAGE_PAUSE_MS = 2_000;

interface Visitor {
  readonly anonymousId: string;
  /** When the visitor was linked to the account, Unix milliseconds; 0 without a link. */
  readonly linkedAtMs: number;
  /** Of the Identify call. The query of a batch carries the request id of its first visitor. */
  readonly requestId: string;
}

/** A visitor's key in analytics, and its first session if one was observed. */
interface FirstTouch {
  /** Absent if analytics was unreachable. */
  readonly visitorKey?: Buffer;
  readonly attribution: Attribution | undefined;
}

/**
 * Returns a function that queries analytics for a visitor's first session. Concurrent queries share one call. After a failed query of a
 * workspace, its next one follows `OUTAGE_PAUSE_MS` later; meanwhile its links are pending without a wait.
 */
function createFirstTouchBatcher(
  analytics: Dependencies['analytics'],
  clock: Dependencies['clock'],
): Batcher<number, Visitor, FirstTouch> {
  /** When each workspace whose last query failed may query again, by `performance.now()`. */
  const outages = new Map<number, number>();
  const query = async (workspaceId: number, visitors: readonly Visitor[]) => {
    const pausedUntil = outages.get(workspaceId);
    if (pausedUntil !== undefined) {
      if (performance.now() < pausedUntil) return undefined;
      // The others continue without analytics while this query waits.
      outages.set(workspaceId, performance.now() + FIRST_TOUCH_DEADLINE_MS + OUTAGE_PAUSE_MS);
    }
    const [first] = visitors;
    try {
      const response = await analytics.ListFirstTouches(
        {
          anonymousIds: visitors.map(({ anonymousId }) => anonymousId),
          links: visitors.map(({ linkedAtMs }) => ({ linkedAtMs })),
        },
        { workspaceId, deadlineMs: FIRST_TOUCH_DEADLINE_MS, ...(first && { requestId: first.requestId }) },
      );
      outages.delete(workspaceId);
      return response;
    } catch (error) {
      // `repairTouchedLinks` logs the outage.
      if (!(error instanceof AppError && (error.kind === 'unavailable' || error.kind === 'deadline')))
        throw error;
      outages.set(workspaceId, performance.now() + OUTAGE_PAUSE_MS);
      return undefined;
    }
  };
  return createBatcher(BATCHING, (workspaceId, visitors) => {
    const response = query(workspaceId, visitors);
    return visitors.map(async ({ anonymousId }, index) => {
      const answer = await response;
      if (!answer) return { attribution: undefined };
      const { touches, visitorKeys, considersArrival } = answer;
      // Analytics of the previous release returns one touch per visitor, without a position.
      const found = touches.find((one) =>
        considersArrival ? one.index === index : one.anonymousId === anonymousId,
      );
      return {
        visitorKey: visitorKeys[index] ?? Buffer.alloc(0),
        attribution: found?.touch
          ? attributionOf(found.touch, eventOfTouch(found, { considersArrival, now: clock.now() }))
          : undefined,
      };
    });
  });
}

/** SQLSTATE `query_canceled`: the statement timed out, maybe because it waited for the lock of one account. */
const STATEMENT_TIMEOUT = '57014';

/**
 * Saves all items together, and each item separately if that fails, so that an invalid item fails only its own call. An outage
 * fails all items without a second attempt.
 *
 * @param save all or nothing; returns one result for each item
 */
export function saveTogetherOrSeparately<T, R>(
  items: readonly T[],
  save: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<R>[] {
  const together = save(items);
  return items.map(async (item, index) => {
    try {
      return (await together)[index] as R;
    } catch (error) {
      if (items.length === 1 || isOutage(error)) throw error;
      return (await save([item]))[0] as R;
    }
  });
}

function isOutage(error: unknown): boolean {
  return isPostgresUnavailable(error) && (error as { code?: unknown }).code !== STATEMENT_TIMEOUT;
}
