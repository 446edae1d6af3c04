/** Conversions by hour; the key is the hour's start (ISO 8601, UTC). */
export type HourCounts = Readonly<Record<string, number>>;

/** Conversions of one hour that no webhook event has reported yet. */
export interface NewConversions {
  /** Start of the hour, Unix milliseconds. */
  readonly hour: number;
  readonly conversions: number;
  /** All conversions of the hour so far. */
  readonly total: number;
}

/** Conversions in a longer gap between two counts are not reported: they are too old. */
const MAX_GAP_MS = 24 * 60 * 60 * 1_000;

/** The conversions to report: each hour whose count grew since the last report, including late events. */
export function newConversions(
  current: HourCounts,
  {
    counted,
    countedAt,
    now,
  }: { readonly counted: HourCounts; readonly countedAt?: number; readonly now: number },
): readonly NewConversions[] {
  if (countedAt === undefined || now - countedAt > MAX_GAP_MS) return [];
  return Object.entries(current)
    .map(([hour, total]) => ({ hour: Date.parse(hour), total, conversions: total - (counted[hour] ?? 0) }))
    .filter(({ conversions }) => conversions > 0);
}

/** The reported counts after that report. They never decrease, so that no conversion is reported twice. */
export function reportedCounts(current: HourCounts, counted: HourCounts): HourCounts {
  return Object.fromEntries(
    Object.entries(current).map(([hour, total]) => [hour, Math.max(total, counted[hour] ?? 0)]),
  );
}
