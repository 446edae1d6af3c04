/**
 * Positions where a spreadsheet would start to read a formula: before `=`, `+`, `-` or `@` (also full-width) at the start of a
 * cell or after a character that another locale takes for the end of a cell (`;`, a tab, a line break, `|`). Blanks, quotes and
 * zero-width characters before the sign do not matter, because some programs drop them. A leading tab or line break counts,
 * too.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA_START = /^(?=[\t\r\n])|(?<=^|[;\t\r\n|])(?=(?:(?![\t\r\n])[\s\p{Cf}"'`])*[=+\-@＝＋－＠])/gu;

/** Texts that need no escaping: nearly all, also negative numbers, which are no formulas. */
const HARMLESS = /^(?:[\w/][^;\t\r\n|"]*|-\d+(?:\.\d+)?)?$/;

/** Returns a quoted cell per RFC 4180. A `'` before a formula makes it text. */
export function csvCell(text: string): string {
  if (HARMLESS.test(text)) return `"${text}"`;
  return `"${text.replace(FORMULA_START, "'").replaceAll('"', '""')}"`;
}
