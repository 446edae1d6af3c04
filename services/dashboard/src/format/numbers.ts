import { t } from '../strings/text';
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
  if (h > 0) return t('{hours}h {minutes}m', { hours: h, minutes: two(m) });
  return m > 0
    ? t('{minutes}m {seconds}s', { minutes: m, seconds: two(s) })
    : t('{seconds}s', { seconds: s });
}

/** An amount with its currency: `"1234.50"`, `EUR` → `€1,234.50`. @param amount decimal string of major units */
export function formatMoney(amount: string, currency: string): string {
  // A number would lose digits of large amounts.
  return moneyFormat(currency, 'exact').format(amount as Intl.StringNumericLiteral);
}

/** An amount without a currency: `"1234.50"` → `1,234.50`. */
export const formatDecimal = (amount: string): string => decimal.format(amount as Intl.StringNumericLiteral);

/** A return on ad spend: `"18.99"` → `18.99`, in German `18,99`. */
export const formatRoas = (roas: string | null | undefined): string => (roas ? formatDecimal(roas) : '–');

const decimal = new Intl.NumberFormat(LOCALES, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount with few digits, for axes: `€1.2K`. */
export function formatMoneyCompact(amount: number, currency: string): string {
  const size = Math.abs(amount) < 100 ? 'small' : Math.abs(amount) < 10_000 ? 'medium' : 'large';
  return moneyFormat(currency, size).format(amount);
}

/** Options of the formats of money, by the size of the amount. */
const MONEY_OPTIONS = {
  exact: {},
  small: { trailingZeroDisplay: 'stripIfInteger', maximumFractionDigits: 2 },
  medium: { trailingZeroDisplay: 'stripIfInteger', maximumFractionDigits: 0 },
  large: { notation: 'compact', trailingZeroDisplay: 'stripIfInteger', maximumFractionDigits: 1 },
} as const satisfies Readonly<Record<string, Intl.NumberFormatOptions>>;

/** A format takes 0.1 ms to create, and a chart formats hundreds of amounts. */
const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, size: keyof typeof MONEY_OPTIONS): Intl.NumberFormat {
  const key = `${currency} ${size}`;
  const options = { style: 'currency', currency, ...MONEY_OPTIONS[size] } as const;
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALES, options);
  formats.set(key, format);
  return format;
}
