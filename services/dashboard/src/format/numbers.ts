import { LOCALES } from './locale';

const whole = new Intl.NumberFormat(LOCALES, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(LOCALES, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(LOCALES, { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat(LOCALES, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** All digits, grouped: `38,815`. */
export const formatCount = (value: number): string => whole.format(value);

/** Few digits, for axes and tiles: `38.8K`. */
export const formatCompact = (value: number): string =>
  Math.abs(value) < 10_000 ? whole.format(value) : compact.format(value);

/** A percentage as the API returns it: 41.87 → `41.9%`. */
export const formatPercent = (value: number): string => percent.format(value / 100);

/** Relative change, such as `+12%`; undefined when `before` is 0. */
export function formatChange(now: number, before: number): string | undefined {
  return before === 0 ? undefined : change.format((now - before) / before);
}

/** A duration in seconds as `2m 05s`, `41s` or `1h 02m`. */
export function formatDuration(seconds: number): string {
  const all = Math.round(seconds);
  const [h, m, s] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  if (h > 0) return `${h}h ${two(m)}m`;
  return m > 0 ? `${m}m ${two(s)}s` : `${s}s`;
}

/** An amount with its currency: `"1234.50"`, `EUR` → `€1,234.50`. @param amount decimal string of major units */
export function formatMoney(amount: string, currency: string): string {
  // A number would lose digits of large amounts.
  return exact(currency).format(amount as Intl.StringNumericLiteral);
}

/** An amount without a currency: `"1234.50"` → `1,234.50`. */
export const formatDecimal = (amount: string): string => decimal.format(amount as Intl.StringNumericLiteral);

const decimal = new Intl.NumberFormat(LOCALES, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount with few digits, for axes: `€1.2K`. */
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
  const format = formats.get(currency) ?? new Intl.NumberFormat(LOCALES, { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}
