import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A value with its weight. */
export type Weighted<T> = readonly [value: T, weight: number];

/** A deterministic random generator. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  unit(): number;
  chance(probability: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** One of the rows, by weight. @throws Error without rows */
  draw<T>(rows: readonly Weighted<T>[]): T;
  /** Log-normal: `median` times e^(spread × standard normal). */
  around(median: number, spread: number): number;
}

/** Creates the generator of a name, such as `1/visitor/2026-10-05/17`. */
export function createRandom(name: string): Random {
  const digest = createHash('sha256').update(name, 'utf8').digest();
  const state = [0, 4, 8, 12].map((offset) => digest.readInt32LE(offset));
  const generator = xoroshiro128plusFromState(state);
  const unit = (): number => uniformFloat64(generator);
  return {
    unit,
    chance: (probability) => unit() < probability,
    whole: (low, high) => low + Math.floor(unit() * (high - low + 1)),
    draw: (rows) => drawOne(rows, unit()),
    around: (median, spread) => median * Math.exp(spread * standardNormal(unit)),
  };
}

function drawOne<T>(rows: readonly Weighted<T>[], unit: number): T {
  const total = rows.reduce((sum, [, weight]) => sum + weight, 0);
  let left = unit * total;
  let last: { value: T } | undefined;
  for (const [value, weight] of rows) {
    if (weight <= 0) continue;
    last = { value };
    left -= weight;
    if (left < 0) return value;
  }
  if (!last) throw new Error('draw needs a row with a positive weight.');
  return last.value; // rounding may leave a remainder
}

/** Box-Muller transform. */
function standardNormal(unit: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
}

/** The UUID of a name: version 8 of RFC 9562, from SHA-256. */
export function deterministicUuid(name: string): string {
  const bytes = createHash('sha256').update(name, 'utf8').digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
