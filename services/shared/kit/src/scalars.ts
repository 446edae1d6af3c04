/** Conversions between JSON's numbers, booleans and strings that lose nothing. */

/** Doubles represent each decimal number of 15 significant digits exactly enough to return its digits. */
const MAX_DIGITS = 15;
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Returns the text of a string, a boolean or a number. Undefined for other values, and for numbers whose digits JSON may
 * have changed: unsafe integers, more than 15 significant digits with a fraction, or an exponent.
 */
export function textOfScalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return typeof value === 'number' && isExact(String(value)) ? String(value) : undefined;
}

/** Returns the number that a number or a decimal text such as `49.00` states; undefined for any other value. */
export function numberOfScalar(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isExact(value) ? Number(value) : undefined;
}

function isExact(text: string): boolean {
  if (!DECIMAL.test(text)) return false;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= MAX_DIGITS || (!text.includes('.') && Number.isSafeInteger(Number(text)));
}
