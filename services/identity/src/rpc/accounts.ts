import { randomUUID } from 'node:crypto';
import { AppError } from '@headwater/kit/errors';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { certificateIds } from '../domain/certificate';
import { digestEmail, parseEmail } from '../domain/email';
import { parseAccount } from '../domain/parse-account';
import { problemsOf, rowProblem } from '../domain/parsed';
import { isSameProfile, mergeProfile } from '../domain/profile';
import { finishErasure } from '../erasure/finish-erasures';
import { findCertificate } from '../store/certificates';
import { eraseAccount } from '../store/erase';
import { listCompanies } from '../store/mrr';
import { saveAccountsInBulk, type AccountChanges } from '../store/save-accounts';
import { inRetriedTransaction } from '../store/transactions';

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
    const save = { workspaceId, accounts, merge: mergeProfile, isSame: isSameProfile, now: clock.now() };
    const leftOut = await inRetriedTransaction(db, (client) => saveAccountsInBulk(client, save));
    for (const [position, index] of indexes.entries())
      for (const warning of leftOut[position] ?? []) warnings.push({ index, ...warning });
    warnings.sort((a, b) => a.index - b.index);
    return {
      imported: accounts.length,
      skipped: errors.length,
      errors,
      warnings: warnings.slice(0, BATCH_LIMITS.listedWarnings),
    };
  };
}

/** For each call to analytics. Three of them are shorter than the deadline of EraseAccount. */
const FINISH_DEADLINE_MS = 3_000;

/**
 * Erases an account by its address and returns the certificate. All numbers are 0 if there is no such account. A repeat with
 * the same operation id returns the first certificate. While analytics is unavailable, the erasure runs: `finishErasures`
 * completes it.
 */
export function createEraseAccount(dependencies: Dependencies): Handlers<IdentityDefinition>['EraseAccount'] {
  const { db, keys, clock } = dependencies;
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const email = parseEmail(request.email);
    if (!email.ok)
      throw failure('invalid_request', 'Nothing was erased. Correct the fields listed under errors.', {
        fields: problemsOf([email]),
      });
    const erasure = { workspaceId, email: email.value, operationId: call.operationId ?? randomUUID() };
    const certificate = await inRetriedTransaction(db, (client) =>
      eraseAccount(client, {
        workspaceId,
        digests: digestEmail(keys, workspaceId, email.value),
        keys,
        certificateIds: (use) => certificateIds(keys, erasure, use),
        now: clock.now(),
      }),
    );
    if (certificate.completedAtMs !== undefined) return certificate;
    const { id } = certificate;
    try {
      await finishErasure(dependencies, { workspaceId, id }, { deadlineMs: FINISH_DEADLINE_MS });
    } catch (error) {
      // A failed call to analytics: the response says that the erasure runs, and the periodic task logs why it fails.
      if (!(error instanceof AppError)) throw error;
    }
    return (await findCertificate(db, workspaceId, [id])) ?? certificate;
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
