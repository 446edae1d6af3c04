import { compareBytes } from '@headwater/kit/compare-bytes';
import type { RevenueSelection, RevenueSums } from '../store/revenue';
import { Credit } from './credit';
import { CURRENCY_SHIFT, DELETED, REFUND, type Ledger } from './ledger';
import { ROWS_PER_STEP, type Pausing } from './pausing';
import { attributeOf, Buckets, firstBy, IntegerSum, Keys, Matcher, numbered } from './sums';

/** Sums of a key. */
class KeySums {
  readonly gross = new IntegerSum();
  readonly refunds = new IntegerSum();
  unattributed: IntegerSum | undefined;
  pending: IntegerSum | undefined;
  payments = 0;
  customers = 0;
  /** Payments and payers count once, although they may have several shares. */
  payment = -1;
  payer = -1;
}

class BucketSums {
  readonly gross = new IntegerSum();
  readonly refunds = new IntegerSum();
  payments = 0;
}

class CurrencySums {
  readonly buckets: (BucketSums | undefined)[] = [];
  /** By number of the text. */
  readonly keys: (KeySums | undefined)[] = [];
  customers = 0;
  pendingPayments = 0;
  payment = -1;
  payer = -1;

  bucket(index: number): BucketSums {
    return (this.buckets[index] ??= new BucketSums());
  }

  key(id: number): KeySums {
    return (this.keys[id] ??= new KeySums());
  }
}

/** The same sums as `queryRevenue`, of a copy. */
export function* sumRevenue(ledger: Ledger, selection: RevenueSelection): Pausing<RevenueSums[]> {
  const credit = new Credit(ledger, selection.model, selection.lookback);
  const filters = new Matcher(ledger, selection.filters);
  const keys = new Keys(ledger, selection.dimension);
  const buckets = new Buckets(selection.bucketStarts);
  const [start, end, openSince] = [selection.startMs, selection.endMs, selection.openSinceMs].map(
    (ms) => ms * 1_000,
  ) as [number, number, number];
  const { firstPayment, isPayer, channel } = ledger.owners.columns;
  const { occurredAt, minor, info, next, pendingAt } = ledger.payments.columns;
  const currencies: (CurrencySums | undefined)[] = [];

  let rows = 0;
  for (let owner = 0; owner < ledger.owners.size; owner++) {
    if (++rows % ROWS_PER_STEP === 0) yield;
    for (let payment = firstPayment[owner] ?? -1; payment >= 0; payment = next[payment] ?? -1) {
      if (++rows % ROWS_PER_STEP === 0) yield;
      const at = occurredAt[payment] ?? 0;
      const flags = info[payment] ?? 0;
      if (at < start || at >= end || flags & DELETED) continue;
      const isRefund = (flags & REFUND) !== 0;
      const isPending = (pendingAt[payment] ?? 0) > openSince;
      credit.divide(owner, at, Math.abs(minor[payment] ?? 0));
      for (let share = 0; share < credit.count; share++) {
        const touch = credit.touchOf(share);
        if (!filters.share(owner, touch)) continue;
        const sums = (currencies[flags >> CURRENCY_SHIFT] ??= new CurrencySums());
        const ofKey = sums.key(keys.share(owner, touch));
        const ofBucket = sums.bucket(buckets.of(at));
        const amount = credit.minor[share] ?? 0;
        const net = isRefund ? -amount : amount;
        if (touch < 0 && channel[owner] === 0) (ofKey.unattributed ??= new IntegerSum()).add(net);
        if (isPending) (ofKey.pending ??= new IntegerSum()).add(net);
        (isRefund ? ofKey.refunds : ofKey.gross).add(amount);
        (isRefund ? ofBucket.refunds : ofBucket.gross).add(amount);
        if (isRefund) continue;
        if (sums.payment !== payment) {
          sums.payment = payment;
          ofBucket.payments++;
          if (isPending) sums.pendingPayments++;
        }
        if (ofKey.payment !== payment) {
          ofKey.payment = payment;
          ofKey.payments++;
        }
        if (isPayer[owner] === 0) continue;
        if (sums.payer !== owner) sums.customers++;
        sums.payer = owner;
        if (ofKey.payer !== owner) ofKey.customers++;
        ofKey.payer = owner;
      }
    }
  }
  return rowsOf(ledger, selection, currencies);
}

/** By currency: the totals, the buckets by time, and the keys by net revenue. */
function rowsOf(
  ledger: Ledger,
  { dimension, limit }: RevenueSelection,
  currencies: readonly (CurrencySums | undefined)[],
): RevenueSums[] {
  const keyText = (key: number): string | null =>
    dimension === undefined ? null : ledger.texts[attributeOf(dimension)].keyOf(key);
  return currencies
    .flatMap((sums, id) => (sums ? [{ sums, currency: ledger.currencies.values[id] ?? '' }] : []))
    .sort((a, b) => compareBytes(a.currency, b.currency))
    .flatMap(({ currency, sums }): RevenueSums[] => [
      totalOf(currency, sums),
      ...[...sums.buckets].flatMap((bucket, index) =>
        bucket
          ? [
              {
                ...{ currency, bucket: index - 1, key: undefined },
                ...{ gross: bucket.gross.value, refunds: bucket.refunds.value, payments: bucket.payments },
                ...{ customers: 0, unattributed: 0n, pending: undefined },
              },
            ]
          : [],
      ),
      ...firstBy(numbered(sums.keys), limit, {
        rank: ([, own]) => own.gross.rounded - own.refunds.rounded,
        key: ([key]) => keyText(key) ?? '',
      }).map(([key, own]) => ({
        ...{
          currency,
          bucket: undefined,
          key: keyText(key),
          gross: own.gross.value,
          refunds: own.refunds.value,
        },
        ...{ payments: own.payments, customers: own.customers, unattributed: own.unattributed?.value ?? 0n },
        pending: undefined,
      })),
    ]);
}

/** Each share has one key and one bucket. */
function totalOf(currency: string, { buckets, keys, customers, pendingPayments }: CurrencySums): RevenueSums {
  const total = { gross: 0n, refunds: 0n, unattributed: 0n, payments: 0 };
  let pending: bigint | undefined;
  for (const key of keys) {
    if (!key) continue;
    total.gross += key.gross.value;
    total.refunds += key.refunds.value;
    total.unattributed += key.unattributed?.value ?? 0n;
    if (key.pending) pending = (pending ?? 0n) + key.pending.value;
  }
  for (const bucket of buckets) total.payments += bucket?.payments ?? 0;
  return {
    ...{ currency, bucket: undefined, key: undefined, customers, ...total },
    pending: pending === undefined ? undefined : { net: pending, payments: pendingPayments },
  };
}
