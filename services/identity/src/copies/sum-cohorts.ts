import type { CohortPart } from '../store/cohorts';
import type { CustomerSelection } from '../store/customers';
import { Credit } from './credit';
import { CURRENCY_SHIFT, DELETED, REFUND, SUBSCRIPTION, type Ledger } from './ledger';
import { ROWS_PER_STEP, type Pausing } from './pausing';
import { attributeOf, Buckets, firstBy, IntegerSum, Keys, Matcher } from './sums';

class Revenue {
  readonly net = new IntegerSum();
  readonly subscriptions = new IntegerSum();
  payments = 0;
  payment = -1;
}

/** The accounts of a bucket with a key. */
class Group {
  customers = 0;
  /** By period, then by number of the currency. */
  readonly revenue: (Revenue | undefined)[][] = [];
  readonly payers: number[] = [];
  readonly firstPayers: number[] = [];

  of(period: number, currency: number): Revenue {
    const ofPeriod = (this.revenue[period] ??= []);
    return (ofPeriod[currency] ??= new Revenue());
  }
}

/** The same parts as `queryCohorts`, of a copy. */
export function* sumCohorts(
  ledger: Ledger,
  selection: CustomerSelection,
  withPayers: boolean,
): Pausing<CohortPart[]> {
  const { columns } = ledger.owners;
  const acquiredAt = selection.basis === 'identified' ? columns.identifiedAt : columns.firstSeenAt;
  const [start, end] = [selection.startMs * 1_000, selection.endMs * 1_000];
  const buckets = new Buckets(selection.bucketStarts);
  const filters = new Matcher(ledger, selection.filters);
  const keys = new Keys(ledger, selection.dimension);
  const isRecorded = selection.model === 'first_touch';
  const credit = new Credit(ledger, selection.model, selection.lookback);
  const { occurredAt, minor, info, next } = ledger.payments.columns;
  const groups: (Map<number, Group> | undefined)[] = [];
  const groupOf = (bucket: number, key: number): Group => {
    const ofBucket = (groups[bucket] ??= new Map<number, Group>());
    let group = ofBucket.get(key);
    if (!group) ofBucket.set(key, (group = new Group()));
    return group;
  };
  const nets: number[] = [];
  const paidIn: (boolean | undefined)[] = [];

  let rows = 0;
  for (let owner = 0; owner < ledger.owners.size; owner++) {
    if (++rows % ROWS_PER_STEP === 0) yield;
    const acquired = acquiredAt[owner] ?? 0;
    if (columns.isAccount[owner] === 0 || acquired < start || acquired >= end) continue;
    const isCounted = filters.account(owner);
    if (!isCounted && isRecorded) continue;
    const bucket = buckets.of(acquired);
    const group = isCounted ? groupOf(bucket, keys.account(owner)) : undefined;
    if (group) group.customers++;
    nets.length = 0;
    paidIn.length = 0;
    for (let payment = columns.firstPayment[owner] ?? -1; payment >= 0; payment = next[payment] ?? -1) {
      if (++rows % ROWS_PER_STEP === 0) yield;
      const flags = info[payment] ?? 0;
      if (flags & DELETED) continue;
      const at = occurredAt[payment] ?? 0;
      const signed = minor[payment] ?? 0;
      const currency = flags >> CURRENCY_SHIFT;
      const period = Math.max(buckets.of(at) - bucket, 0);
      nets[currency] = (nets[currency] ?? 0) + signed;
      if (signed > 0) paidIn[period] = true;
      credit.divide(owner, at, Math.abs(signed));
      for (let share = 0; share < credit.count; share++) {
        const touch = credit.touchOf(share);
        if (!filters.share(owner, touch)) continue;
        const ofShare = touch < 0 && group ? group : groupOf(bucket, keys.share(owner, touch));
        const sums = ofShare.of(period, currency);
        const part = credit.minor[share] ?? 0;
        const net = flags & REFUND ? -part : part;
        sums.net.add(net);
        if (flags & SUBSCRIPTION) sums.subscriptions.add(net);
        if (sums.payment !== payment) sums.payments++;
        sums.payment = payment;
      }
    }
    if (withPayers && group && nets.some((net) => net > 0)) addPayer(group, paidIn);
  }
  return groups.flatMap((ofBucket, bucket) => partsOf(ledger, selection, { ofBucket, bucket: bucket - 1 }));
}

/** @param paidIn by period */
function addPayer(group: Group, paidIn: readonly (boolean | undefined)[]): void {
  let isFirst = true;
  for (let period = 0; period < paidIn.length; period++) {
    if (!paidIn[period]) continue;
    if (isFirst) group.firstPayers[period] = (group.firstPayers[period] ?? 0) + 1;
    isFirst = false;
    group.payers[period] = (group.payers[period] ?? 0) + 1;
  }
}

/** The parts of a bucket: keys by descending customers. */
function partsOf(
  ledger: Ledger,
  { dimension, limit }: CustomerSelection,
  { ofBucket, bucket }: { readonly ofBucket: Map<number, Group> | undefined; readonly bucket: number },
): CohortPart[] {
  const keyText = (key: number): string | null =>
    dimension === undefined ? null : ledger.texts[attributeOf(dimension)].keyOf(key);
  return firstBy([...(ofBucket ?? [])], limit, {
    rank: ([, { customers }]) => customers,
    key: ([key]) => keyText(key) ?? '',
  })
    .map(([key, group]) => ({ key: keyText(key), group }))
    .flatMap(({ key, group }) => [
      { kind: 'size' as const, bucket, key, customers: group.customers },
      ...group.revenue.flatMap((currencies, period) =>
        currencies.flatMap((sums, id) =>
          sums
            ? [
                {
                  kind: 'revenue' as const,
                  ...{ bucket, key, period, currency: ledger.currencies.values[id] ?? '' },
                  payments: sums.payments,
                  net: sums.net.value,
                  subscriptions: sums.subscriptions.value,
                },
              ]
            : [],
        ),
      ),
      ...group.payers.flatMap((payers, period) =>
        payers
          ? [
              {
                kind: 'payers' as const,
                bucket,
                key,
                period,
                payers,
                firstPayers: group.firstPayers[period] ?? 0,
              },
            ]
          : [],
      ),
    ]);
}
