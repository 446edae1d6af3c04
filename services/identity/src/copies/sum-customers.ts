import { compareBytes } from '@headwater/kit/compare-bytes';
import { formatAmount } from '../domain/money';
import type { CustomerCounts, CustomerSelection } from '../store/customers';
import type { NewMrr } from '../store/mrr';
import type { RevenueSelection } from '../store/revenue';
import { Credit } from './credit';
import { CURRENCY_SHIFT, DELETED, NEVER, REFUND, type Ledger } from './ledger';
import { ROWS_PER_STEP, type Pausing } from './pausing';
import {
  attributeOf,
  Buckets,
  compareBigInts,
  decimalReader,
  DecimalSum,
  firstBy,
  IntegerSum,
  Keys,
  Matcher,
  numbered,
} from './sums';

interface Money {
  readonly gross: IntegerSum;
  readonly refunds: IntegerSum;
}

/** Counts of all customers, a bucket, or a key. */
class Counts {
  customers = 0;
  linked = 0;
  pending = 0;
  withoutVisitorId = 0;
  paying = 0;
  readonly mrr = new DecimalSum();
  /** By number of the currency. */
  readonly revenue: (Money | undefined)[] = [];

  addMoney(currency: number, minor: number, isRefund: boolean): void {
    const sums = (this.revenue[currency] ??= { gross: new IntegerSum(), refunds: new IntegerSum() });
    (isRefund ? sums.refunds : sums.gross).add(minor);
  }
}

/** The same counts as `queryCustomers`, of a copy. */
export function* sumCustomers(
  ledger: Ledger,
  selection: CustomerSelection,
  openSinceMs: number,
): Pausing<CustomerCounts[]> {
  const { columns } = ledger.owners;
  const acquiredAt = selection.basis === 'identified' ? columns.identifiedAt : columns.firstSeenAt;
  const [start, end, openSince] = [selection.startMs, selection.endMs, openSinceMs].map(
    (ms) => ms * 1_000,
  ) as [number, number, number];
  const bucketsByTime = new Buckets(selection.bucketStarts);
  const filters = new Matcher(ledger, selection.filters);
  const keysOf = new Keys(ledger, selection.dimension);
  const isRecorded = selection.model === 'first_touch';
  const credit = new Credit(ledger, selection.model, selection.lookback);
  const { occurredAt, minor, info, next } = ledger.payments.columns;

  const total = new Counts();
  const buckets: (Counts | undefined)[] = [];
  /** By number of the text. */
  const keys: (Counts | undefined)[] = [];
  const ofKey = (key: number): Counts => (keys[key] ??= new Counts());
  const nets: number[] = [];
  const mrrOf = decimalReader(ledger.texts.mrr);

  let rows = 0;
  for (let owner = 0; owner < ledger.owners.size; owner++) {
    if (++rows % ROWS_PER_STEP === 0) yield;
    const at = acquiredAt[owner] ?? 0;
    if (columns.isAccount[owner] === 0 || at < start || at >= end) continue;
    const isCounted = filters.account(owner);
    if (!isCounted && isRecorded) continue;
    const own = isCounted
      ? [total, ofKey(keysOf.account(owner)), (buckets[bucketsByTime.of(at)] ??= new Counts())]
      : [];
    nets.length = 0;
    for (let payment = columns.firstPayment[owner] ?? -1; payment >= 0; payment = next[payment] ?? -1) {
      if (++rows % ROWS_PER_STEP === 0) yield;
      const flags = info[payment] ?? 0;
      if (flags & DELETED) continue;
      const currency = flags >> CURRENCY_SHIFT;
      const amount = Math.abs(minor[payment] ?? 0);
      const isRefund = (flags & REFUND) !== 0;
      nets[currency] = (nets[currency] ?? 0) + (isRefund ? -amount : amount);
      credit.divide(owner, occurredAt[payment] ?? 0, amount);
      for (let share = 0; share < credit.count; share++)
        if (filters.share(owner, credit.touchOf(share)))
          ofKey(keysOf.share(owner, credit.touchOf(share))).addMoney(
            currency,
            credit.minor[share] ?? 0,
            isRefund,
          );
    }
    const isPaying = nets.some((net) => net > 0);
    const isLinked = columns.channel[owner] !== 0;
    const pendingAt = columns.pendingAt[owner] ?? 0;
    const mrr = columns.mrr[owner] ?? 0;
    for (const each of own) {
      each.customers++;
      if (isLinked) each.linked++;
      else if (pendingAt > openSince) each.pending++;
      else if (pendingAt === NEVER) each.withoutVisitorId++;
      if (isPaying) each.paying++;
      if (mrr > 0) each.mrr.add(mrrOf(mrr));
    }
  }

  const { dimension, limit } = selection;
  const keyText = (key: number): string =>
    dimension === undefined ? '' : ledger.texts[attributeOf(dimension)].keyOf(key);
  const ranked = firstBy(dimension === undefined ? [] : numbered(keys), limit, {
    rank: ([, counts]) => counts.customers,
    key: ([key]) => keyText(key),
  });
  const revenueOf = (all: readonly (Counts | undefined)[]) => moneyOf(ledger, all);
  return [
    rowOf(total, { bucket: undefined, key: undefined, revenue: revenueOf(keys) }),
    ...[...buckets].flatMap((counts, index) =>
      counts ? [rowOf(counts, { bucket: index - 1, key: undefined, revenue: [] })] : [],
    ),
    ...ranked.map(([key, counts]) =>
      rowOf(counts, { bucket: undefined, key: keyText(key), revenue: revenueOf([counts]) }),
    ),
  ];
}

