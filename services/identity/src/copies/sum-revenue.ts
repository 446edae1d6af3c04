import { compareBytes } from '@headwater/kit/compare-bytes';
import type { RevenueSelection, RevenueSums } from '../store/revenue';
import { Credit } from './credit';
import { IntegerSums } from './exact-sums';
import { CURRENCY_SHIFT, DELETED, PENDING, REFUND, type Ledger } from './ledger';
import { inSteps, type Pausing } from './pausing';
import { attributeOf, Buckets, firstBy, KeyNumbers, ShareKeys } from './sums';

/** Sums of a currency, by number of the key or by bucket. */
class CurrencySums {
  readonly gross = new IntegerSums();
  readonly refunds = new IntegerSums();
  readonly unattributed = new IntegerSums();
  readonly pending = new IntegerSums();
  readonly payments = new IntegerSums();
  readonly customers = new IntegerSums();
  readonly bucketGross = new IntegerSums();
  readonly bucketRefunds = new IntegerSums();
  /** Undefined in a bucket without a payment or refund. */
  readonly bucketPayments: (number | undefined)[] = [];
  pendingPayments: number | undefined;
  totalCustomers = 0;
  /** The latest payer, of each key and of all: they count once, although they may have several payments. */
  readonly payers: number[] = [];
  payer = -1;

  constructor(readonly keys: KeyNumbers) {}
}

const NO_SUMS = new CurrencySums(new KeyNumbers(0));

/** The same sums as `queryRevenue`, of a copy. */
export function* sumRevenue(ledger: Ledger, selection: RevenueSelection): Pausing<RevenueSums[]> {
  const sums = new Sums(ledger, selection);
  yield* inSteps(ledger.owners.size, (from, to) => sums.addOwners(from, to));
  return rowsOf(ledger, selection, sums.currencies);
}

class Sums {
  readonly currencies: (CurrencySums | undefined)[] = [];
  readonly #credit: Credit;
  readonly #keys: ShareKeys;
  readonly #buckets: Buckets;

  constructor(
    readonly ledger: Ledger,
    readonly selection: RevenueSelection,
  ) {
    this.#credit = new Credit(ledger, selection.model, selection.lookback);
    this.#keys = new ShareKeys(ledger, selection);
    this.#buckets = new Buckets(selection.bucketStarts);
  }

  addOwners(from: number, to: number): void {
    const start = this.selection.startMs * 1_000;
    const end = this.selection.endMs * 1_000;
    const openSince = this.selection.openSinceMs * 1_000;
    const { firstPayment, isPayer, channel } = this.ledger.owners.columns;
    const { occurredAt, info, next, pendingAt } = this.ledger.payments.columns;
    const shareKeys = this.#keys;
    const { numbers: keys, firsts } = shareKeys;
    const credit = this.#credit;
    const buckets = this.#buckets;
    for (let owner = from; owner < to; owner++) {
      let isPaid = false;
      let isUnattributed = false;
      let currency = -1;
      let sums = NO_SUMS;
      let sameFrom = Infinity;
      let sameUntil = Infinity;
      let { minor } = credit.rows.columns;
      let count = 0;
      for (let payment = firstPayment[owner] ?? -1; payment >= 0; payment = next[payment] ?? -1) {
        const at = occurredAt[payment] ?? 0;
        if (at < start || at >= end) continue;
        const flags = info[payment] ?? 0;
        if (flags & DELETED) continue;
        if (at < sameFrom || at >= sameUntil || flags >> CURRENCY_SHIFT !== currency) {
          currency = flags >> CURRENCY_SHIFT;
          credit.find(owner, payment);
          const own = (this.currencies[currency] ??= new CurrencySums(new KeyNumbers(shareKeys.keys.size)));
          sums = own;
          count = shareKeys.find(owner, credit, (key) => own.keys.of(key));
          sameFrom = credit.from;
          sameUntil = credit.until;
          minor = credit.rows.columns.minor;
          isUnattributed = channel[owner] === 0 && credit.rows.columns.touch[0] === -1;
          isPaid = isPayer[owner] === 0;
        }
        if (count === 0) continue;
        credit.divide(payment);
        const isRefund = (flags & REFUND) !== 0;
        const isPending = (flags & PENDING) !== 0 && (pendingAt[payment] ?? 0) > openSince;
        const target = isRefund ? sums.refunds : sums.gross;
        let total = 0;
        for (let share = 0; share < count; share++) {
          const key = keys[share] ?? -1;
          if (key < 0) continue;
          const part = minor[share] ?? 0;
          total += part;
          target.add(key, part);
          if (isUnattributed) sums.unattributed.add(key, isRefund ? -part : part);
          if (isPending) sums.pending.add(key, isRefund ? -part : part);
        }
        const bucket = buckets.of(at);
        (isRefund ? sums.bucketRefunds : sums.bucketGross).add(bucket, total);
        sums.bucketPayments[bucket] = (sums.bucketPayments[bucket] ?? 0) + (isRefund ? 0 : 1);
        if (isPending) sums.pendingPayments = (sums.pendingPayments ?? 0) + (isRefund ? 0 : 1);
        if (isRefund) continue;
        for (let share = 0; share < count; share++) {
          const key = keys[share] ?? -1;
          if (key >= 0) sums.payments.add(key, firsts[share] ?? 0);
        }
        if (isPaid) continue;
        isPaid = true;
        if (sums.payer !== owner) sums.totalCustomers++;
        sums.payer = owner;
        for (let share = 0; share < count; share++) {
          const key = keys[share] ?? -1;
          if (key < 0) continue;
          if (sums.payers[key] !== owner) sums.customers.add(key, 1);
          sums.payers[key] = owner;
        }
      }
    }
  }
}

