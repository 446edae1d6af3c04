import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS, LEDGER_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import { AD_PLATFORMS } from '@headwater/protos/vocabulary';
import type { Dependencies } from '../dependencies';
import { clicksOfConversion, type Click } from '../domain/conversion';
import { decimalsOf, formatAmount } from '../domain/money';
import { parseRevenueQuery } from '../domain/revenue-query';
import { listVisitorsPayments, listVisitorsSignups, type VisitorsConversion } from '../store/conversions';

/** Lists payments with the latest sealed click id of each ad platform before them. */
export function createListConversions(dependencies: Dependencies): ListConversions {
  return createList(dependencies, listVisitorsPayments);
}

/** Lists first identifications of accounts like payments. */
export function createListSignups(dependencies: Dependencies): ListConversions {
  return createList(dependencies, listVisitorsSignups);
}

type ListConversions = Handlers<IdentityDefinition>['ListConversions'];

function createList(dependencies: Dependencies, list: typeof listVisitorsPayments): ListConversions {
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
    const found = await list(db, call.workspaceId(), page);
    const conversions = firstVisitors(found.slice(0, limit));
    const clicks = await clicksOf(dependencies, { conversions, siteIds }, call);
    const last = conversions.at(-1);
    return {
      conversions: conversions.flatMap((conversion) => {
        const { conversionId, occurredAtMs, amountMinor, currency, type, anonymousIds } = conversion;
        const value =
          amountMinor === null || currency === null
            ? {}
            : { amount: formatAmount(amountMinor, decimalsOf(currency)), currency };
        return clicksOfConversion(
          occurredAtMs,
          anonymousIds.flatMap((id) => clicks.get(id) ?? []),
        )
          .filter((click) => platform === undefined || click.platform === platform)
          .map(({ atMs, ...click }) => ({
            ...{ conversionId, occurredAtMs, ...value, type },
            ...{ ...click, clickedAtMs: atMs },
          }));
      }),
      ...(last && found.length > conversions.length
        ? { next: { occurredAtMs: last.occurredAtMs, conversionId: last.conversionId } }
        : {}),
    };
  };
}

/**
 * The first conversions, at least one, that together have at most as many visitors as `ListClicks` accepts. An account has fewer
 * than this.
 */
function firstVisitors(conversions: readonly VisitorsConversion[]): readonly VisitorsConversion[] {
  let visitors = 0;
  const end = conversions.findIndex(({ anonymousIds }, index) => {
    visitors += anonymousIds.length;
    return index > 0 && visitors > BATCH_LIMITS.clickMoments;
  });
  return end < 0 ? conversions : conversions.slice(0, end);
}

interface ClicksOf {
  readonly conversions: readonly VisitorsConversion[];
  readonly siteIds: number[];
}

/** The latest clicks of the conversions' visitors up to each conversion, by visitor. */
async function clicksOf(
  { analytics }: Pick<Dependencies, 'analytics'>,
  { conversions, siteIds }: ClicksOf,
  call: CallContext,
): Promise<ReadonlyMap<string, readonly Click[]>> {
  const moments = conversions.flatMap(({ occurredAtMs, anonymousIds }) =>
    anonymousIds.map((anonymousId) => ({ anonymousId, atMs: occurredAtMs })),
  );
  const clicks = new Map<string, Click[]>();
  if (moments.length === 0) return clicks;
  const answer = await analytics.ListClicks(
    { moments, siteIds },
    { workspaceId: call.workspaceId(), requestId: call.requestId, signal: call.signal },
  );
  for (const { index, ...click } of answer.clicks) {
    const visitor = moments[index]?.anonymousId ?? '';
    const found = clicks.get(visitor);
    if (found) found.push(click);
    else clicks.set(visitor, [click]);
  }
  return clicks;
}
