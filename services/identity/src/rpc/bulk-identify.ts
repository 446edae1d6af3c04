import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { digestEmail } from '../domain/digest-email';
import { parseAccount } from '../domain/parse-account';
import { isSameProfile, mergeProfile } from '../domain/profile';
import type { AccountChanges } from '../store/save-accounts';
import type { Dependencies } from './dependencies';
import { sentence } from './sentence';

const MAX_ROWS = 1_000;

/** Attaches traits to many accounts, all or nothing; refused rows are told and skipped. Never touches a channel. */
export function createBulkIdentify({
  keys,
  store,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['BulkIdentify'] {
  return async ({ users }, call) => {
    const workspaceId = call.workspaceId();
    if (users.length > MAX_ROWS) throw failure('invalid_request', TOO_MANY, { fields: [TOO_MANY_USERS] });
    const errors: { index: number; message: string }[] = [];
    const accounts: AccountChanges[] = [];
    const indexes: number[] = [];
    for (const { index, account } of users) {
      const parsed = parseAccount(account ?? { email: '', traitsJson: '' });
      if (!parsed.ok) {
        errors.push({ index, message: sentence(parsed.problems) });
        continue;
      }
      const { email, changes } = parsed.value;
      accounts.push({ digests: digestEmail(keys, workspaceId, email), changes });
      indexes.push(index);
    }
    const problems = await store.saveBulk({
      workspaceId,
      accounts,
      merge: mergeProfile,
      isSame: isSameProfile,
      now: clock.now(),
    });
    for (const [place, index] of indexes.entries()) {
      const ofThis = problems[place] ?? [];
      if (ofThis.length > 0) errors.push({ index, message: sentence(ofThis) });
    }
    errors.sort((a, b) => a.index - b.index);
    return { imported: users.length - errors.length, skipped: errors.length, errors };
  };
}

const TOO_MANY = `A call takes at most ${MAX_ROWS} users: split the list. Nothing was imported.`;
const TOO_MANY_USERS = { field: 'users', message: `must be at most ${MAX_ROWS} items` };
