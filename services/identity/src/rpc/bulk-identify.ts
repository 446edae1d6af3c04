import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { digestEmail } from '../domain/digest-email';
import { parseAccount } from '../domain/parse-account';
import { isSameProfile, mergeProfile } from '../domain/profile';
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
    const accepted = users.flatMap(({ index, account }) => {
      const parsed = parseAccount(account ?? { email: '', traitsJson: '' });
      if (parsed.ok) return [{ index, ...parsed.value }];
      errors.push({ index, message: sentence(parsed.problems) });
      return [];
    });
    const saved = await store.saveBulk({
      workspaceId,
      accounts: accepted.map(({ email, changes }) => ({
        digests: digestEmail(keys, workspaceId, email),
        changes,
      })),
      merge: mergeProfile,
      isSame: isSameProfile,
      now: clock.now(),
    });
    for (const [place, { index }] of accepted.entries()) {
      const problems = saved[place]?.problems ?? [];
      if (problems.length > 0) errors.push({ index, message: sentence(problems) });
    }
    errors.sort((a, b) => a.index - b.index);
    return { imported: users.length - errors.length, skipped: errors.length, errors };
  };
}

const TOO_MANY = `A call takes at most ${MAX_ROWS} users: split the list. Nothing was imported.`;
const TOO_MANY_USERS = { field: 'users', message: `must be at most ${MAX_ROWS} items` };
