import { LRUCache } from 'lru-cache';

/** Longest cached key, in UTF-16 units: strangers choose the keys, and long ones must not fill the memory. */
const MAX_KEY_LENGTH = 1_024;

/** Stands for undefined, which an LRUCache cannot hold. */
const NONE = Symbol('none');

/**
 * Returns a pure function of a text with the results of the last `max` keys cached.
 *
 * A plain Map that is emptied when full is 20 to 50 ns faster per lookup, which is less than 1 % of the cost of an event.
 */
export function cached<T extends object | string>(
  max: number,
  compute: (key: string) => T,
): (key: string) => T;
export function cached<T extends object | string>(
  max: number,
  compute: (key: string) => T | undefined,
): (key: string) => T | undefined;
export function cached<T extends object | string>(
  max: number,
  compute: (key: string) => T | undefined,
): (key: string) => T | undefined {
  const results = new LRUCache<string, T | typeof NONE>({ max });
  // The events of a request have the same keys.
  let last: { readonly key: string; readonly result: T | undefined } | undefined;
  const resultOf = (key: string): T | undefined => {
    const found = results.get(key);
    if (found !== undefined) return found === NONE ? undefined : found;
    const result = compute(key);
    if (key.length <= MAX_KEY_LENGTH) results.set(key, result ?? NONE);
    return result;
  };
  return (key) => {
    if (last?.key !== key) last = { key, result: resultOf(key) };
    return last.result;
  };
}
