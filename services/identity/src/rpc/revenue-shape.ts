import type { Bucket } from '@headwater/kit/calendar/buckets';
import type { CurrencyRevenue } from '@headwater/protos/gen/headwater/identity/v1/CurrencyRevenue';
import type { PendingRevenue } from '@headwater/protos/gen/headwater/identity/v1/PendingRevenue';
import { decimalsOf } from '../domain/currencies';
import { formatAmount } from '../domain/money';
import type { RevenueSums } from '../store/query-revenue';

/** One currency of the answer: its totals, its series without gaps and its breakdown. */
export function currencyRevenue(
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
  if (total === undefined) throw new Error('A currency has no totals.');
  const byBucket = new Map(own.map((row) => [row.bucket, row]));
  return {
    currency,
    ...moneyOf(total),
    payments: total.payments,
    customers: total.customers,
    unattributed: money(total.unattributed),
    series: buckets.map(({ key: bucket }, place) => {
      const row = byBucket.get(place);
      return { bucket, net: money(row ? row.gross - row.refunds : 0n), payments: row?.payments ?? 0 };
    }),
    breakdown: own.flatMap((row) =>
      typeof row.key === 'string'
        ? [{ key: row.key, ...moneyOf(row), payments: row.payments, customers: row.customers }]
        : [],
    ),
  };
}

/** What may still get a channel, of each currency that has such. */
export function pendingRevenue(sums: readonly RevenueSums[]): PendingRevenue[] {
  return sums.flatMap(({ currency, bucket, key, pending }) =>
    bucket === undefined && key === undefined && pending !== undefined
      ? [{ currency, net: formatAmount(pending.net, decimalsOf(currency)), payments: pending.payments }]
      : [],
  );
}
