import { LOCALES } from './locale';

/** A decimal string of major units as the reader writes money, to the last cent: `"1234.50"`, `EUR` → `€1,234.50`. */
export function formatMoney(amount: string, currency: string): string {
  // Decimal strings are formatted as they are; a number could not hold them exactly.
  return exact(currency).format(amount as Intl.StringNumericLiteral);
}

/** A decimal string of no currency, to the last cent: `"1234.50"` → `1,234.50`. */
export const formatDecimal = (amount: string): string => decimal.format(amount as Intl.StringNumericLiteral);

const decimal = new Intl.NumberFormat(LOCALES, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Few figures, for axes: `€1.2K`. */
export function formatMoneyCompact(amount: number, currency: string): string {
  return new Intl.NumberFormat(LOCALES, {
    style: 'currency',
    currency,
    notation: Math.abs(amount) < 10_000 ? 'standard' : 'compact',
    trailingZeroDisplay: 'stripIfInteger',
    maximumFractionDigits: Math.abs(amount) < 100 ? 2 : Math.abs(amount) < 10_000 ? 0 : 1,
  }).format(amount);
}

const formats = new Map<string, Intl.NumberFormat>();

function exact(currency: string): Intl.NumberFormat {
  const known = formats.get(currency) ?? new Intl.NumberFormat(LOCALES, { style: 'currency', currency });
  formats.set(currency, known);
  return known;
}
