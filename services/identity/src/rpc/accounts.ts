import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { digestEmail } from '../domain/email';
import { parseAccount } from '../domain/parse-account';
import { rowProblem } from '../domain/parsed';
import { isSameProfile, mergeProfile } from '../domain/profile';
import { listCompanies } from '../store/mrr';
import { saveAccountsInBulk, type AccountChanges } from '../store/save-accounts';
import { inRetriedOperation } from '../store/transactions';

/**
 * Sets the traits of many accounts, all or nothing. Skips rows without a valid address. Invalid fields of
 * other rows are left out. Lists both. Never changes an attribution.
 */
export function createBulkIdentify({
  db,
  keys,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['BulkIdentify'] {
  return async ({ users }, call) => {
    const workspaceId = call.workspaceId();
    const { rows: maxRows } = BATCH_LIMITS;
    if (users.length > maxRows) {
      const message = `A call takes at most ${maxRows} users, this one has ${users.length}. Split the list. Nothing was imported.`;
      const fields = [{ field: 'users', message: `must be at most ${maxRows} items` }];
      throw failure('invalid_request', message, { fields });
    }
    const errors: { index: number; field: string; message: string }[] = [];
    const warnings: { index: number; field: string; message: string }[] = [];
    const accounts: AccountChanges[] = [];
    const indexes: number[] = [];
    for (const { index, account } of users) {
      const parsed = parseAccount(account ?? { email: '', traitsJson: '' }, 'leave-out');
      if (!parsed.ok) {
        errors.push({ index, ...rowProblem(parsed.problems) });
        continue;
      }
      const { email, changes } = parsed.value;
      accounts.push({ digests: digestEmail(keys, workspaceId, email), changes });
      indexes.push(index);
      for (const warning of parsed.value.warnings) warnings.push({ index, ...warning });
    }
    const now = clock.now();
    const save = { workspaceId, accounts, merge: mergeProfile, isSame: isSameProfile, now };
    return inRetriedOperation(db, { call, now }, async (client) => {
      const leftOut = await saveAccountsInBulk(client, save);
      const ofRows = indexes.flatMap((index, position) =>
        (leftOut[position] ?? []).map((warning) => ({ index, ...warning })),
      );
      return {
        imported: accounts.length,
        skipped: errors.length,
        errors,
        warnings: [...warnings, ...ofRows]
          .sort((a, b) => a.index - b.index)
          .slice(0, BATCH_LIMITS.listedWarnings),
      };
    });
  };
}

/** Lists companies with the number of their accounts, their MRR, and the channel of the first account. */
export function createListCompanies({ db }: Dependencies): Handlers<IdentityDefinition>['ListCompanies'] {
  const { maxRows, defaultRows } = QUERY_LIMITS;
  return async ({ limit = defaultRows }, call) => {
    const workspaceId = call.workspaceId();
    if (!Number.isInteger(limit) || limit < 1 || limit > maxRows)
      throw failure('invalid_request', `limit must be a whole number from 1 to ${maxRows}.`, {
        fields: [{ field: 'limit', message: `must be a whole number from 1 to ${maxRows}` }],
      });
    const { companies, total } = await listCompanies(db, workspaceId, limit);
    return {
      companies: companies.map(({ channel, ...company }) => ({
        ...company,
        ...(channel === null ? {} : { channel }),
      })),
      total,
    };
  };
}
