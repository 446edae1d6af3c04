import type { FieldError } from '@headwater/kit/errors';

/** The result of parsing external input: the value, or every problem with it. No message repeats the input. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly FieldError[] };

export function accepted<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refused(field: string, message: string): Parsed<never> {
  return { ok: false, problems: [{ field, message }] };
}

/** The problems of several parts, in their order; empty when all parts are valid. */
export function problemsOf(parts: readonly Parsed<unknown>[]): FieldError[] {
  return parts.flatMap((part) => (part.ok ? [] : part.problems));
}

/** The problems of one row of a bulk call: the first invalid field, and all problems as one line of text. */
export function rowProblem(problems: readonly FieldError[]): FieldError {
  const message = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  return { field: problems[0]?.field ?? '', message };
}
