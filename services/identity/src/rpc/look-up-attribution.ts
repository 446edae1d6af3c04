import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { IdentityDefinition } from '@headwater/protos/services';
import { digestEmail } from '../domain/digest-email';
import { parseAccountKey } from '../domain/parse-account-key';
import type { FoundAccount } from '../store/look-up-attribution';
import { accountRevenue, listedPayment } from './account-revenue-shape';
import type { Dependencies } from './dependencies';

/** An account has few visitors, most of them one; a number that a script linked does not make this call slow. */
const MAX_VISITORS = 100;
const MAX_TOUCHES = 50;
const MAX_PAYMENTS = 10;
/** Less than the caller waits for us, so that it hears the reason. */
const TOUCHES_DEADLINE_MS = 5_000;

/** The recorded attribution of one account, the sessions after it, and what the account paid. */
export function createLookUpAttribution(
  dependencies: Dependencies,
): Handlers<IdentityDefinition>['LookUpAttribution'] {
  const { keys, store } = dependencies;
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const parsed = parseAccountKey(request);
    if (!parsed.ok) throw failure('invalid_request', INVALID, { fields: parsed.problems });
    const key = parsed.value;
    const account = 'email' in key ? { digests: digestEmail(keys, workspaceId, key.email) } : key;
    const found = await store.lookUpAttribution(workspaceId, account);
    if (!found) return { found: false };
    const { profileId, userId, attribution, visitors, pendingVisitors } = found;
    const [later, paid] = await Promise.all([
      laterTouches(dependencies, found, call),
      store.readAccountPayments(workspaceId, { profileId, userId, limit: MAX_PAYMENTS }),
    ]);
    return {
      found: true,
      ...(attribution ? { attribution } : {}),
      visitors,
      pendingVisitors,
      ...later,
      payments: paid.sums.reduce((sum, { payments, refunded }) => sum + payments + refunded, 0),
      revenue: paid.sums.map(accountRevenue),
      latestPayments: paid.latest.map(listedPayment),
    };
  };
}

/** What the account's visitors did after the session that is recorded; nothing while none is. */
async function laterTouches(
  { store, analytics }: Dependencies,
  { profileId, attribution }: FoundAccount,
  call: CallContext,
) {
  const workspaceId = call.workspaceId();
  const anonymousIds = attribution
    ? await store.listLinkedVisitors(workspaceId, { profileId, limit: MAX_VISITORS })
    : [];
  if (!attribution || anonymousIds.length === 0) return { laterTouches: [], laterTouchCount: 0 };
  const { requestId, signal } = call;
  const { touches, total } = await analytics.ListTouches(
    { anonymousIds, afterMs: attribution.firstSeenAtMs, limit: MAX_TOUCHES },
    { workspaceId, requestId, signal, deadlineMs: TOUCHES_DEADLINE_MS },
  );
  return {
    laterTouches: touches.map(({ startedAtMs, utmCampaign, ...touch }) => ({
      atMs: startedAtMs,
      campaign: utmCampaign,
      ...touch,
    })),
    laterTouchCount: total,
  };
}

const INVALID = 'The account can not be looked up as asked: correct the fields listed under errors.';
