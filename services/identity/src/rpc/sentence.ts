import type { FieldError } from '@headwater/kit/errors';

/** What is wrong with a row, in one line. */
export function sentence(problems: readonly FieldError[]): string {
  return problems.map(({ field, message }) => `${field} ${message}`).join('; ');
}
