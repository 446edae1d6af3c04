/** Control characters, and the line breaks that Unicode counts apart from them. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** True for text that has no place on one line: line breaks, tabs, NUL (which Postgres cannot store either). */
export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text);
}
