import { compareBytes } from '@headwater/kit/compare-bytes';
import { NONE } from '@headwater/protos/vocabulary';
import type { Filter } from '../domain/revenue-query';
import type { Credit } from './credit';
import { EVIDENCE, type Attribute, type Evidence, type Ledger, type Texts } from './ledger';

/** The attribute of a dimension. */
export const attributeOf = (dimension: string): Attribute =>
  dimension === 'utm_campaign' ? 'campaign' : (dimension as Attribute);

/** Reads the number of a text that an account, or a share of its payment, has. */
class TextColumn {
  readonly #ofOwner: Int32Array;
  /** Undefined: all shares of an account have its text. */
  readonly #ofTouch: Int32Array | undefined;

  constructor(ledger: Ledger, attribute: Attribute) {
    const evidence: Evidence | undefined = EVIDENCE.find((one) => one === attribute);
    this.#ofOwner = ledger.owners.columns[attribute];
    this.#ofTouch = evidence && ledger.touches.columns[evidence];
  }

  account(owner: number): number {
    return this.#ofOwner[owner] ?? 0;
  }

  /** @param touch -1: the recorded attribution */
  share(owner: number, touch: number): number {
    return (touch < 0 || this.#ofTouch === undefined ? this.#ofOwner[owner] : this.#ofTouch[touch]) ?? 0;
  }
}

/** Whether accounts and shares match all filters. */
export class Matcher {
  /** By number of the text: 1 if it matches. */
  readonly #conditions: readonly { readonly column: TextColumn; readonly matches: Uint8Array }[];

  constructor(ledger: Ledger, filters: readonly Filter<string>[]) {
    this.#conditions = filters.map((filter) => {
      const attribute = attributeOf(filter.dimension);
      const matches = Uint8Array.from(ledger.texts[attribute].values, (text) =>
        Number(isMatch(filter, text ?? '')),
      );
      return { column: new TextColumn(ledger, attribute), matches };
    });
  }

  account(owner: number): boolean {
    for (const { column, matches } of this.#conditions)
      if (matches[column.account(owner)] === 0) return false;
    return true;
  }

  share(owner: number, touch: number): boolean {
    for (const { column, matches } of this.#conditions)
      if (matches[column.share(owner, touch)] === 0) return false;
    return true;
  }
}

/** The numbers of the keys of a dimension: those of the texts, but 0 for all texts with the key `(none)`. Without a dimension, all are 0. */
export class Keys {
  readonly #texts: Texts;
  readonly #column: TextColumn | undefined;
  readonly #empty: number;
  readonly #none: number;

  constructor(ledger: Ledger, dimension: string | undefined) {
    const texts = ledger.texts[attributeOf(dimension ?? 'channel')];
    this.#column = dimension === undefined ? undefined : new TextColumn(ledger, attributeOf(dimension));
    this.#texts = texts;
    this.#empty = texts.idOf('');
    this.#none = texts.idOf(NONE);
  }

  /** Numbers of keys are below it. */
  get size(): number {
    return this.#texts.values.length;
  }

  account(owner: number): number {
    return this.#keyOf(this.#column?.account(owner) ?? 0);
  }

  share(owner: number, touch: number): number {
    return this.#keyOf(this.#column?.share(owner, touch) ?? 0);
  }

  #keyOf(text: number): number {
    return text === this.#empty || text === this.#none ? 0 : text;
  }
}

/** Numbers keys in the order of their first use. */
export class KeyNumbers {
  /** The numbers of the texts of the keys. */
  readonly texts: number[] = [];
  /** By number of the text, counted from 1. */
  readonly #numbers: Int32Array;

  /** @param size of `Keys` */
  constructor(size: number) {
    this.#numbers = new Int32Array(size);
  }

  of(text: number): number {
    return (this.#numbers[text] ||= this.texts.push(text)) - 1;
  }
}

/** The keys of the shares of payments. */
export class ShareKeys {
  /** By share: the number of its key, or -1 if it doesn't match the filters. */
  readonly numbers: number[] = [];
  /** By share: 1 if it is the first one with its key, otherwise 0. Shares with the same key count a payment once. */
  readonly firsts: number[] = [];
  readonly filters: Matcher;
  readonly keys: Keys;

  constructor(
    ledger: Ledger,
    {
      filters,
      dimension,
    }: { readonly filters: readonly Filter<string>[]; readonly dimension: string | undefined },
  ) {
    this.filters = new Matcher(ledger, filters);
    this.keys = new Keys(ledger, dimension);
  }

  /** Sets the numbers of the keys of the found shares. @returns the number of shares; 0 if none matches */
  find(owner: number, { count, rows }: Credit, numberOf: (key: number) => number): number {
    const { touch: touches } = rows.columns;
    const { numbers, firsts } = this;
    let isMatch = false;
    for (let share = 0; share < count; share++) {
      const touch = touches[share] ?? -1;
      const matches = this.filters.share(owner, touch);
      const number = matches ? numberOf(this.keys.share(owner, touch)) : -1;
      numbers[share] = number;
      firsts[share] = Number(share === 0 || numbers.indexOf(number) === share);
      if (matches) isMatch = true;
    }
    return isMatch ? count : 0;
  }
}

/** Whether a text matches a filter. As `filterSql`. */
function isMatch({ operator, values }: Pick<Filter<string>, 'operator' | 'values'>, text: string): boolean {
  if (operator === 'is') return values.includes(text || NONE);
  if (operator === 'is_not') return !values.includes(text || NONE);
  if (operator === 'starts_with') return values.some((value) => text.startsWith(value));
  return values.some((value) => text.includes(value)) === (operator === 'contains');
}

/** Buckets by their starts, ascending. */
export class Buckets {
  readonly #starts: Float64Array;
  readonly #first: number;
  readonly #stepsPerMicro: number;
  /** By step of equal length: the number of a bucket that no time of the step precedes. */
  readonly #ofStep: Int32Array;

  /** @param starts Unix milliseconds */
  constructor(starts: readonly number[]) {
    this.#starts = Float64Array.from([...starts, Infinity], (ms) => ms * 1_000);
    const [first = 0, last = first] = [this.#starts[0], this.#starts[starts.length - 1]];
    const steps = 16 * starts.length;
    this.#first = first;
    this.#stepsPerMicro = steps / (last - first + 1);
    this.#ofStep = Int32Array.from({ length: steps }, (_, step) => {
      // A step earlier: the step of a time is rounded.
      const begin = first + (step - 1) / this.#stepsPerMicro;
      return this.#starts.findIndex((start) => start > begin);
    });
  }

  /** The number of the bucket of a time in microseconds, counted from 1; 0 before the first one. */
  of(time: number): number {
    if (time < this.#first) return 0;
    const step = Math.min(Math.floor((time - this.#first) * this.#stepsPerMicro), this.#ofStep.length - 1);
    let bucket = this.#ofStep[step] ?? 0;
    while ((this.#starts[bucket] ?? Infinity) <= time) bucket++;
    return bucket;
  }
}

/** The first ones by a number, in descending order, then by the key. */
export function firstBy<T>(
  rows: readonly T[],
  limit: number,
  of: { readonly rank: (row: T) => number; readonly key: (row: T) => string },
): T[] {
  const ranks = Float64Array.from(rows, of.rank).sort();
  const min = ranks[Math.max(ranks.length - limit, 0)] ?? 0;
  return rows
    .filter((row) => of.rank(row) >= min)
    .sort((a, b) => of.rank(b) - of.rank(a) || compareBytes(of.key(a), of.key(b)))
    .slice(0, limit);
}

export const compareBigInts = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));
