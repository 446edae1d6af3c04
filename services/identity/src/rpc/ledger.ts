import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { LedgerAccount } from '@headwater/protos/gen/headwater/identity/v1/LedgerAccount';
import type { LookedUpAccount } from '@headwater/protos/gen/headwater/identity/v1/LookedUpAccount';
import { BATCH_LIMITS, LEDGER_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { openSince } from '../domain/attribution';
import { digestEmail } from '../domain/email';
import { decimalsOf, formatAmount } from '../domain/money';
import { parseAccountKey } from '../domain/parse-account';
import { parseCustomerQuery } from '../domain/revenue-query';
import { numberEarlierChanges } from '../store/earlier-changes';
import { readAccountPayments } from '../store/account-lookup';
import { listTouches } from '../store/touches';
import { findAccountIds, findAccounts, listAccounts, readAccounts, type Account } from '../store/accounts';

const INVALID = 'The query of accounts is invalid. Correct the parameters listed under errors.';

/**
 * Lists accounts by their last change; those that match filters or a window by their id. Changes that were committed before the call
 * are contained.
 */
export function createListAccounts({
  db,
  numberChanges,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['ListAccounts'] {
  return async ({ after, limit, filters: given, timezone, from, to, range }, call) => {
    const workspaceId = call.workspaceId();
    if (limit < 1 || limit > LEDGER_LIMITS.maxAccounts)
      throw failure('invalid_request', `limit must be 1 to ${LEDGER_LIMITS.maxAccounts}.`);
    const now = clock.now();
    const openSinceMs = openSince(now);
    const period = {
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(range === undefined ? {} : { range }),
    };
    const hasPeriod = Object.keys(period).length > 0;
    if (given.length > 0 || timezone !== undefined || hasPeriod) {
      const zone = timezone === undefined ? {} : { timezone };
      const parsed = parseCustomerQuery({ ...period, ...zone, filters: given }, now);
      if (!parsed.ok) throw failure(parsed.code, INVALID, { fields: parsed.problems });
      const { filters, window } = parsed.query;
      await numberEarlierChanges({ db, numberChanges }, call);
      const found = await findAccounts(db, {
        ...{ workspaceId, openSinceMs, filters, limit: limit + 1 },
        window: hasPeriod ? window : undefined,
        before: after === 0 ? Number.MAX_SAFE_INTEGER : after,
      });
      return { accounts: found.slice(0, limit).map(accountMessage), more: found.length > limit };
    }
    const more = await numberChanges(workspaceId, call);
    const accounts = await listAccounts(db, { workspaceId, openSinceMs, after, limit: limit + 1 });
    return {
      accounts: accounts.slice(0, limit).map(accountMessage),
      more: more || accounts.length > limit,
    };
  };
}

/** Returns one account with its payments. */
export function createGetAccount({
  db,
  numberChanges,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['GetAccount'] {
  return async ({ id }, call) => {
    const workspaceId = call.workspaceId();
    await numberEarlierChanges({ db, numberChanges }, call);
    const openSinceMs = openSince(clock.now());
    const account = (await readAccounts(db, { workspaceId, openSinceMs, ids: [id] })).get(id);
    const paid =
      account &&
      (await readAccountPayments(db, workspaceId, {
        profileId: String(id),
        userId: account.userId,
        limit: LEDGER_LIMITS.maxPayments,
      }));
    if (!account || !paid)
      throw failure('account_not_found', 'The workspace has no account with this id. List the accounts.');
    const profileId = String(id);
    const touches = await listTouches(db, workspaceId, { profileId, limit: LEDGER_LIMITS.maxTouches });
    return {
      account: accountMessage(account),
      touches,
      payments: paid.latest.map(({ amountMinor, ...payment }) => ({
        ...payment,
        amount: formatAmount(amountMinor, decimalsOf(payment.currency)),
      })),
    };
  };
}

/** Looks up to 1000 accounts up, in a fixed number of statements. */
export function createLookUpAttributions({
  db,
  numberChanges,
  keys,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['LookUpAttributions'] {
  return async ({ accounts }, call) => {
    const workspaceId = call.workspaceId();
    if (accounts.length > BATCH_LIMITS.rows)
      throw failure('invalid_request', `accounts must be at most ${BATCH_LIMITS.rows}.`);
    const sent = accounts.map((account) => {
      const parsed = parseAccountKey(account);
      if (!parsed.ok)
        return { problem: parsed.problems.map(({ field, message }) => `${field} ${message}`).join('; ') };
      const key = parsed.value;
      return 'email' in key ? { digests: digestEmail(keys, workspaceId, key.email) } : key;
    });
    await numberEarlierChanges({ db, numberChanges }, call);
    const { byDigest, byUserId } = await findAccountIds(db, workspaceId, {
      digests: sent.flatMap((key) => ('digests' in key ? key.digests.map(({ digest }) => digest) : [])),
      userIds: sent.flatMap((key) => ('userId' in key ? [key.userId] : [])),
    });
    const ids = sent.map((key) => {
      if ('userId' in key) return byUserId.get(key.userId);
      if (!('digests' in key)) return undefined;
      return key.digests
        .map(({ digest }) => byDigest.get(digest.toString('hex')))
        .find((id) => id !== undefined);
    });
    const openSinceMs = openSince(clock.now());
    const found = await readAccounts(db, {
      ...{ workspaceId, openSinceMs },
      ids: ids.filter((id) => id !== undefined),
    });
    return {
      accounts: sent.map((key, index): LookedUpAccount => {
        if ('problem' in key) return { problem: key.problem };
        const account = found.get(Number(ids[index]));
        if (!account) return {};
        const { visitors, pendingVisitors } = account;
        return { account: accountMessage(account), visitors, pendingVisitors };
      }),
    };
  };
}

function accountMessage(account: Account): LedgerAccount {
  const { userId, company, plan, mrr, attribution } = account;
  return {
    id: account.id,
    ...(userId === null ? {} : { userId }),
    ...(company === null ? {} : { company }),
    ...(plan === null ? {} : { plan }),
    ...(mrr === null ? {} : { mrr }),
    status: account.status,
    ...(attribution ? { attribution } : {}),
    identifiedAtMs: account.identifiedAtMs,
    position: account.position,
    revenue: account.revenue.map(({ currency, gross, refunds, payments, firstPaidAtMs, lastPaidAtMs }) => {
      const money = (minor: bigint): string => formatAmount(minor, decimalsOf(currency));
      return {
        ...{ currency, gross: money(gross), refunds: money(refunds), net: money(gross - refunds), payments },
        ...(firstPaidAtMs === null ? {} : { firstPaidAtMs }),
        ...(lastPaidAtMs === null ? {} : { lastPaidAtMs }),
      };
    }),
  };
}
