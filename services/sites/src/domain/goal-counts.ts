/** Conversions by hour: its first moment (ISO 8601, UTC). */
export type HourCounts = Readonly<Record<string, number>>;

/** How much more often a goal was reached in an hour than was told of it. */
export interface GoalNews {
  /** Unix milliseconds. */
  readonly hour: number;
  /** More than were told. */
  readonly conversions: number;
  /** Of the whole hour, as far as is known. */
  readonly total: number;
}

/** Without a count for so long, what happened meanwhile is history and not told as news. */
const HISTORY_MS = 24 * 60 * 60 * 1_000;

/** What is to be told of a goal: each hour with more conversions than were told of it. Late events are told by it, too. */
export function goalNews(
  found: HourCounts,
  {
    counted,
    countedAt,
    now,
  }: { readonly counted: HourCounts; readonly countedAt?: number; readonly now: number },
): readonly GoalNews[] {
  if (countedAt === undefined || now - countedAt > HISTORY_MS) return [];
  return Object.entries(found)
    .map(([hour, total]) => ({ hour: Date.parse(hour), total, conversions: total - (counted[hour] ?? 0) }))
    .filter(({ conversions }) => conversions > 0);
}

/** What is told then: never less than before, as a count may not be told twice. */
export function nowCounted(found: HourCounts, counted: HourCounts): HourCounts {
  return Object.fromEntries(
    Object.entries(found).map(([hour, total]) => [hour, Math.max(total, counted[hour] ?? 0)]),
  );
}
