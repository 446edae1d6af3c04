import type { Texts } from './ledger';

const MAX_DIGITS = 10n ** 15n;

/** Exact sums by number, of whole numbers with at most 15 digits. */
export class IntegerSums {
  #low = new Float64Array(16);
  readonly #high: bigint[] = [];

  add(id: number, integer: number): void {
    if (id >= this.#low.length) this.#grow(id);
    const sum = (this.#low[id] ?? 0) + integer;
    this.#low[id] = sum;
    // An amount has at most 15 digits, so a smaller sum stays exact when one is added.
    if (sum > 4e15 || sum < -4e15) this.#carry(id);
  }

  addLarge(id: number, integer: bigint): void {
    this.#high[id] = (this.#high[id] ?? 0n) + integer;
  }

  value(id: number): bigint {
    return (this.#high[id] ?? 0n) + BigInt(this.#low[id] ?? 0);
  }

  /** Rounded. */
  rounded(id: number): number {
    return Number(this.#high[id] ?? 0n) + (this.#low[id] ?? 0);
  }

  get total(): bigint {
    const total = new IntegerSums();
    for (const low of this.#low) total.add(0, low);
    return this.#high.reduce((sum, high) => sum + high, total.value(0));
  }

  #carry(id: number): void {
    this.#high[id] = this.value(id);
    this.#low[id] = 0;
  }

  #grow(id: number): void {
    const low = new Float64Array(2 * (id + 1));
    low.set(this.#low);
    this.#low = low;
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

/** Exact sums by number, of decimal numbers. A sum has as many decimals as its number with the most. */
export class DecimalSums {
  readonly #decimals: number[] = [];
  /** By number of decimals. */
  readonly #sums: (IntegerSums | undefined)[] = [];

  add(id: number, { digits, decimals, integer }: Addend): void {
    if (decimals > (this.#decimals[id] ?? 0)) this.#decimals[id] = decimals;
    const sums = (this.#sums[decimals] ??= new IntegerSums());
    if (integer === undefined) sums.addLarge(id, digits);
    else sums.add(id, integer);
  }

  value(id: number): Decimal {
    return this.#decimal(this.#decimals[id] ?? 0, (sums) => sums.value(id));
  }

  get total(): Decimal {
    return this.#decimal(Math.max(this.#sums.length - 1, 0), (sums) => sums.total);
  }

  #decimal(decimals: number, valueOf: (sums: IntegerSums) => bigint): Decimal {
    let digits = 0n;
    for (let own = 0; own <= decimals; own++) {
      const sums = this.#sums[own];
      if (sums) digits += valueOf(sums) * 10n ** BigInt(decimals - own);
    }
    return { digits, decimals };
  }
}
