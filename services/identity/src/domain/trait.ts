import { hasControlCharacter, isStorable } from './text-problem';

export type TraitValue =
  string | number | boolean | null | readonly TraitValue[] | { readonly [key: string]: TraitValue };

/** Traits by key; a Map, so that a trait named `__proto__` is a trait like any other. */
export type Traits = ReadonlyMap<string, TraitValue>;

/** One for all who tell none, as most do. */
export const NO_TRAITS: Traits = new Map();

const MAX_TRAITS = 50;
export const MAX_TRAITS_BYTES = 8 * 1024;
const MAX_KEY_LENGTH = 64;
/** A value that is neither object nor array has depth 0. */
const MAX_DEPTH = 5;

/** What is wrong with the number or size of traits, sent or after a merge; undefined when nothing is. */
export function traitsSizeProblem(traits: Traits): string | undefined {
  if (traits.size > MAX_TRAITS)
    return `must be at most ${MAX_TRAITS} traits a profile: remove some with null`;
  if (Buffer.byteLength(traitsJson(traits)) > MAX_TRAITS_BYTES)
    return `must be at most ${MAX_TRAITS_BYTES} bytes of JSON a profile: remove some with null`;
  return undefined;
}

/** What is wrong with one trait; undefined when nothing is. */
export function traitProblem(key: string, value: TraitValue): string | undefined {
  if (key === '' || key.length > MAX_KEY_LENGTH) return `must have keys of 1 to ${MAX_KEY_LENGTH} characters`;
  if (hasControlCharacter(key)) return 'must not have control characters in a key';
  return valueProblem(value, MAX_DEPTH);
}

function valueProblem(value: TraitValue, depthLeft: number): string | undefined {
  if (typeof value === 'string')
    return isStorable(value) ? undefined : 'must not contain U+0000 or half of a surrogate pair';
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'must not contain a number beyond 1e308';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depthLeft === 0) return `must not be nested deeper than ${MAX_DEPTH} levels`;
  for (const [key, inner] of Object.entries<TraitValue>(value)) {
    const problem = valueProblem(key, 0) ?? valueProblem(inner, depthLeft - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function traitsJson(traits: Traits): string {
  return traits.size === 0 ? '{}' : JSON.stringify(Object.fromEntries(traits));
}
