import { compareBytes } from '@headwater/kit/compare-bytes';
import { formatAmount } from '../domain/money';
import type { CustomerCounts, CustomerSelection } from '../store/customers';
import type { NewMrr } from '../store/mrr';
import type { RevenueSelection } from '../store/revenue';
import { Credit } from './credit';
import { decimalReader, DecimalSums, IntegerSums } from './exact-sums';
import { CURRENCY_SHIFT, DELETED, NEVER, REFUND, type Ledger } from './ledger';
import { inSteps, type Pausing } from './pausing';
import { attributeOf, Buckets, compareBigInts, firstBy, KeyNumbers, ShareKeys, Keys, Matcher } from './sums';

/** Sums of a currency, by number of the key. */
class Revenue {
  readonly gross = new IntegerSums();
  readonly refunds = new IntegerSums();
  /** Keys with a payment, also of an amount of 0. */
  readonly found: (boolean | undefined)[] = [];
}

const NO_REVENUE = new Revenue();

/** Counts of customers, by number of their bucket or key. */
class Counts {
  readonly customers = new IntegerSums();
  readonly linked = new IntegerSums();
  readonly pending = new IntegerSums();
  readonly withoutVisitorId = new IntegerSums();
  readonly paying = new IntegerSums();
  readonly mrr = new DecimalSums();
}

/** The same counts as `queryCustomers`, of a copy. */
export function* sumCustomers(
  ledger: Ledger,
  selection: CustomerSelection,
  openSinceMs: number,
): Pausing<CustomerCounts[]> {
  const sums = new Sums(ledger, selection, openSinceMs);
  yield* inSteps(ledger.owners.size, (from, to) => sums.addOwners(from, to));
  return rowsOf(ledger, selection, sums);
}

class Sums {
  readonly byBucket = new Counts();
  readonly byKey = new Counts();
  readonly keys: KeyNumbers;
  /** By number of the currency. */
  readonly revenue: (Revenue | undefined)[] = [];
  readonly #credit: Credit;
  readonly #keys: ShareKeys;
  readonly #buckets: Buckets;
  /** Of an account, by number of the currency. */
  readonly #nets: Float64Array;

