import type { AttributionModel } from '@headwater/protos/vocabulary';
import { lookbackDays } from '../store/credit';
import type { Ledger } from './ledger';

const DAY_MICROS = 86_400_000_000;
const WEEK_MICROS = 7 * DAY_MICROS;
/** The recorded attribution in place of a touch. */
const RECORDED = -1;
const NOTHING_WEIGHED = { count: 0, first: RECORDED, last: RECORDED };

/** The touches of an owner that a payment may be credited to, and how a model divides an amount among them. As in `store/credit.ts`. */
export class Credit {
  /** Of the latest `divide`. */
  count = 0;
  /** Minor units of each share, whose sum is the amount. */
  readonly minor: number[] = [];
  readonly #touches: number[] = [];
  readonly #times: number[] = [];
  readonly #weights: number[] = [];
  /** The touches of the weights. */
  #weighed = NOTHING_WEIGHED;
  /** The number of their first touches that are too old for a weight. */
  #unweighted = 0;
  readonly #lookback: number;
  readonly #direct: number;
  #owner = -1;
  /** All touches of the owner, ascending: numbers, and times. */
  readonly #known: number[] = [];
  readonly #knownAt: number[] = [];
  readonly #visibleAt: number[] = [];

  constructor(
    readonly ledger: Ledger,
    readonly model: AttributionModel,
    lookback: number,
  ) {
    this.#lookback = lookbackDays(lookback) * DAY_MICROS;
    this.#direct = ledger.texts.channel.idOf('Direct');
  }

  /** Divides an amount (not negative) among the touches before a payment. Without one, the recorded attribution gets everything. */
  divide(owner: number, occurredAt: number, amount: number): void {
    if (this.model === 'first_touch') {
      this.#creditOne(RECORDED, amount);
      return;
    }
    if (owner !== this.#owner) this.#readTouches(owner);
    const found = this.#find(occurredAt);
    if (found <= 1 || this.model === 'last_touch')
      this.#creditOne(found === 0 ? RECORDED : this.#touches[found - 1], amount);
    else if (this.model === 'last_non_direct') this.#creditOne(this.#lastNonDirect(found), amount);
    else this.#share(found, amount);
  }

  #creditOne(touch = RECORDED, amount: number): void {
    this.count = 1;
    this.minor[0] = amount;
    this.#touches[0] = touch;
  }

