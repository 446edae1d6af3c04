import type { FieldError } from '@headwater/kit/errors';
import { TRAIT_LIMITS } from '@headwater/protos/limits';
import { hasControlCharacter, isStorable } from './parse-text';

export type TraitValue =
  string | number | boolean | null | readonly TraitValue[] | { readonly [key: string]: TraitValue };

/** Traits by key. A Map, so that a trait named `__proto__` needs no special case. */
export type Traits = ReadonlyMap<string, TraitValue>;

/** Shared by all calls without traits, which are most calls. */
export const NO_TRAITS: Traits = new Map();

const MAX_TRAITS = TRAIT_LIMITS.maxTraits;
const MAX_TRAITS_BYTES = TRAIT_LIMITS.maxBytes;
const MAX_KEY_LENGTH = 64;
/** Nesting levels. A value that is neither an object nor an array has depth 0. */
const MAX_DEPTH = 5;

/** The valid traits of one call, and the problems of the others. */
export interface ParsedTraits {
  readonly traits: Traits;
  readonly problems: readonly FieldError[];
}

/**
 * Parses the traits of one call.
 *
 * @param json a JSON object within the limits of `TRAIT_LIMITS`; empty for no traits
 */
export function parseTraits(json: string): ParsedTraits {
  if (json === '') return { traits: NO_TRAITS, problems: [] };
  // Before parsing: a large text must cost nothing.
  if (Buffer.byteLength(json) > MAX_TRAITS_BYTES)
    return noTraits(`must be at most ${MAX_TRAITS_BYTES} bytes of JSON`);
  const parsed = parseJson(json);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return noTraits('must be a JSON object');
  const traits = new Map(Object.entries(parsed) as [string, TraitValue][]);
  const problem = traitsSizeProblem(traits);
  if (problem !== undefined) return noTraits(problem);
  const problems: FieldError[] = [];
  for (const [key, value] of traits) {
    const message = traitProblem(key, value);
    if (message === undefined) continue;
    problems.push({ field: 'traits', message });
    traits.delete(key);
  }
  return { traits, problems };
}

function noTraits(message: string): ParsedTraits {
  return { traits: NO_TRAITS, problems: [{ field: 'traits', message }] };
}

/** The parsed value, or undefined. The parser's own error is dropped because it quotes the text. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** The problem with the number or size of the traits of a call or a merged profile; undefined when they are valid. */
export function traitsSizeProblem(traits: Traits): string | undefined {
  if (traits.size > MAX_TRAITS)
    return `must be at most ${MAX_TRAITS} traits per profile: remove some with null`;
  if (Buffer.byteLength(traitsJson(traits)) > MAX_TRAITS_BYTES)
    return `must be at most ${MAX_TRAITS_BYTES} bytes of JSON per profile: remove some with null`;
  return undefined;
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
