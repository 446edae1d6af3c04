import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { anonymousIdProblem } from '../domain/anonymous-id-problem';
import { attributionOf } from '../domain/attribution';
import { digestEmail } from '../domain/digest-email';
import { parseAccount } from '../domain/parse-account';
import { isSameProfile, mergeProfile } from '../domain/profile';
import type { SavedIdentify } from '../store/save-identify';
import type { Dependencies } from './dependencies';

/** Less than the caller waits for us, so that it hears the reason. */
const FIRST_TOUCH_DEADLINE_MS = 5_000;

/**
 * Links a visitor to an account and records the account's channel, once. Analytics is asked for the visitor's first session
 * unless the two are linked and the channel is recorded; nothing is written unless it answers.
 */
export function createIdentify({
  keys,
  store,
  analytics,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['Identify'] {
  return async ({ anonymousId, account: raw }, call) => {
    const workspaceId = call.workspaceId();
    const idProblem = anonymousIdProblem(anonymousId);
    const account = parseAccount(raw ?? { email: '', traitsJson: '' });
    const problems = [
      ...(idProblem === undefined ? [] : [{ field: 'anonymous_id', message: idProblem }]),
      ...(account.ok ? [] : account.problems),
    ];
    if (!account.ok || problems.length > 0) throw failure('invalid_request', INVALID, { fields: problems });
    const { email, changes } = account.value;
    const save = {
      workspaceId,
      account: { digests: digestEmail(keys, workspaceId, email), changes },
      anonymousId,
      merge: mergeProfile,
      isSame: isSameProfile,
      now: clock.now(),
    };
    const known = await store.saveKnown(save);
    if (known.outcome === 'saved') return answerOf(known.saved);
    const { requestId, signal } = call;
    const touch = await analytics.GetFirstTouch(
      { anonymousId },
      { workspaceId, requestId, signal, deadlineMs: FIRST_TOUCH_DEADLINE_MS },
    );
    return answerOf(
      await store.saveIdentify({
        ...save,
        visitorKey: touch.visitorKey,
        attribution: touch.found ? attributionOf(touch) : undefined,
        isNew: known.outcome === 'unknown',
      }),
    );
  };
}

function answerOf(saved: SavedIdentify) {
  if (!saved.ok) throw failure('invalid_request', INVALID, { fields: saved.problems });
  return saved.channel === undefined
    ? { linked: false, enriched: true }
    : { linked: true, channel: saved.channel, enriched: false };
}

const INVALID = 'The account can not be identified as sent: correct the fields listed under errors.';
