import type { AttributionModel } from '@headwater/protos/vocabulary';
import { lookbackDays } from '../store/credit';
import { NEVER, type Ledger } from './ledger';
import { Rows } from './rows';

const DAY_MICROS = 86_400_000_000;
const WEEK_MICROS = 7 * DAY_MICROS;
/** The recorded attribution in place of a touch. */
const RECORDED = -1;

/** The touches of an owner that a payment is credited to, and how a model divides its amount among them. As in `store/credit.ts`. */
export class Credit {
  /** Payments of the owner from `from` until `until` have the same shares. */
  from = NEVER;
  until = NEVER;
  /** The number of shares of a payment. */
  count = 0;
  /** First the columns of the shares, then those of all touches of the owner, ascending. */
  readonly rows = new Rows({
    /** -1: the recorded attribution. */
    touch: new Int32Array(0),
    /** Their sum is the amount of the payment, without its sign. */
    minor: new Float64Array(0),
    at: new Float64Array(0),
    weight: new Float64Array(0),
    rest: new Float64Array(0),
    knownTouch: new Int32Array(0),
    knownAt: new Float64Array(0),
    visibleAt: new Float64Array(0),
  });
  readonly #lookback: number;
  readonly #direct: number;
  #owner = -1;

  constructor(
    readonly ledger: Ledger,
    readonly model: AttributionModel,
    lookback: number,
  ) {
    this.#lookback = lookbackDays(lookback) * DAY_MICROS;
    this.#direct = ledger.texts.channel.idOf('Direct');
    // A payment without a touch has a share, too.
    this.rows.add();
  }

  /** Finds the touches that a payment is credited to. Without one, it is the recorded attribution. */
  find(owner: number, payment: number): void {
    if (owner !== this.#owner) this.#readTouches(owner);
    this.#findBefore(this.ledger.payments.columns.occurredAt[payment] ?? 0);
    const { touch } = this.rows.columns;
    const last = this.count - 1;
    if (last < 0) touch[0] = RECORDED;
    else if (this.model === 'last_touch') touch[0] = touch[last] ?? RECORDED;
    else if (this.model === 'last_non_direct') touch[0] = touch[this.#lastNonDirect()] ?? RECORDED;
    else {
      if (this.model !== 'linear') this.#weigh();
      return;
    }
    this.count = 1;
  }

  /** Divides the amount of a payment among the found touches. */
  divide(payment: number): void {
    const amount = Math.abs(this.ledger.payments.columns.minor[payment] ?? 0);
    const { count } = this;
    const { minor } = this.rows.columns;
    if (count === 1) minor[0] = amount;
    else if (this.model === 'linear') {
      const part = Math.floor(amount / count);
      const rest = amount - part * count;
      for (let share = 0; share < count; share++) minor[share] = share < rest ? part + 1 : part;
    } else divideByWeight(amount, count, this.rows.columns);
  }

  /** Finds the touches before a time and within the lookback. */
  #findBefore(occurredAt: number): void {
    const { size, columns } = this.rows;
    const { touch, at, knownTouch, knownAt, visibleAt } = columns;
    let count = 0;
    let from = NEVER;
    let until = Infinity;
    for (let index = 0; index < size; index++) {
      const startedAt = knownAt[index] ?? 0;
      const visible = visibleAt[index] ?? 0;
      const end = startedAt + this.#lookback;
      if (visible > occurredAt) {
        if (visible < until) until = visible;
      } else if (end <= occurredAt) {
        if (end > from) from = end;
      } else {
        if (visible > from) from = visible;
        if (end < until) until = end;
        touch[count] = knownTouch[index] ?? RECORDED;
        at[count++] = startedAt;
      }
    }
    this.count = count;
    this.from = from;
    this.until = until;
  }

  #lastNonDirect(): number {
    const { touch } = this.rows.columns;
    const last = this.count - 1;
    for (let share = last; share >= 0; share--)
      if (this.#channelOf(touch[share] ?? RECORDED) !== this.#direct) return share;
    return last;
  }

  /** Sets the integer weights of the found touches. Touches that are too old for a weight get no share. */
  #weigh(): void {
    const { touch, at, weight } = this.rows.columns;
    const found = this.count;
    if (this.model === 'position_based') {
      for (let share = 0; share < found; share++)
        weight[share] = found > 2 && (share === 0 || share === found - 1) ? 2 * (found - 2) : 1;
      return;
    }
    const newest = at[found - 1] ?? 0;
    let count = 0;
    for (let index = 0; index < found; index++) {
      const rounded = Math.round(2 ** (((at[index] ?? 0) - newest) / WEEK_MICROS) * 1e12);
      if (rounded === 0) continue;
      weight[count] = rounded;
      touch[count++] = touch[index] ?? RECORDED;
    }
    this.count = count;
  }

