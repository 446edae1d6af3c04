import { LOCALES } from './locale';
const whole = new Intl.NumberFormat(LOCALES, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(LOCALES, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(LOCALES, { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat(LOCALES, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** All figures, grouped: `38,815`. */
export const formatCount = (value: number): string => whole.format(value);

/** Few figures, for axes and tiles: `38.8K`. */
export const formatCompact = (value: number): string =>
  Math.abs(value) < 10_000 ? whole.format(value) : compact.format(value);

/** A rate as the API gives it, in hundredths of a whole: 41.87 → `41.9%`. */
export const formatPercent = (value: number): string => percent.format(value / 100);

/** `+12%`; undefined where nothing was before. */
export function formatChange(now: number, before: number): string | undefined {
  return before === 0 ? undefined : change.format((now - before) / before);
}

/** Seconds: `2m 05s`, `41s`, `1h 02m`. */
export function formatDuration(seconds: number): string {
  const all = Math.round(seconds);
  const [h, m, s] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  if (h > 0) return `${h}h ${two(m)}m`;
  return m > 0 ? `${m}m ${two(s)}s` : `${s}s`;
}
