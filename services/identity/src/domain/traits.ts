import type { FieldError } from '@headwater/kit/errors';
import { TRAIT_LIMITS } from '@headwater/protos/limits';
import { hasControlCharacter, isStorable } from './parse-text';

export type TraitValue =
  string | number | boolean | null | readonly TraitValue[] | { readonly [key: string]: TraitValue };

/** Traits by key. A Map, so that a trait named `__proto__` needs no special case. */
export type Traits = ReadonlyMap<string, TraitValue>;

/** Shared by all calls without traits, which are most calls. */
export const NO_TRAITS: Traits = new Map();

const { maxKeyLength: MAX_KEY_LENGTH, maxDepth: MAX_DEPTH } = TRAIT_LIMITS;

/** The valid traits of one call, and the problems of the others. */
export interface ParsedTraits {
  readonly traits: Traits;
  readonly problems: readonly FieldError[];
}

/** Parses the traits of one call. @param json a JSON object; empty for no traits */
export function parseTraits(json: string): ParsedTraits {
  if (json === '') return { traits: NO_TRAITS, problems: [] };
  const parsed = parseJson(json);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return { traits: NO_TRAITS, problems: [{ field: 'traits', message: 'must be a JSON object' }] };
  const traits = new Map(Object.entries(parsed) as [string, TraitValue][]);
  const problems: FieldError[] = [];
  for (const [key, value] of traits) {
    const message = traitProblem(key, value);
    if (message === undefined) continue;
    problems.push({ field: 'traits', message });
    traits.delete(key);
  }
  return { traits, problems };
}

/** The parsed value, or undefined. The parser's own error is dropped because it quotes the text. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** Merged traits, and the keys of traits that would exceed the limits of a profile. */
export interface MergedTraits {
  readonly traits: Traits;
  readonly leftOut: readonly string[];
}

/**
 * Merges changes into the traits of a profile. Leaves out each trait with which the profile would exceed `TRAIT_LIMITS`. First
 * removes the keys that are null and replaces values with shorter ones: the profile then only grows, so that a repeat leaves out
 * the same traits.
 */
export function mergeTraits(stored: Traits, changes: Traits): MergedTraits {
  const traits = new Map(stored);
  const growing: (readonly [key: string, value: TraitValue, bytes: number])[] = [];
  for (const [key, value] of changes) {
    const before = traits.get(key);
    const bytes = entryBytes(key, value) - (before === undefined ? 0 : entryBytes(key, before));
    if (value === null) traits.delete(key);
    else if (bytes > 0) growing.push([key, value, bytes]);
    else traits.set(key, value);
  }
  const leftOut: string[] = [];
  let total = Buffer.byteLength(traitsJson(traits));
  for (const [key, value, bytes] of growing) {
    const comma = traits.size === 0 ? 0 : 1;
    const added = traits.has(key) ? bytes : bytes + comma;
    const isFull = !traits.has(key) && traits.size >= TRAIT_LIMITS.maxTraits;
    if (isFull || total + added > TRAIT_LIMITS.maxBytes) leftOut.push(key);
    else {
      traits.set(key, value);
      total += added;
    }
  }
  return { traits, leftOut };
}

/** Bytes of a trait in JSON, without a comma. */
export function entryBytes(key: string, value: TraitValue): number {
  return Buffer.byteLength(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
}

/** The problem with one trait; undefined when the trait is valid. */
function traitProblem(key: string, value: TraitValue): string | undefined {
  if (key === '' || key.length > MAX_KEY_LENGTH) return `must have keys of 1 to ${MAX_KEY_LENGTH} characters`;
  if (hasControlCharacter(key)) return 'must not have control characters in a key';
  return valueProblem(value, MAX_DEPTH);
}

function valueProblem(value: TraitValue, depthLeft: number): string | undefined {
  if (typeof value === 'string')
    return isStorable(value) ? undefined : 'must not contain U+0000 or a lone surrogate';
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : 'must not contain a number above 1e308';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depthLeft === 0) return `must be nested at most ${MAX_DEPTH} levels deep`;
  for (const [key, inner] of Object.entries<TraitValue>(value)) {
    const problem = valueProblem(key, 0) ?? valueProblem(inner, depthLeft - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The traits as a JSON object. */
export function traitsJson(traits: Traits): string {
  return traits.size === 0 ? '{}' : JSON.stringify(Object.fromEntries(traits));
}
