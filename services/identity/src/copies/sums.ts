import { compareBytes } from '@headwater/kit/compare-bytes';
import { NONE } from '@headwater/protos/vocabulary';
import type { Filter } from '../domain/revenue-query';
import { EVIDENCE, type Attribute, type Evidence, type Ledger, type Texts } from './ledger';

/** Amounts have at most 15 digits, so a sum below this limit stays exact when one is added. */
const LIMIT = 4e15;
const MAX_DIGITS = 10n ** 15n;

/** An exact sum of whole numbers with at most 15 digits. */
export class IntegerSum {
  #low = 0;
  #high = 0n;

  add(integer: number): void {
    this.#low += integer;
    if (this.#low > LIMIT || this.#low < -LIMIT) this.#carry();
  }

  get value(): bigint {
    this.#carry();
    return this.#high;
  }

  /** Rounded. */
  get rounded(): number {
    return Number(this.#high) + this.#low;
  }

  #carry(): void {
    this.#high += BigInt(this.#low);
    this.#low = 0;
  }
}

/** A decimal number without its point, and the number of its decimals. */
export interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

interface Addend extends Decimal {
  /** The digits, unless there are more than a sum of numbers can add. */
  readonly integer: number | undefined;
}

/** Returns a function that parses the text with a number, once. */
export function decimalReader(texts: Texts): (id: number) => Addend {
  const known: Addend[] = [];
  return (id) => {
    if (known[id]) return known[id];
    const [whole = '0', fraction = ''] = (texts.values[id] ?? '0').split('.');
    const digits = BigInt(whole + fraction);
    const integer = digits < MAX_DIGITS ? Number(digits) : undefined;
    return (known[id] = { digits, decimals: fraction.length, integer });
  };
}

/** An exact sum of decimal numbers, with as many decimals as the number with the most. */
export class DecimalSum {
  /** By number of decimals. */
  readonly #sums: (IntegerSum | undefined)[] = [];
  #large: bigint[] = [];

  add({ digits, decimals, integer }: Addend): void {
    const sum = (this.#sums[decimals] ??= new IntegerSum());
    if (integer !== undefined) sum.add(integer);
    else this.#large[decimals] = (this.#large[decimals] ?? 0n) + digits;
  }

  get value(): Decimal {
    const decimals = Math.max(this.#sums.length - 1, 0);
    const digits = this.#sums.reduce((total, sum, own) => {
      const integer = (sum?.value ?? 0n) + (this.#large[own] ?? 0n);
      return total + integer * 10n ** BigInt(decimals - own);
    }, 0n);
    return { digits, decimals };
  }
}

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
  readonly #column: TextColumn | undefined;
  readonly #empty: number;
  readonly #none: number;

  constructor(ledger: Ledger, dimension: string | undefined) {
    const texts = ledger.texts[attributeOf(dimension ?? 'channel')];
    this.#column = dimension === undefined ? undefined : new TextColumn(ledger, attributeOf(dimension));
    this.#empty = texts.idOf('');
    this.#none = texts.idOf(NONE);
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
  #latest = 0;

  /** @param starts Unix milliseconds */
  constructor(starts: readonly number[]) {
    this.#starts = Float64Array.from(starts, (ms) => ms * 1_000);
  }

  /** The number of the bucket of a time in microseconds, counted from 1; 0 before the first one. */
  of(time: number): number {
    // The payments of an account are often in the same bucket, or the previous one.
    if (this.#contains(this.#latest, time)) return this.#latest;
    if (this.#contains(this.#latest - 1, time)) return --this.#latest;
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    this.#latest = low;
    return low;
  }

  #contains(bucket: number, time: number): boolean {
    if (bucket < 0 || (bucket > 0 && (this.#starts[bucket - 1] ?? 0) > time)) return false;
    return bucket >= this.#starts.length || time < (this.#starts[bucket] ?? 0);
  }
}

/** The elements of an array with gaps, with their index. */
export const numbered = <T extends object>(elements: readonly (T | undefined)[]): [number, T][] =>
  elements.flatMap((element, index): [number, T][] => (element ? [[index, element]] : []));

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
