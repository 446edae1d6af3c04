import { toAppError } from '@headwater/kit/errors';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { AccountPayment } from '@headwater/protos/gen/headwater/identity/v1/AccountPayment';
import type { AccountRevenue } from '@headwater/protos/gen/headwater/identity/v1/AccountRevenue';
import { ATTRIBUTION_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { digestEmail } from '../domain/email';
import { decimalsOf, formatAmount } from '../domain/money';
import { parseAccountKey } from '../domain/parse-account';
import {
  findAccount,
  listLinkedVisitors,
  readAccountPayments,
  type AccountSums,
  type FoundAccount,
  type ListedPayment,
} from '../store/account-lookup';

/** Max visitors bounds the query for an account that a script linked to many; most accounts have one visitor. */
const { maxVisitors, maxTouches, maxPayments } = ATTRIBUTION_LIMITS;
/** Shorter than the deadline of LookUpAttribution, so that the caller receives the reason. */
const TOUCHES_DEADLINE_MS = 5_000;

const INVALID = 'The account was not looked up. Correct the fields listed under errors.';

/** Returns the recorded attribution of one account, its later sessions, and its payments. */
export function createLookUpAttribution(
  dependencies: Dependencies,
): Handlers<IdentityDefinition>['LookUpAttribution'] {
  const { db, keys } = dependencies;
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const parsed = parseAccountKey(request);
    if (!parsed.ok) throw failure('invalid_request', INVALID, { fields: parsed.problems });
    const key = parsed.value;
    const account = 'email' in key ? { digests: digestEmail(keys, workspaceId, key.email) } : key;
    const found = await findAccount(db, workspaceId, account);
    if (!found) return { found: false };
    const { profileId, userId, attribution, visitors, pendingVisitors } = found;
    const [later, paid] = await Promise.all([
      laterTouches(dependencies, found, call),
      readAccountPayments(db, workspaceId, { profileId, userId, limit: maxPayments }),
    ]);
    if (!paid) return { found: false };
    return {
      found: true,
      ...(attribution ? { attribution } : {}),
      visitors,
      pendingVisitors,
      ...later,
      payments: paid.sums.reduce((sum, { payments, refunded }) => sum + payments + refunded, 0),
      revenue: paid.sums.map(accountRevenue),
      latestPayments: paid.latest.map(accountPayment),
    };
  };
}

/** The sessions of the account's visitors after the recorded one; none without an attribution. */
async function laterTouches(
  { db, analytics }: Dependencies,
  { profileId, attribution }: FoundAccount,
  call: CallContext,
) {
  const workspaceId = call.workspaceId();
  const anonymousIds = attribution
    ? await listLinkedVisitors(db, workspaceId, { profileId, limit: maxVisitors })
    : [];
  if (!attribution || anonymousIds.length === 0) return { laterTouches: [], laterTouchCount: 0 };
  const { requestId, signal } = call;
  const { touches, total } = await analytics
    .ListTouches(
      { anonymousIds, afterMs: attribution.firstSeenAtMs, limit: maxTouches },
      { workspaceId, requestId, signal, deadlineMs: TOUCHES_DEADLINE_MS },
    )
    .catch(throwUnavailable);
  return {
    laterTouches: touches.map(({ startedAtMs, utmCampaign, ...touch }) => ({
      atMs: startedAtMs,
      campaign: utmCampaign,
      ...touch,
    })),
    laterTouchCount: total,
  };
}

/** Turns a missed deadline into a 503 with `Retry-After`: a 504 would not say when to retry, and a lookup has no effect. */
function throwUnavailable(thrown: unknown): never {
  const error = toAppError(thrown);
  if (error.kind !== 'deadline') throw error;
  throw failure('upstream_unavailable', 'The event store did not answer in time. Retry after 1 s.', {
    retryAfterSeconds: 1,
    cause: thrown,
  });
}

function accountRevenue({ currency, gross, refunds, payments }: AccountSums): AccountRevenue {
  const money = (minor: bigint): string => formatAmount(minor, decimalsOf(currency));
  return { currency, gross: money(gross), refunds: money(refunds), net: money(gross - refunds), payments };
}

function accountPayment({ amountMinor, ...payment }: ListedPayment): AccountPayment {
  return { ...payment, amount: formatAmount(amountMinor, decimalsOf(payment.currency)) };
}
