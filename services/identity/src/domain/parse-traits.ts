import { accepted, refused, type Parsed } from './parsed';
import {
  MAX_TRAITS_BYTES,
  NO_TRAITS,
  traitProblem,
  traitsSizeProblem,
  type Traits,
  type TraitValue,
} from './trait';

/**
 * Reads the traits of one call.
 *
 * @param json a JSON object of at most 50 traits and 8 KiB; empty for none
 */
export function parseTraits(json: string): Parsed<Traits> {
  if (json === '') return accepted(NO_TRAITS);
  // Before parsing, so that a large text costs nothing.
  if (Buffer.byteLength(json) > MAX_TRAITS_BYTES)
    return refused('traits', `must be at most ${MAX_TRAITS_BYTES} bytes of JSON`);
  const parsed = parseJson(json);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return refused('traits', 'must be a JSON object');
  const traits = new Map(Object.entries(parsed) as [string, TraitValue][]);
  for (const [key, value] of traits) {
    const problem = traitProblem(key, value);
    if (problem !== undefined) return refused('traits', problem);
  }
  const problem = traitsSizeProblem(traits);
  return problem === undefined ? accepted(traits) : refused('traits', problem);
}

/** The value, or undefined: the parser's own error quotes the text, which may hold anything. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
