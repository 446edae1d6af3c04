import type { FieldError } from '@headwater/kit/errors';

/** What a check of outside input gives: the value, or everything wrong with it in words that repeat none of it. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly FieldError[] };

export function accepted<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refused(field: string, message: string): Parsed<never> {
  return { ok: false, problems: [{ field, message }] };
}
