import type { AppError, FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { KeyList } from './dimensions';

/** Something wrong with a question. */
export interface Problem extends FieldError {
  readonly code: 'unknown_dimension' | 'unknown_filter' | 'invalid_request';
}

/** What may stand where a column is named, for a caller to read. */
export function knownKeys(keys: KeyList): string {
  return `${keys.join(', ')} or props.<key>`;
}

/** The public message of each code; where several apply the first in this order is the answer's. */
const MESSAGES: readonly (readonly [Problem['code'], (problem: Problem) => string])[] = [
  ['unknown_dimension', ({ message }) => `The dimension is unknown: it ${message}.`],
  ['unknown_filter', ({ message }) => `A filter's key is unknown: it ${message}.`],
  ['invalid_request', () => 'The request is not valid: see errors for each field.'],
];

/** The failure that tells all problems of a question at once. @param problems at least one. */
export function refusal(problems: readonly Problem[]): AppError {
  const fields = problems.map(({ field, message }) => ({ field, message }));
  for (const [code, message] of MESSAGES) {
    const first = problems.find((problem) => problem.code === code);
    if (first) return failure(code, message(first), { fields });
  }
  return failure('invalid_request', 'The request is not valid.', { fields });
}

/** A problem of the kind that has no code of its own. */
export function invalid(field: string, message: string): Problem {
  return { code: 'invalid_request', field, message };
}

export function isProblem(part: unknown): part is Problem {
  return typeof part === 'object' && part !== null && 'code' in part;
}