  #channelOf(touch: number): number | undefined {
    return touch === RECORDED
      ? this.ledger.owners.columns.channel[this.#owner]
      : this.ledger.touches.columns.channel[touch];
  }

  /** The recorded attribution counts as a touch, unless one with its time is stored. The model `first_touch` knows no other. */
  #readTouches(owner: number): void {
    this.#owner = owner;
    this.rows.size = 0;
    if (this.model === 'first_touch') return;
    const { owners, touches } = this.ledger;
    const { at, visibleAt, next } = touches.columns;
    const recordedAt = owners.columns.firstSeenAt[owner] ?? 0;
    let isMissing = owners.columns.channel[owner] !== 0;
    for (let touch = owners.columns.firstTouch[owner] ?? -1; touch >= 0; touch = next[touch] ?? -1) {
      const startedAt = at[touch] ?? 0;
      if (isMissing && startedAt > recordedAt) this.#know(RECORDED, recordedAt, recordedAt);
      if (startedAt >= recordedAt) isMissing = false;
      this.#know(touch, startedAt, visibleAt[touch] ?? 0);
    }
    if (isMissing) this.#know(RECORDED, recordedAt, recordedAt);
  }

  #know(touch: number, at: number, visibleAt: number): void {
    const index = this.rows.add();
    const { columns } = this.rows;
    columns.knownTouch[index] = touch;
    columns.knownAt[index] = at;
    columns.visibleAt[index] = visibleAt;
  }
}

/** More parts are sorted to find the largest rests. */
const FEW_PARTS = 16;

/** Divides an amount into whole parts by the largest remainder; on ties, the earlier one gets more. */
function divideByWeight(amount: number, count: number, columns: Credit['rows']['columns']): void {
  const { weight: weights, minor, rest: rests } = columns;
  let total = 0;
  for (let index = 0; index < count; index++) total += weights[index] ?? 0;
  let left = amount;
  for (let index = 0; index < count; index++) {
    const weight = weights[index] ?? 0;
    let part = Math.floor((amount * weight) / total);
    let rest = amount * weight - part * total;
    // Beyond 53 bits, products are rounded, and the quotient may be wrong by one.
    if (amount * weight > Number.MAX_SAFE_INTEGER) {
      rest += lostBits(amount, weight) - lostBits(part, total);
      const correction = rest < 0 ? -1 : Number(rest >= total);
      part += correction;
      rest -= correction * total;
    }
    rests[index] = rest;
    minor[index] = part;
    left -= part;
  }
  if (count > FEW_PARTS) {
    const byRest = Array.from({ length: count }, (_, index) => index);
    byRest.sort((a, b) => (rests[b] ?? 0) - (rests[a] ?? 0) || a - b);
    for (const index of byRest.slice(0, left)) minor[index] = (minor[index] ?? 0) + 1;
    return;
  }
  for (; left > 0; left--) {
    let largest = 0;
    for (let index = 1; index < count; index++)
      if ((rests[index] ?? 0) > (rests[largest] ?? 0)) largest = index;
    minor[largest] = (minor[largest] ?? 0) + 1;
    rests[largest] = -1;
  }
}

/** The exact product of two whole numbers, less their rounded product: Dekker's algorithm. */
function lostBits(a: number, b: number): number {
  const highA = highBits(a);
  const highB = highBits(b);
  const lowA = a - highA;
  const lowB = b - highB;
  return highA * highB - a * b + highA * lowB + lowA * highB + lowA * lowB;
}

/** The upper half of the bits of a number. */
function highBits(number: number): number {
  const scaled = number * (2 ** 27 + 1);
  return scaled - (scaled - number);
}
