import { NONE } from '@headwater/protos/vocabulary';
import type { Filter } from '../domain/revenue-query';
import type { Credit } from './credit';
import { EVIDENCE, type Attribute, type Evidence, type Ledger, type Texts } from './ledger';

/** Work that pauses often, so that other calls need not wait for it. */
export type Pausing<T> = Generator<void, T, void>;

/** Owners to sum between two pauses. */
export const OWNERS_PER_STEP = 512;

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

/** Returns a function that parses the text with a number, once. */
export function decimalReader(texts: Texts): (id: number) => Decimal {
  const known: Decimal[] = [];
  return (id) => {
    if (known[id]) return known[id];
    const [whole = '0', fraction = ''] = (texts.values[id] ?? '0').split('.');
    return (known[id] = { digits: BigInt(whole + fraction), decimals: fraction.length });
  };
}

/** An exact sum of decimal numbers, with as many decimals as the number with the most. */
export class DecimalSum {
  /** By number of decimals. */
  readonly #sums: (IntegerSum | undefined)[] = [];
  #large: bigint[] = [];

  add({ digits, decimals }: Decimal): void {
    const sum = (this.#sums[decimals] ??= new IntegerSum());
    if (digits < MAX_DIGITS) sum.add(Number(digits));
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

/** Reads a number for a share of an account's payment. Numbers of an account don't depend on the share. */
export type Reader<T = number> = (owner: number, share: number) => T;

/** Reads the number of the text that an account has. */
export function attributeReader(ledger: Ledger, dimension: string): Reader {
  const column = ledger.owners.columns[attributeOf(dimension)];
  return (owner) => column[owner] ?? 0;
}

/** Reads the number of the text that a share has: of its touch, or of the account. */
export function shareReader(credit: Credit, dimension: string): Reader {
  const attribute = attributeOf(dimension);
  const evidence: Evidence | undefined = EVIDENCE.find((one) => one === attribute);
  return evidence === undefined || credit.model === 'first_touch'
    ? attributeReader(credit.ledger, dimension)
    : (_, share) => credit.textOf(evidence, share);
}

/** Returns whether all filters match. @param read returns the reader of a dimension */
export function matcherOf(
  ledger: Ledger,
  filters: readonly Filter<string>[],
  read: (dimension: string) => Reader,
): Reader<boolean> {
  const conditions = filters.map((filter): Reader<boolean> => {
    const matches = filterOf(ledger.texts[attributeOf(filter.dimension)], filter);
    const textOf = read(filter.dimension);
    return (owner, share) => matches(textOf(owner, share));
  });
  if (conditions.length === 0) return () => true;
  return (owner, share) => conditions.every((condition) => condition(owner, share));
}

/** Reads the number of the key of a dimension. The numbers of the texts that have the key `(none)` become 0. */
export function keyReader(
  ledger: Ledger,
  dimension: string | undefined,
  read: (dimension: string) => Reader,
): Reader {
  if (dimension === undefined) return () => 0;
  const texts = ledger.texts[attributeOf(dimension)];
  const [empty, none] = [texts.idOf(''), texts.idOf(NONE)];
  const textOf = read(dimension);
  return (owner, share) => {
    const id = textOf(owner, share);
    return id === empty || id === none ? 0 : id;
  };
}

/** Whether the text with a number matches a filter; memorised. As `filterSql`. */
function filterOf(
  texts: Texts,
  { operator, values }: Pick<Filter<string>, 'operator' | 'values'>,
): (id: number) => boolean {
  const known: (boolean | undefined)[] = [];
  const matches = (text: string): boolean => {
    if (operator === 'is') return values.includes(text || NONE);
    if (operator === 'is_not') return !values.includes(text || NONE);
    if (operator === 'starts_with') return values.some((value) => text.startsWith(value));
    return values.some((value) => text.includes(value)) === (operator === 'contains');
  };
  return (id) => (known[id] ??= matches(texts.values[id] ?? ''));
}

/** The number of the bucket of a time, counted from 1; 0 before the first one. @param starts ascending */
export function bucketFinder(starts: readonly number[]): (time: number) => number {
  const sorted = Float64Array.from(starts);
  let latest = 0;
  return (time) => {
    // The payments of an account are often in the same bucket, or the previous one.
    for (const guess of [latest, latest - 1])
      if (
        guess >= 0 &&
        (guess === 0 || (sorted[guess - 1] ?? 0) <= time) &&
        time < (sorted[guess] ?? Infinity)
      )
        return (latest = guess);
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    latest = low;
    return low;
  };
}

/** Orders texts as `COLLATE "C"` does: surrogate pairs follow all other characters. */
export function byBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}
const rankOf = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

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
    .sort((a, b) => of.rank(b) - of.rank(a) || byBytes(of.key(a), of.key(b)))
    .slice(0, limit);
}

export const compareBigInts = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));
