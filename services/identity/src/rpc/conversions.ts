import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS, LEDGER_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import { AD_PLATFORMS } from '@headwater/protos/vocabulary';
import type { Dependencies } from '../dependencies';
import { clicksOfPayment, LOOKBACK_MS, type Click } from '../domain/conversion';
import { decimalsOf, formatAmount } from '../domain/money';
import { parseRevenueQuery } from '../domain/revenue-query';
import { listVisitorsPayments, type VisitorsPayment } from '../store/conversions';

/** Lists payments with the latest sealed click id of each ad platform before them. */
export function createListConversions(
  dependencies: Dependencies,
): Handlers<IdentityDefinition>['ListConversions'] {
  const { db, clock } = dependencies;
  return async ({ siteIds, platform, after, limit, ...window }, call) => {
    const query = parseRevenueQuery({ ...window, filters: [] }, clock.now());
    const problems = [
      ...(query.ok ? [] : query.problems),
      ...(limit < 1 || limit > LEDGER_LIMITS.maxConversions
        ? [{ field: 'limit', message: `must be 1 to ${LEDGER_LIMITS.maxConversions}` }]
        : []),
      ...(platform !== undefined && !AD_PLATFORMS.some((one) => one === platform)
        ? [{ field: 'platform', message: `must be one of ${AD_PLATFORMS.join(', ')}` }]
        : []),
    ];
    if (!query.ok || problems.length > 0)
      throw failure('invalid_request', 'The query is invalid. Correct the parameters listed under errors.', {
        fields: problems,
      });
    const { startMs, endMs } = query.query.window;
    // No site has click ids: nothing to read.
    if (siteIds.length === 0) return { conversions: [] };
    const page = { startMs, endMs, after: after ?? undefined, limit: limit + 1 };
    const found = await listVisitorsPayments(db, call.workspaceId(), page);
    const payments = firstVisitors(found.slice(0, limit));
    const clicks = await clicksOf(dependencies, { payments, siteIds }, call);
    const last = payments.at(-1);
    return {
      conversions: payments.flatMap((payment) => {
        const { paymentId, occurredAtMs, amountMinor, currency, type, anonymousIds } = payment;
        const amount = formatAmount(amountMinor, decimalsOf(currency));
        return clicksOfPayment(
          occurredAtMs,
          anonymousIds.flatMap((id) => clicks.get(id) ?? []),
        )
          .filter((click) => platform === undefined || click.platform === platform)
          .map(({ atMs, ...click }) => ({
            ...{ paymentId, occurredAtMs, amount, currency, type },
            ...{ ...click, clickedAtMs: atMs },
          }));
      }),
      ...(last && found.length > payments.length
        ? { next: { occurredAtMs: last.occurredAtMs, paymentId: last.paymentId } }
        : {}),
    };
  };
}

/** Max visitors whose clicks a page reads, so that it takes a second or two. */
const MAX_VISITORS = 1_000;

/** The first payments, at least one, that together have at most `MAX_VISITORS` visitors. */
function firstVisitors(payments: readonly VisitorsPayment[]): readonly VisitorsPayment[] {
  let visitors = 0;
  const end = payments.findIndex(({ anonymousIds }, index) => {
    visitors += anonymousIds.length;
    return index > 0 && visitors > MAX_VISITORS;
  });
  return end < 0 ? payments : payments.slice(0, end);
}

interface ClicksOf {
  readonly payments: readonly VisitorsPayment[];
  readonly siteIds: number[];
}

/** The clicks of the payments' visitors, by visitor. */
async function clicksOf(
  { analytics }: Pick<Dependencies, 'analytics'>,
  { payments, siteIds }: ClicksOf,
  call: CallContext,
): Promise<ReadonlyMap<string, readonly Click[]>> {
  const clicks = new Map<string, Click[]>();
  const visitors = [...new Set(payments.flatMap(({ anonymousIds }) => anonymousIds))];
  const times = payments.map(({ occurredAtMs }) => occurredAtMs);
  const window = {
    fromMs: Math.max(0, Math.min(...times) - LOOKBACK_MS),
    beforeMs: Math.max(...times) + 1,
  };
  const { clickIdVisitors: size } = BATCH_LIMITS;
  for (let from = 0; from < visitors.length; from += size) {
    const anonymousIds = visitors.slice(from, from + size);
    const { clickIds } = await analytics.ListClickIds(
      { anonymousIds, siteIds, ...window },
      { workspaceId: call.workspaceId(), requestId: call.requestId, signal: call.signal },
    );
    for (const { index, ...click } of clickIds) {
      const visitor = anonymousIds[index] ?? '';
      const found = clicks.get(visitor);
      if (found) found.push(click);
      else clicks.set(visitor, [click]);
    }
  }
  return clicks;
}
