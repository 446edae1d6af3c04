import { gather } from '@headwater/kit/gather';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { anonymousIdProblem } from '../domain/anonymous-id-problem';
import { digestEmail, digestKey } from '../domain/digest-email';
import { parseAccount } from '../domain/parse-account';
import { isSameProfile, mergeProfile } from '../domain/profile';
import type { AccountOfVisitor, IdentifiedAccount, SavedIdentified } from '../store/identified-account';
import { askFirstTouches } from './ask-first-touches';
import type { Dependencies } from './dependencies';
import { orOneByOne } from './or-one-by-one';
import { UNDER_LOAD } from './under-load';

/**
 * Links a visitor to an account and records the account's channel, once. Analytics is asked for the visitor's first session
 * unless the two are linked and the channel is recorded; nothing is written unless it answers. Under load calls of one
 * workspace share questions and statements, those of one account one after the other.
 */
export function createIdentify({
  keys,
  store,
  analytics,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['Identify'] {
  const saving = () => ({ merge: mergeProfile, isSame: isSameProfile, now: clock.now() });
  const saveKnown = gather(EACH_ACCOUNT_APART, (workspaceId: number, accounts: readonly AccountOfVisitor[]) =>
    orOneByOne(accounts, (some) => store.saveKnown({ workspaceId, accounts: some, ...saving() })),
  );
  const askFirstTouch = askFirstTouches(analytics);
  const saveIdentified = gather(
    EACH_ACCOUNT_APART,
    (workspaceId: number, accounts: readonly IdentifiedAccount[]) =>
      orOneByOne(accounts, (some) => store.saveIdentified({ workspaceId, accounts: some, ...saving() })),
  );
  return async ({ anonymousId, account: raw }, call) => {
    const workspaceId = call.workspaceId();
    const idProblem = anonymousIdProblem(anonymousId);
    const parsed = parseAccount(raw ?? { email: '', traitsJson: '' });
    const problems = [
      ...(idProblem === undefined ? [] : [{ field: 'anonymous_id', message: idProblem }]),
      ...(parsed.ok ? [] : parsed.problems),
    ];
    if (!parsed.ok || problems.length > 0) throw failure('invalid_request', INVALID, { fields: problems });
    const { email, changes } = parsed.value;
    const account = { digests: digestEmail(keys, workspaceId, email), changes, anonymousId };
    const known = await saveKnown(workspaceId, account, call);
    if (known.outcome === 'saved') return answerOf(known.saved);
    const touch = await askFirstTouch(workspaceId, { anonymousId, requestId: call.requestId }, call);
    const isNew = known.outcome === 'unknown';
    return answerOf(await saveIdentified(workspaceId, { ...account, ...touch, isNew }, call));
  };
}

const EACH_ACCOUNT_APART = {
  ...UNDER_LOAD,
  apart: ({ digests }: AccountOfVisitor): string => digestKey(digests[0].digest),
};

function answerOf(saved: SavedIdentified) {
  if (!saved.ok) throw failure('invalid_request', INVALID, { fields: saved.problems });
  return saved.channel === undefined
    ? { linked: false, enriched: true }
    : { linked: true, channel: saved.channel, enriched: false };
}

const INVALID = 'The account can not be identified as sent: correct the fields listed under errors.';
