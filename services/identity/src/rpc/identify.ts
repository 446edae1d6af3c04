import { createBatcher, type Batcher } from '@headwater/kit/batcher';
import { AppError, type FieldError } from '@headwater/kit/errors';
import type { Db, Pool } from '@headwater/kit/pg/pool';
import { isKeyedOperation } from '@headwater/kit/rpc/operation-id';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { attributionOf, eventOfTouch, type Attribution } from '../domain/attribution';
import { digestEmail, digestKey } from '../domain/email';
import { parseAccount } from '../domain/parse-account';
import { anonymousIdProblem } from '../domain/parse-text';
import { isSameProfile, mergeProfile } from '../domain/profile';
import { isErasedSince } from '../store/erased-payers';
import { findIdentified, saveAttributed, type SavedAttributed } from '../store/save-attributed';
import {
  saveIdentified,
  type AccountOfVisitor,
  type IdentifiedAccount,
  type SavedIdentified,
} from '../store/save-identified';
import { inRetriedTransaction, retryLostRaces } from '../store/transactions';
import { answerEachOnce, BATCHING, saveTogetherOrSeparately } from './save-together';

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
    (workspaceId: number, calls: readonly AttributedCall[]) =>
      saveTogetherOrSeparately(calls, (some) => saveAttributedOnce(workspaceId, some)),
  );
  const saveAttributedOnce = async (
    workspaceId: number,
    calls: readonly AttributedCall[],
  ): Promise<AttributedAnswer[]> => {
    const others = new Map<number, AttributedAnswer>();
    const answers = await runCallsOnce(
      db,
      { workspaceId, calls, now: clock.now() },
      async (on, positions) => {
        const some = positions.map((position) => calls[position] as AttributedCall);
        const saved = await saveAttributed(on, {
          workspaceId,
          accounts: some.map(({ account }) => account),
          ...merging(),
        });
        return saved.map((attributed, index) => {
          if (attributed.outcome === 'saved')
            return responseOf(attributed.saved, some[index]?.warnings ?? []);
          others.set(positions[index] as number, attributed);
          return undefined;
        });
      },
    );
    return answers.map((response, position) =>
      response === undefined
        ? (others.get(position) as AttributedAnswer)
        : { outcome: 'answered' as const, response },
    );
  };
  const getFirstTouch = createFirstTouchBatcher(analytics, clock);
  const save = createBatcher(BATCHING_BY_ACCOUNT, (workspaceId: number, calls: readonly IdentifiedCall[]) =>
    saveTogetherOrSeparately(calls, (some) => saveIdentifiedOnce(workspaceId, some)),
  );
  const saveIdentifiedOnce = async (
    workspaceId: number,
    calls: readonly IdentifiedCall[],
  ): Promise<IdentifyAnswer[]> => {
    const answers = await runCallsOnce(
      db,
      { workspaceId, calls, now: clock.now() },
      async (on, positions) => {
        const some = positions.map((position) => calls[position] as IdentifiedCall);
        const accounts = some.map(({ account }) => account);
        const saved = await saveIdentified(on, { workspaceId, accounts, keys, ...merging() });
        return saved.map((one, index) => responseOf(one, some[index]?.warnings ?? []));
      },
    );
    return answers as IdentifyAnswer[];
  };
  return async ({ anonymousId, account: raw, atMs, isRepeat }, call) => {
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
    if (atMs !== undefined && (await isErasedSince(db, { workspaceId, ...account, keys, atMs })))
      return { linked: false, enriched: false, warnings: [] };
    if (isRepeat) {
      const [answer] = await answerRepeats(db, workspaceId, [{ account, warnings }]);
      if (answer) return answer;
    }
    // gRPC's own retries come with an id, too. An identify may run twice within their seconds.
    const isKeyed = call.operationId !== undefined && isKeyedOperation(call.operationId);
    const operation = { id: isKeyed ? call.operationId : undefined, method: call.method };
    const attributed = await trySaveAttributed(workspaceId, { account, warnings, ...operation }, call);
    if (attributed.outcome === 'answered') return attributed.response;
    const isNew = attributed.outcome === 'new-account';
    const linkedAtMs = isNew ? undefined : attributed.linkedAtMs;
    const visitor = { anonymousId, linkedAtMs: linkedAtMs ?? 0, requestId: call.requestId };
    const touch = await getFirstTouch(workspaceId, visitor, call);
    return save(workspaceId, { account: { ...account, ...touch, isNew }, warnings, ...operation }, call);
  };
}

/** A call in a batch. */
interface IdentifyCall<Account extends AccountOfVisitor> {
  readonly account: Account;
  readonly warnings: readonly FieldError[];
  /** Of a call under an Idempotency-Key: the transaction of the batch stores it. */
  readonly id: string | undefined;
  readonly method: string;
}

type AttributedCall = IdentifyCall<AccountOfVisitor>;
type IdentifiedCall = IdentifyCall<IdentifiedAccount>;
type IdentifyAnswer = ReturnType<typeof responseOf>;
type AttributedAnswer =
  | Exclude<SavedAttributed, { readonly outcome: 'saved' }>
  | { readonly outcome: 'answered'; readonly response: IdentifyAnswer };

/** Runs `work` for the calls that are no repeats, in a transaction if one has a key. @returns the response of each call */
function runCallsOnce(
  db: Pool,
  { workspaceId, calls, now }: BatchOfCalls,
  work: (on: Db, positions: readonly number[]) => Promise<readonly (IdentifyAnswer | undefined)[]>,
): Promise<readonly (IdentifyAnswer | undefined)[]> {
  const ids = calls.map(({ id }) => id);
  if (ids.every((id) => id === undefined)) return retryLostRaces(() => work(db, [...ids.keys()]));
  const method = calls[0]?.method ?? '';
  return inRetriedTransaction(db, (client) =>
    answerEachOnce(
      client,
      { workspaceId, method, ids, now },
      {
        run: (positions) => work(client, positions),
        stored: () => ({}),
        answer: (repeats) => {
          const repeated = repeats.flatMap(({ position }) => calls[position] ?? []);
          return answerRepeats(client, workspaceId, repeated);
        },
      },
    ),
  );
}

interface BatchOfCalls {
  readonly workspaceId: number;
  readonly calls: readonly IdentifyCall<AccountOfVisitor>[];
  readonly now: number;
}

/** The responses to repeats. `linked` and `enriched` are false for an account that was erased meanwhile. */
async function answerRepeats(
  db: Db,
  workspaceId: number,
  calls: readonly Pick<AttributedCall, 'account' | 'warnings'>[],
): Promise<IdentifyAnswer[]> {
  // While several keys are live, the account may be stored under another digest.
  const visitors = calls.flatMap(({ account: { digests, anonymousId } }, index) =>
    digests.map(({ digest }) => ({ index, digest, anonymousId })),
  );
  const found = await findIdentified(db, workspaceId, visitors);
  const accounts = new Map(
    visitors.flatMap(({ index }, i) => (found[i] ? [[index, found[i]] as const] : [])),
  );
  return calls.map(({ account: { changes }, warnings }, index) => {
    const account = accounts.get(index);
    if (account === undefined) return { linked: false, enriched: false, warnings: [...warnings] };
    const merged = mergeProfile(account.stored.profile, changes);
    return responseOf({ channel: account.channel, warnings: merged.warnings }, warnings);
  });
}

const BATCHING_BY_ACCOUNT = {
  ...BATCHING,
  exclusiveKey: ({ account }: AttributedCall): string => digestKey(account.digests[0].digest),
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
