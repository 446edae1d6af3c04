/** A field of a request after its check: the value to keep, or what is wrong with it and what to do. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** For the caller. Never repeats what was sent: it may be personal. */
      readonly message: string;
      /** Which element of a list is wrong, from 0. */
      readonly index?: number;
    };

export function accepted<T>(value: T): Checked<T> {
  return { ok: true, value };
}

export function refused(message: string, index?: number): Checked<never> {
  return index === undefined ? { ok: false, message } : { ok: false, message, index };
}
