/** A checked field of a request: the value to store, or the problem and its fix. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** Shown to the caller. Never repeats the input, which may be personal data. */
      readonly message: string;
      /** Zero-based index of the wrong element of a list. */
      readonly index?: number;
    };

export function accepted<T>(value: T): Checked<T> {
  return { ok: true, value };
}

export function refused(message: string, index?: number): Checked<never> {
  return index === undefined ? { ok: false, message } : { ok: false, message, index };
}

/** Length in Unicode code points, as JSON Schema counts: an emoji is one character, not two. */
export function codePointCount(text: string): number {
  return Array.from(text).length;
}

/** Control characters, and the line separators that Unicode classifies apart from them. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** True for text with line breaks, tabs, NUL (which Postgres cannot store) or other control characters. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text);
}
