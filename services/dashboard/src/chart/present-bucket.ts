import { addDays } from '../view/window';
import type { ChartData, ChartSeries } from './series';

const HOUR_MS = 3_600_000;

/** Today's date in a zone. */
const todayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );

type Buckets = Pick<ChartData, 'buckets' | 'grain' | 'timezone'>;

/**
 * Where the bucket stands that is under way, and so not counted to its end: those behind it are yet to come.
 *
 * @returns undefined when all are over, or none has begun
 */
export function presentBucket({ buckets, grain, timezone }: Buckets, now: Date): number | undefined {
  const today = todayIn(timezone, now);
  // Hours are moments; the others begin on a date of the zone, a month on none that its key would name.
  const hasBegun = (key: string): boolean =>
    grain === 'hour' ? Date.parse(key) <= now.getTime() : key <= today.slice(0, key.length);
  const isUnderWay: Readonly<Record<Buckets['grain'], (key: string) => boolean>> = {
    hour: (key) => Date.parse(key) + HOUR_MS > now.getTime(),
    day: (key) => key === today,
    week: (key) => addDays(key, 7) > today,
    month: (key) => key === today.slice(0, 7),
  };
  const at = buckets.findLastIndex(hasBegun);
  return at >= 0 && isUnderWay[grain](buckets[at] ?? '') ? at : undefined;
}

/** A series as it is drawn: what is over, or the way from there to what is under way. */
export interface DrawnSeries extends ChartSeries {
  /** Of the series that it is a part of. */
  readonly index: number;
  readonly isUnfinished: boolean;
}

/** Each series up to the last bucket that is over, and behind these the way to the present one, which is drawn lighter. */
export function drawnSeries({ series }: ChartData, present: number | undefined): readonly DrawnSeries[] {
  const whole = series.map((each, index) => ({ ...each, index, isUnfinished: false }));
  if (present === undefined) return whole;
  const part = (each: DrawnSeries, isIn: (at: number) => boolean) => ({
    ...each,
    values: each.values.map((value, at) => (isIn(at) ? value : null)),
  });
  const counted = whole.filter(({ kind }) => kind !== 'before');
  return [
    ...whole.map((each) => (each.kind === 'before' ? each : part(each, (at) => at < present))),
    ...counted.map((each) => ({
      ...part(each, (at) => at === present || (at === present - 1 && each.kind !== 'bars')),
      isUnfinished: true,
    })),
  ];
}
