import type { CohortPart } from '../store/cohorts';
import type { CustomerSelection } from '../store/customers';
import { Credit } from './credit';
import { IntegerSums } from './exact-sums';
import { CURRENCY_SHIFT, DELETED, REFUND, SUBSCRIPTION, type Ledger } from './ledger';
import { inSteps, type Pausing } from './pausing';
import { attributeOf, Buckets, firstBy, ShareKeys } from './sums';

/** The accounts of a bucket with a key. */
class Group {
  customers = 0;
  /** Numbers of sums, by number of the currency, then by period. */
  readonly revenue: ((number | undefined)[] | undefined)[] = [];
  readonly payers: number[] = [];
  readonly firstPayers: number[] = [];
}

/** The revenue of groups in a period and a currency, by number. */
class Revenue {
  readonly net = new IntegerSums();
  readonly subscriptions = new IntegerSums();
  readonly payments = new IntegerSums();
  #size = 0;

  /** Returns the number of the next sums. */
  next(): number {
    return this.#size++;
  }
}

/** The same parts as `queryCohorts`, of a copy. */
export function* sumCohorts(
  ledger: Ledger,
  selection: CustomerSelection,
  withPayers: boolean,
): Pausing<CohortPart[]> {
  const sums = new Sums(ledger, selection, withPayers);
  yield* inSteps(ledger.owners.size, (from, to) => sums.addOwners(from, to));
  return sums.byBucket.flatMap((byKey, bucket) => partsOf(sums, byKey, bucket - 1));
}

class Sums {
  readonly groups: Group[] = [];
  readonly revenue = new Revenue();
  /** The numbers of groups by bucket, then by key. */
  readonly byBucket: (Map<number, number> | undefined)[] = [];
  readonly #credit: Credit;
  readonly #keys: ShareKeys;
  readonly #buckets: Buckets;
  /** By share: the numbers of sums of its group and the currency, by period. Undefined if it doesn't match. */
  readonly #targets: ((number | undefined)[] | undefined)[] = [];
  /** Of an account, by number of the currency. */
  readonly #nets: Float64Array;

  constructor(
    readonly ledger: Ledger,
    readonly selection: CustomerSelection,
    readonly withPayers: boolean,
  ) {
    this.#credit = new Credit(ledger, selection.model, selection.lookback);
    this.#keys = new ShareKeys(ledger, selection);
    this.#buckets = new Buckets(selection.bucketStarts);
    this.#nets = new Float64Array(ledger.currencies.values.length);
  }

  addOwners(from: number, to: number): void {
    const { ledger, selection } = this;
    const [start, end] = [selection.startMs * 1_000, selection.endMs * 1_000];
    const isRecorded = selection.model === 'first_touch';
    const { isAccount, identifiedAt, firstSeenAt, firstPayment } = ledger.owners.columns;
    const acquiredAt = selection.basis === 'identified' ? identifiedAt : firstSeenAt;
    for (let owner = from; owner < to; owner++) {
      const at = acquiredAt[owner] ?? 0;
      if (isAccount[owner] === 0 || at < start || at >= end) continue;
      const isCounted = this.#keys.filters.account(owner);
      if (!isCounted && isRecorded) continue;
      const bucket = this.#buckets.of(at);
      const group = isCounted
        ? this.groups[this.#groupOf(bucket, this.#keys.keys.account(owner))]
        : undefined;
      if (group) group.customers++;
      if ((firstPayment[owner] ?? -1) >= 0) this.#addPayments(owner, bucket, group);
    }
  }

  #addPayments(owner: number, bucket: number, group: Group | undefined): void {
    const { ledger, groups, revenue, withPayers } = this;
    const { occurredAt, minor, info, next } = ledger.payments.columns;
    const credit = this.#credit;
    const keys = this.#keys;
    const buckets = this.#buckets;
    const targets = this.#targets;
    const nets = this.#nets.fill(0);
    const paidIn: (boolean | undefined)[] = [];
    let currency = -1;
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
        count = keys.find(owner, credit, (key) => this.#groupOf(bucket, key));
        sameFrom = credit.from;
        sameUntil = credit.until;
        parts = credit.rows.columns.minor;
        for (let share = 0; share < count; share++) {
          const target = groups[keys.numbers[share] ?? -1];
          targets[share] = target && (target.revenue[currency] ??= []);
        }
      }
      const period = Math.max(buckets.of(at) - bucket, 0);
      if (withPayers) {
        const signed = minor[payment] ?? 0;
        nets[currency] = (nets[currency] ?? 0) + signed;
        if (signed > 0) paidIn[period] = true;
      }
      if (count === 0) continue;
      credit.divide(payment);
      const sign = flags & REFUND ? -1 : 1;
      for (let share = 0; share < count; share++) {
        const target = targets[share];
        if (!target) continue;
        const sum = (target[period] ??= revenue.next());
        const net = sign * (parts[share] ?? 0);
        revenue.net.add(sum, net);
        if (flags & SUBSCRIPTION) revenue.subscriptions.add(sum, net);
        revenue.payments.add(sum, keys.firsts[share] ?? 0);
      }
    }
    if (withPayers && group && nets.some((net) => net > 0)) addPayer(group, paidIn);
  }

  #groupOf(bucket: number, key: number): number {
    const byKey = (this.byBucket[bucket] ??= new Map<number, number>());
    let group = byKey.get(key);
    if (group === undefined) byKey.set(key, (group = this.groups.push(new Group()) - 1));
    return group;
  }
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
function partsOf(sums: Sums, byKey: ReadonlyMap<number, number> | undefined, bucket: number): CohortPart[] {
  const { ledger, groups, revenue } = sums;
  const { dimension, limit } = sums.selection;
  const keyText = (key: number): string | null =>
    dimension === undefined ? null : ledger.texts[attributeOf(dimension)].keyOf(key);
  return firstBy([...(byKey ?? [])], limit, {
    rank: ([, group]) => groups[group]?.customers ?? 0,
    key: ([key]) => keyText(key) ?? '',
  })
    .map(([key, group]) => ({ key: keyText(key), group: groups[group] ?? new Group() }))
    .flatMap(({ key, group }) => [
      { kind: 'size' as const, bucket, key, customers: group.customers },
      ...group.revenue.flatMap((byPeriod, currency) =>
        [...(byPeriod ?? [])].flatMap((sum, period) =>
          sum === undefined
            ? []
            : [
                {
                  kind: 'revenue' as const,
                  ...{ bucket, key, period, currency: ledger.currencies.values[currency] ?? '' },
                  payments: revenue.payments.rounded(sum),
                  net: revenue.net.value(sum),
                  subscriptions: revenue.subscriptions.value(sum),
                },
              ],
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
