import type { AppError, FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';

/** A fault in one field of a request. */
export interface Problem extends FieldError {
  readonly code: 'unknown_dimension' | 'unknown_filter' | 'invalid_request';
}

/** The public message of each code. When several codes apply, the first in this order becomes the error's code. */
const MESSAGES: readonly (readonly [Problem['code'], (problem: Problem) => string])[] = [
  ['unknown_dimension', ({ message }) => `Unknown dimension: it ${message}.`],
  ['unknown_filter', ({ message }) => `Unknown filter key: it ${message}.`],
  ['invalid_request', () => 'The request is not valid: see errors for each field.'],
];

/** The error that lists every problem of a request. @param problems at least one. */
export function requestError(problems: readonly Problem[]): AppError {
  const fields = problems.map(({ field, message }) => ({ field, message }));
  for (const [code, message] of MESSAGES) {
    const first = problems.find((problem) => problem.code === code);
    if (first) return failure(code, message(first), { fields });
  }
  return failure('invalid_request', 'The request is not valid.', { fields });
}

/** A problem with the code `invalid_request`. */
export function invalid(field: string, message: string): Problem {
  return { code: 'invalid_request', field, message };
}

export function isProblem(part: unknown): part is Problem {
  return typeof part === 'object' && part !== null && 'code' in part;
}
