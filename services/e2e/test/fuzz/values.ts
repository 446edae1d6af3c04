import fc from 'fast-check';
import type { Api, Schema } from './api-document';

/** Texts that often break parsers, databases and shells. */
const AWKWARD = [
  "'",
  '"; --',
  '%00',
  '../..',
  '{{7*7}}',
  '\u202e',
  'İ',
  '\u{1f4a9}',
  ' ',
  '(none)',
  '__proto__',
  'a'.repeat(300),
];
const MAX_LENGTH = 60;

/** Valid values for a schema. */
export function valuesOf(schema: Schema, api: Api, depth = 0): fc.Arbitrary<unknown> {
  const known = api.resolve(schema);
  if (known.const !== undefined) return fc.constant(known.const);
  if (known.enum) return fc.constantFrom(...known.enum);
  const choices = known.anyOf ?? known.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, api, depth)));
  if (Array.isArray(known.type))
    return fc.oneof(...(known.type as string[]).map((type) => valuesOf({ ...known, type }, api, depth)));
  switch (known.type) {
    case 'string':
      return textsOf(known);
    case 'integer':
    case 'number':
      return numbersOf(known);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(known.items ?? {}, api, depth + 1), {
        minLength: known.minItems ?? 0,
        maxLength: Math.min(known.maxItems ?? 4, Math.max(4, known.minItems ?? 0)),
      });
    case 'object':
      return objectsOf(known, api, depth);
    default:
      return depth > 3
        ? fc.constant(null)
        : fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
  }
}

function objectsOf(schema: Schema, api: Api, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const fields = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, valuesOf(property, api, depth + 1)]),
    ),
    { requiredKeys: [...required] },
  );
  if (typeof additionalProperties === 'boolean') return fields;
  const more = fc.dictionary(
    fc.constantFrom('pathname', 'channel', 'props.plan', 'plan', 'x'),
    valuesOf(additionalProperties, api, depth + 1),
    { maxKeys: 3, noNullPrototype: true },
  );
  return fc.tuple(fields, more).map(([first, second]) => ({ ...second, ...first }));
}

function textsOf({
  format,
  pattern,
  example,
  minLength = 0,
  maxLength = MAX_LENGTH,
}: Schema): fc.Arbitrary<string> {
  const times = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return times.map((time) => new Date(time).toISOString().slice(0, 10));
  if (format === 'date-time') return times.map((time) => new Date(time).toISOString());
  if (format === 'uri') return fc.constantFrom('https://hooks.example/a', 'http://x.example/?q=1#f');
  const fits = (text: string): boolean =>
    Array.from(text).length >= minLength &&
    Array.from(text).length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, MAX_LENGTH) });
  const candidates = [
    ...(typeof example === 'string' ? [{ weight: 3, arbitrary: fc.constant(example) }] : []),
    ...(AWKWARD.some(fits) ? [{ weight: 1, arbitrary: fc.constantFrom(...AWKWARD.filter(fits)) }] : []),
    { weight: 2, arbitrary: pattern === undefined ? free : matching(pattern) },
  ];
  return fc.oneof(...candidates);
}

/** Generates text for a pattern. @throws when fast-check does not support the pattern */
function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch (cause) {
    throw new Error(`fast-check does not support the pattern ${pattern}. Rewrite it.`, {
      cause,
    });
  }
}

function numbersOf({
  type,
  minimum,
  exclusiveMinimum,
  maximum = 1_000_000,
  example,
}: Schema): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1);
  const any = fc.integer({ min, max: Math.max(min, maximum) });
  const whole = typeof example === 'number' ? fc.oneof(any, fc.constant(example)) : any;
  return type === 'integer'
    ? whole
    : fc.oneof(whole, fc.constantFrom(Math.max(min, 0.1), Math.max(min, 12.345)));
}
