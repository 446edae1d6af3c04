import { EXPORT_TYPES, PAGEVIEW, type ExportType } from '@headwater/protos/vocabulary';
import { invalid, refusal } from '../query/problem';
import type { StatsPlan } from '../stats/plan-stats';

/** Everything that an export's statements need, decided. */
export interface ExportPlan extends StatsPlan {
  /** The one event name that is exported; undefined: all. */
  readonly name: string | undefined;
}

/** A stretch of an export's time that is read at once. */
export interface Slice {
  /** Unix milliseconds, half-open. */
  readonly startMs: number;
  readonly endMs: number;
}

const NAMES: Readonly<Record<ExportType, string | undefined>> = { events: undefined, pageviews: PAGEVIEW };

/** Decides what a plan exports. @throws AppError `invalid_request`. */
export function planExport(plan: StatsPlan, type: string): ExportPlan {
  const known = EXPORT_TYPES.find((each) => each === type);
  if (!known) throw refusal([invalid('type', `must be one of ${EXPORT_TYPES.join(', ')}`)]);
  return { ...plan, name: NAMES[known] };
}

/**
 * Cuts the export into its days that have any event: each is sorted by itself, so that memory is that of one day and not
 * of the window. Where a session's pages are asked about, sessions are judged over the window: then it is one slice.
 *
 * @param busy starts of the plan's buckets that have events, Unix milliseconds.
 */
export function slicesOf({ scope, buckets, sessionFilters }: ExportPlan, busy: ReadonlySet<number>): Slice[] {
  if (sessionFilters.length > 0) return [{ startMs: scope.startMs, endMs: scope.endMs }];
  return buckets
    .map(({ startMs }, index) => ({ startMs, endMs: buckets[index + 1]?.startMs ?? scope.endMs }))
    .filter(({ startMs, endMs }) => startMs < endMs && busy.has(startMs));
}