  constructor(
    readonly ledger: Ledger,
    readonly selection: CustomerSelection,
    readonly openSinceMs: number,
  ) {
    this.#credit = new Credit(ledger, selection.model, selection.lookback);
    this.#keys = new ShareKeys(ledger, selection);
    this.#buckets = new Buckets(selection.bucketStarts);
    this.#nets = new Float64Array(ledger.currencies.values.length);
    this.keys = new KeyNumbers(this.#keys.keys.size);
  }

  addOwners(from: number, to: number): void {
    const { ledger, selection, byBucket, byKey, keys } = this;
    const [start, end, openSince] = [
      selection.startMs * 1_000,
      selection.endMs * 1_000,
      this.openSinceMs * 1_000,
    ];
    const isRecorded = selection.model === 'first_touch';
    const { isAccount, identifiedAt, firstSeenAt, pendingAt, channel, mrr, firstPayment } =
      ledger.owners.columns;
    const acquiredAt = selection.basis === 'identified' ? identifiedAt : firstSeenAt;
    const mrrOf = decimalReader(ledger.texts.mrr);
    for (let owner = from; owner < to; owner++) {
      const at = acquiredAt[owner] ?? 0;
      if (isAccount[owner] === 0 || at < start || at >= end) continue;
      const isCounted = this.#keys.filters.account(owner);
      if (!isCounted && isRecorded) continue;
      const isPaying = (firstPayment[owner] ?? -1) >= 0 && this.#addPayments(owner);
      if (!isCounted) continue;
      const bucket = this.#buckets.of(at);
      const key = keys.of(this.#keys.keys.account(owner));
      const isLinked = channel[owner] !== 0;
      const pendingSince = pendingAt[owner] ?? 0;
      const ownMrr = mrr[owner] ?? 0;
      for (let target = byBucket, number = bucket; ; target = byKey, number = key) {
        target.customers.add(number, 1);
        if (isLinked) target.linked.add(number, 1);
        else if (pendingSince > openSince) target.pending.add(number, 1);
        else if (pendingSince === NEVER) target.withoutVisitorId.add(number, 1);
        if (isPaying) target.paying.add(number, 1);
        if (ownMrr > 0) target.mrr.add(number, mrrOf(ownMrr));
        if (target === byKey) break;
      }
    }
  }

  /** @returns whether the net of the payments of an account is positive, in a currency */
  #addPayments(owner: number): boolean {
    const { ledger, keys } = this;
    const { occurredAt, minor, info, next } = ledger.payments.columns;
    const credit = this.#credit;
    const { numbers } = this.#keys;
    const nets = this.#nets.fill(0);
    let currency = -1;
    let revenue = NO_REVENUE;
    let sameFrom = Infinity;
    let sameUntil = Infinity;
    let parts = credit.rows.columns.minor;
    let count = 0;
    for (
      let payment = ledger.owners.columns.firstPayment[owner] ?? -1;
      payment >= 0;
      payment = next[payment] ?? -1
    ) {
      const flags = info[payment] ?? 0;
      if (flags & DELETED) continue;
      const at = occurredAt[payment] ?? 0;
      if (at < sameFrom || at >= sameUntil || flags >> CURRENCY_SHIFT !== currency) {
        currency = flags >> CURRENCY_SHIFT;
        credit.find(owner, payment);
        count = this.#keys.find(owner, credit, (key) => keys.of(key));
        sameFrom = credit.from;
        sameUntil = credit.until;
        parts = credit.rows.columns.minor;
        revenue = this.revenue[currency] ??= new Revenue();
        for (let share = 0; share < count; share++)
          if ((numbers[share] ?? -1) >= 0) revenue.found[numbers[share] ?? 0] = true;
      }
      nets[currency] = (nets[currency] ?? 0) + (minor[payment] ?? 0);
      if (count === 0) continue;
      credit.divide(payment);
      const target = flags & REFUND ? revenue.refunds : revenue.gross;
      for (let share = 0; share < count; share++) {
        const key = numbers[share] ?? -1;
        if (key >= 0) target.add(key, parts[share] ?? 0);
      }
    }
    for (const net of nets) if (net > 0) return true;
    return false;
  }
}

function rowsOf(
  ledger: Ledger,
  { dimension, limit, bucketStarts }: CustomerSelection,
  { byBucket, byKey, keys, revenue }: Sums,
): CustomerCounts[] {
  const keyText = (key: number): string =>
    dimension === undefined ? '' : ledger.texts[attributeOf(dimension)].keyOf(keys.texts[key] ?? 0);
  const ranked = firstBy(dimension === undefined ? [] : [...keys.texts.keys()], limit, {
    rank: (key) => byKey.customers.rounded(key),
    key: keyText,
  });
  const buckets = [undefined, ...bucketStarts].flatMap((_, bucket) =>
    byBucket.customers.rounded(bucket) > 0 ? [bucket] : [],
  );
  return [
    { bucket: undefined, key: undefined, ...countsOf(byBucket), revenue: moneyOf(ledger, revenue) },
    ...buckets.map((bucket) => ({
      bucket: bucket - 1,
      key: undefined,
      ...countsOf(byBucket, bucket),
      revenue: [],
    })),
    ...ranked.map((key) => ({
      bucket: undefined,
      key: keyText(key),
      ...countsOf(byKey, key),
      revenue: moneyOf(ledger, revenue, key),
    })),
  ];
}

/** @param number of a bucket or key; undefined: of all */
function countsOf(counts: Counts, number?: number): Omit<CustomerCounts, 'bucket' | 'key' | 'revenue'> {
  const countOf = (sums: IntegerSums): number =>
    Number(number === undefined ? sums.total : sums.value(number));
  const { digits, decimals } = number === undefined ? counts.mrr.total : counts.mrr.value(number);
  return {
    customers: countOf(counts.customers),
    linked: countOf(counts.linked),
    pending: countOf(counts.pending),
    withoutVisitorId: countOf(counts.withoutVisitorId),
    paying: countOf(counts.paying),
    mrr: formatAmount(digits, decimals),
  };
}

/** By currency. @param key undefined: of all */
function moneyOf(
  { currencies }: Ledger,
  revenue: readonly (Revenue | undefined)[],
  key?: number,
): CustomerCounts['revenue'] {
  const valueOf = (sums: IntegerSums): bigint => (key === undefined ? sums.total : sums.value(key));
  return revenue
    .flatMap((sums, id) =>
      sums && (key === undefined ? sums.found.length > 0 : sums.found[key])
        ? [
            {
              currency: currencies.values[id] ?? '',
              gross: valueOf(sums.gross),
              refunds: valueOf(sums.refunds),
            },
          ]
        : [],
    )
    .sort((a, b) => compareBytes(a.currency, b.currency));
}

/** The same MRR as `queryNewMrr`, of a copy. */
export function* sumNewMrr(
  ledger: Ledger,
  { startMs, endMs, filters }: Pick<RevenueSelection, 'startMs' | 'endMs' | 'filters'>,
): Pausing<NewMrr[]> {
  const { isAccount, identifiedAt, mrr } = ledger.owners.columns;
  const [start, end] = [startMs * 1_000, endMs * 1_000];
  const matcher = new Matcher(ledger, filters);
  const keys = new Keys(ledger, 'channel');
  const mrrOf = decimalReader(ledger.texts.mrr);
  const channels = new KeyNumbers(keys.size);
  const accounts = new IntegerSums();
  const sums = new DecimalSums();
  const sumOwners = (from: number, to: number): void => {
    for (let owner = from; owner < to; owner++) {
      const at = identifiedAt[owner] ?? 0;
      if (isAccount[owner] === 0 || at < start || at >= end || !matcher.account(owner)) continue;
      const own = mrrOf(mrr[owner] ?? 0);
      if (own.digits === 0n) continue;
      const channel = channels.of(keys.account(owner));
      accounts.add(channel, 1);
      sums.add(channel, own);
    }
  };
  yield* inSteps(ledger.owners.size, sumOwners);
  const rows = channels.texts.map((text, channel) => ({
    channel: ledger.texts.channel.keyOf(text),
    accounts: accounts.rounded(channel),
    ...sums.value(channel),
  }));
  const decimals = Math.max(0, ...rows.map((row) => row.decimals));
  const scaled = (row: (typeof rows)[number]): bigint => row.digits * 10n ** BigInt(decimals - row.decimals);
  return rows
    .sort((a, b) => compareBigInts(scaled(b), scaled(a)) || compareBytes(a.channel, b.channel))
    .map(({ digits, decimals: own, ...row }) => ({
      ...row,
      mrr: formatAmount(digits, own),
    }));
}