/** By currency: the totals, the buckets by time, and the keys by net revenue. */
function rowsOf(
  ledger: Ledger,
  { dimension, limit }: RevenueSelection,
  currencies: readonly (CurrencySums | undefined)[],
): RevenueSums[] {
  const keyText = (text: number): string | null =>
    dimension === undefined ? null : ledger.texts[attributeOf(dimension)].keyOf(text);
  return currencies
    .flatMap((sums, id) =>
      sums && sums.keys.texts.length > 0 ? [{ sums, currency: ledger.currencies.values[id] ?? '' }] : [],
    )
    .sort((a, b) => compareBytes(a.currency, b.currency))
    .flatMap(({ currency, sums }): RevenueSums[] => [
      totalOf(currency, sums),
      ...[...sums.bucketPayments].flatMap((payments, bucket) =>
        payments === undefined
          ? []
          : [
              {
                ...{ currency, bucket: bucket - 1, key: undefined, payments },
                ...{ gross: sums.bucketGross.value(bucket), refunds: sums.bucketRefunds.value(bucket) },
                ...{ customers: 0, unattributed: 0n, pending: undefined },
              },
            ],
      ),
      ...firstBy([...sums.keys.texts.keys()], limit, {
        rank: (key) => sums.gross.rounded(key) - sums.refunds.rounded(key),
        key: (key) => keyText(sums.keys.texts[key] ?? 0) ?? '',
      }).map((key) => ({
        ...{ currency, bucket: undefined, key: keyText(sums.keys.texts[key] ?? 0) },
        ...{
          gross: sums.gross.value(key),
          refunds: sums.refunds.value(key),
          unattributed: sums.unattributed.value(key),
        },
        ...{ payments: sums.payments.rounded(key), customers: sums.customers.rounded(key) },
        pending: undefined,
      })),
    ]);
}

/** Each share has one key and one bucket. */
function totalOf(currency: string, sums: CurrencySums): RevenueSums {
  return {
    ...{ currency, bucket: undefined, key: undefined, customers: sums.totalCustomers },
    ...{ gross: sums.gross.total, refunds: sums.refunds.total, unattributed: sums.unattributed.total },
    payments: sums.bucketPayments.reduce<number>((total, own) => total + (own ?? 0), 0),
    pending:
      sums.pendingPayments === undefined
        ? undefined
        : { net: sums.pending.total, payments: sums.pendingPayments },
  };
}
