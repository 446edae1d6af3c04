/**
 * Where a spreadsheet would begin to read a formula: before `=`, `+`, `-` or `@` (full-width ones too) at the beginning
 * of a cell, or behind what another locale takes for the end of a cell (`;`, a tab, a line end, `|`); whatever blanks,
 * quotes and signs without width stand between, since some programs drop them. A tab or a line end at the beginning of a
 * cell is dropped, too.
 *
 * See OWASP, CSV injection.
 */
const FORMULA_START = /^(?=[\t\r\n])|(?<=^|[;\t\r\n|])(?=(?:(?![\t\r\n])[\s\p{Cf}"'`])*[=+\-@＝＋－＠])/gu;

/** Texts of which nothing has to be thought: nearly all. */
const HARMLESS = /^(?:[\w/][^;\t\r\n|"]*)?$/;

/** A cell as RFC 4180 has it, always quoted so that no text ends it; a `'` before it makes text of a formula. */
export function csvCell(text: string): string {
  if (HARMLESS.test(text)) return `"${text}"`;
  return `"${text.replace(FORMULA_START, "'").replaceAll('"', '""')}"`;
}