  /** Finds the touches before a payment. @returns their number */
  #find(occurredAt: number): number {
    let found = 0;
    const start = occurredAt - this.#lookback;
    for (let index = 0; index < this.#known.length; index++) {
      const at = this.#knownAt[index] ?? 0;
      if (at > occurredAt) break;
      if (at <= start || (this.#visibleAt[index] ?? 0) > occurredAt) continue;
      this.#touches[found] = this.#known[index] ?? RECORDED;
      this.#times[found++] = at;
    }
    return found;
  }

  #lastNonDirect(found: number): number | undefined {
    for (let index = found - 1; index >= 0; index--)
      if (this.#channelOf(this.#touches[index] ?? RECORDED) !== this.#direct) return this.#touches[index];
    return this.#touches[found - 1];
  }

  #share(found: number, amount: number): void {
    this.count = found;
    if (this.model === 'linear') {
      const rest = amount % found;
      const part = (amount - rest) / found;
      for (let index = 0; index < found; index++) this.minor[index] = index < rest ? part + 1 : part;
      return;
    }
    const [first = RECORDED, last = RECORDED] = [this.#touches[0], this.#touches[found - 1]];
    const { count, first: from, last: to } = this.#weighed;
    // Later payments see more of an owner's touches: equal ends and number mean equal touches.
    if (found !== count || first !== from || last !== to) {
      this.#unweighted = this.#weigh(found);
      dropFirst(this.#weights, this.#unweighted, found);
      this.#weighed = { count: found, first, last };
    }
    this.count = found - this.#unweighted;
    dropFirst(this.#touches, this.#unweighted, found);
    divideByWeight(amount, this.#weights, { parts: this.minor, count: this.count });
  }

  /** Sets the integer weights of the found touches. @returns the index of the first weight that is not 0: no later one is */
  #weigh(found: number): number {
    if (this.model === 'position_based') {
      for (let index = 0; index < found; index++)
        this.#weights[index] = found > 2 && (index === 0 || index === found - 1) ? 2 * (found - 2) : 1;
      return 0;
    }
    const newest = this.#times[found - 1] ?? 0;
    let first = found;
    for (let index = found - 1; index >= 0; index--) {
      const weight = Math.round(2 ** (((this.#times[index] ?? 0) - newest) / WEEK_MICROS) * 1e12);
      this.#weights[index] = weight;
      if (weight > 0) first = index;
    }
    return first;
  }

  /** The touch of a share; -1: the recorded attribution. */
  touchOf(share: number): number {
    return this.#touches[share] ?? RECORDED;
  }

  #channelOf(touch: number): number | undefined {
    return touch === RECORDED
      ? this.ledger.owners.columns.channel[this.#owner]
      : this.ledger.touches.columns.channel[touch];
  }

  /** The recorded attribution counts as a touch, unless one with its time is stored. */
  #readTouches(owner: number): void {
    this.#owner = owner;
    this.#weighed = NOTHING_WEIGHED;
    this.#known.length = 0;
    const { owners, touches } = this.ledger;
    const { at, visibleAt, next } = touches.columns;
    const recordedAt = owners.columns.firstSeenAt[this.#owner] ?? 0;
    let isMissing = owners.columns.channel[this.#owner] !== 0;
    for (let touch = owners.columns.firstTouch[this.#owner] ?? -1; touch >= 0; touch = next[touch] ?? -1) {
      const startedAt = at[touch] ?? 0;
      if (isMissing && startedAt > recordedAt) this.#know(RECORDED, recordedAt, recordedAt);
      if (startedAt >= recordedAt) isMissing = false;
      this.#know(touch, startedAt, visibleAt[touch] ?? 0);
    }
    if (isMissing) this.#know(RECORDED, recordedAt, recordedAt);
  }

  #know(touch: number, at: number, visibleAt: number): void {
    const index = this.#known.push(touch) - 1;
    this.#knownAt[index] = at;
    this.#visibleAt[index] = visibleAt;
  }
}

/** Moves the numbers after the first `dropped` ones to the start. */
function dropFirst(numbers: number[], dropped: number, count: number): void {
  if (dropped === 0) return;
  for (let index = dropped; index < count; index++) numbers[index - dropped] = numbers[index] ?? 0;
}

/** The rests of the latest division. */
const rests: number[] = [];
/** More parts are sorted to find the largest rests. */
const FEW_PARTS = 16;

/** Totals of weights up to this one leave a byte for a step of the long division. */
const MAX_STEPPED = 2 ** 44;

/** Divides an amount into `count` whole parts by the largest remainder; on ties, the earlier one gets more. */
function divideByWeight(
  amount: number,
  weights: readonly number[],
  { parts, count }: { readonly parts: number[]; readonly count: number },
): void {
  let total = 0;
  for (let index = 0; index < count; index++) total += weights[index] ?? 0;
  let left = amount;
  let topByte = 1;
  while (topByte * 256 <= amount) topByte *= 256;
  for (let index = 0; index < count; index++) {
    const weight = weights[index] ?? 0;
    let part: number;
    if (amount * weight <= Number.MAX_SAFE_INTEGER) {
      // Exact: rounding never moves such a quotient to the next whole number.
      part = Math.floor((amount * weight) / total);
      rests[index] = amount * weight - part * total;
    } else if (total <= MAX_STEPPED) {
      part = 0;
      let rest = 0;
      // Long division, a byte of the amount at a time: no number exceeds 53 bits.
      for (let scale = topByte; scale >= 1; scale /= 256) {
        rest = rest * 256 + (Math.floor(amount / scale) % 256) * weight;
        const quotient = Math.floor(rest / total);
        part = part * 256 + quotient;
        rest -= quotient * total;
      }
      rests[index] = rest;
    } else {
      const product = BigInt(amount) * BigInt(weight);
      part = Number(product / BigInt(total));
      rests[index] = Number(product % BigInt(total));
    }
    parts[index] = part;
    left -= part;
  }
  if (count > FEW_PARTS) {
    const byRest = Array.from({ length: count }, (_, index) => index);
    byRest.sort((a, b) => (rests[b] ?? 0) - (rests[a] ?? 0) || a - b);
    for (const index of byRest.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
    return;
  }
  for (; left > 0; left--) {
    let largest = 0;
    for (let index = 1; index < count; index++)
      if ((rests[index] ?? 0) > (rests[largest] ?? 0)) largest = index;
    parts[largest] = (parts[largest] ?? 0) + 1;
    rests[largest] = -1;
  }
}
