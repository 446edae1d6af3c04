import { refused, type Parsed } from './parsed';

/** Below 10^15 minor units an amount is exact as a JSON number, too. */
const MAX_MINOR = 999_999_999_999_999n;
const AMOUNT = /^(\d{1,20})(?:\.(\d{1,20}))?$/;

/**
 * Reads an amount of major units, `49.00`, as whole minor units, `4900n`: money is never a float.
 *
 * @param decimals how many the currency has; more than these are refused, zeros too
 */
export function parseAmount(text: string, decimals: number): Parsed<bigint> {
  const match = AMOUNT.exec(text);
  if (!match) return refused('amount', 'must be a decimal number that is not negative, such as "49.00"');
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals)
    return refused('amount', `has more decimals than the currency, which has ${decimals}`);
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (minor > MAX_MINOR) return refused('amount', 'is too large: at most 15 digits are kept');
  return { ok: true, value: minor };
}

/** Whole minor units as a decimal string of major units: `4900n` of EUR is `49.00`. */
export function formatAmount(minor: bigint, decimals: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${minor < 0n ? '-' : ''}${whole}${fraction}`;
}
