import { hash } from 'node:crypto';

/**
 * A UUID that follows from a text: the same row of an export has the same id each time it is imported.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8 on version 8, for hashes other than SHA-1
 */
export function derivedId(text: string): string {
  const digits = hash('sha256', text, 'hex').slice(0, 32);
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const marked = `${digits.slice(0, 12)}8${digits.slice(13, 16)}${variant}${digits.slice(17)}`;
  return marked.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
