import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Something that can be drawn, with its weight among the others. */
export type Weighted<T> = readonly [value: T, weight: number];

/** Draws that repeat exactly for the same name. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  unit(): number;
  chance(probability: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** One of the rows, by weight. @throws when there is none. */
  draw<T>(rows: readonly Weighted<T>[]): T;
  /** Log-normal: `median` times e^(spread × standard normal). */
  around(median: number, spread: number): number;
}

/** A stream of draws of its own for each name, such as `1/visitor/2026-10-05/17`. */
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
  if (!last) throw new Error('There is nothing to draw from.');
  return last.value; // rounding may leave a trace over
}

/** Box and Muller's method. */
function standardNormal(unit: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
}
