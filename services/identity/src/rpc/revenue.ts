import { bucketsOf, type Bucket } from '@headwater/kit/calendar/buckets';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { CurrencyRevenue } from '@headwater/protos/gen/headwater/identity/v1/CurrencyRevenue';
import type { PendingRevenue } from '@headwater/protos/gen/headwater/identity/v1/PendingRevenue';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { openSince } from '../domain/attribution';
import { decimalsOf, formatAmount } from '../domain/money';
import { parseRevenueQuery } from '../domain/revenue-query';
import { numberEarlierChanges } from '../store/earlier-changes';
import type { RevenueSums } from '../store/revenue';

const INVALID = 'The revenue query is invalid. Correct the parameters listed under errors.';

/** Returns the revenue of a window by currency, bucket and key, and the MRR of the accounts created in the window. */
export function createQueryRevenue({
  db,
  numberChanges,
  reports,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['QueryRevenue'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const parsed = parseRevenueQuery(request, now);
    if (!parsed.ok) throw failure(parsed.code, INVALID, { fields: parsed.problems });
    const { window, grain, dimension, filters, limit, model, lookback } = parsed.query;
    const buckets = bucketsOf(window, grain);
    const selection = {
      workspaceId,
      startMs: window.startMs,
      endMs: window.endMs,
      bucketStarts: buckets.map(({ startMs }) => startMs),
      dimension,
      filters,
      limit,
      model,
      lookback,
      openSinceMs: openSince(now),
    };
    await numberEarlierChanges({ db, numberChanges }, call);
    const [sums, newMrr] = await Promise.all([reports.revenue(selection), reports.newMrr(selection)]);
    const currencies = [...new Set(sums.map(({ currency }) => currency))];
    return {
      from: formatCalendarDate(window.from),
      to: formatCalendarDate(window.to),
      timezone: window.zone,
      grain,
      model,
      ...(model === 'first_touch' ? {} : { lookback }),
      ...(dimension === undefined ? {} : { dimension }),
      currencies: currencies.map((currency) => currencyRevenue(currency, { sums, buckets })),
      pending: pendingRevenue(sums),
      newMrr,
    };
  };
}

/** The totals, the gapless series and the breakdown of one currency. */
function currencyRevenue(
  currency: string,
  { sums, buckets }: { sums: readonly RevenueSums[]; buckets: readonly Bucket[] },
): CurrencyRevenue {
  const own = sums.filter((row) => row.currency === currency);
  const money = (minor: bigint): string => formatAmount(minor, decimalsOf(currency));
  const moneyOf = ({ gross, refunds }: RevenueSums) => ({
    gross: money(gross),
    refunds: money(refunds),
    net: money(gross - refunds),
  });
  const total = own.find(({ bucket, key }) => bucket === undefined && key === undefined);
  if (total === undefined) throw new Error('The totals of a currency are missing.');
  const byBucket = new Map(own.map((row) => [row.bucket, row]));
  return {
    currency,
    ...moneyOf(total),
    payments: total.payments,
    customers: total.customers,
    unattributed: money(total.unattributed),
    series: buckets.map(({ key: bucket }, index) => {
      const row = byBucket.get(index);
      return { bucket, net: money(row ? row.gross - row.refunds : 0n), payments: row?.payments ?? 0 };
    }),
    breakdown: own.flatMap((row) =>
      typeof row.key === 'string'
        ? [{ key: row.key, ...moneyOf(row), payments: row.payments, customers: row.customers }]
        : [],
    ),
  };
}

/** The sums that may still get a channel, for each currency that has any. */
function pendingRevenue(sums: readonly RevenueSums[]): PendingRevenue[] {
  return sums.flatMap(({ currency, bucket, key, pending }) =>
    bucket === undefined && key === undefined && pending !== undefined
      ? [{ currency, net: formatAmount(pending.net, decimalsOf(currency)), payments: pending.payments }]
      : [],
  );
}