/** The revenue of keys by currency. */
function moneyOf({ currencies }: Ledger, all: readonly (Counts | undefined)[]): CustomerCounts['revenue'] {
  const sums = new Map<number, { gross: bigint; refunds: bigint }>();
  for (const counts of all)
    for (const [id, own] of counts?.revenue.entries() ?? []) {
      if (!own) continue;
      const { gross, refunds } = sums.get(id) ?? { gross: 0n, refunds: 0n };
      sums.set(id, { gross: gross + own.gross.value, refunds: refunds + own.refunds.value });
    }
  return [...sums]
    .map(([id, money]) => ({ currency: currencies.values[id] ?? '', ...money }))
    .sort((a, b) => compareBytes(a.currency, b.currency));
}

function rowOf(
  { mrr, customers, linked, pending, withoutVisitorId, paying }: Counts,
  of: Pick<CustomerCounts, 'bucket' | 'key' | 'revenue'>,
): CustomerCounts {
  const { digits, decimals } = mrr.value;
  return {
    ...of,
    ...{ customers, linked, pending, withoutVisitorId, paying },
    mrr: formatAmount(digits, decimals),
  };
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
  const channels = new Map<number, { accounts: number; readonly mrr: DecimalSum }>();
  for (let owner = 0; owner < ledger.owners.size; owner++) {
    if (owner % ROWS_PER_STEP === 0) yield;
    const at = identifiedAt[owner] ?? 0;
    if (isAccount[owner] === 0 || at < start || at >= end || !matcher.account(owner)) continue;
    const own = mrrOf(mrr[owner] ?? 0);
    if (own.digits === 0n) continue;
    const key = keys.account(owner);
    let sums = channels.get(key);
    if (!sums) channels.set(key, (sums = { accounts: 0, mrr: new DecimalSum() }));
    sums.accounts++;
    sums.mrr.add(own);
  }
  const rows = [...channels].map(([key, { accounts, mrr: sum }]) => ({
    channel: ledger.texts.channel.keyOf(key),
    accounts,
    ...sum.value,
  }));
  const decimals = Math.max(0, ...rows.map((row) => row.decimals));
  const scaled = (row: (typeof rows)[number]): bigint => row.digits * 10n ** BigInt(decimals - row.decimals);
  return rows
    .sort((a, b) => compareBigInts(scaled(b), scaled(a)) || compareBytes(a.channel, b.channel))
    .map(({ channel, accounts, digits, decimals: own }) => ({
      channel,
      accounts,
      mrr: formatAmount(digits, own),
    }));
}
