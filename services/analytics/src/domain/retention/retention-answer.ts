import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import type { Asked } from '../query/plan';
import type { Frame } from '../query/question';
import { bucketSql } from '../query/scope-sql';
import { eventsSql } from '../stats/events-sql';
import { planStats, type StatsPlan } from '../stats/plan-stats';
import type { Bucket } from '@headwater/kit/calendar/buckets';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { resolveWindow } from '@headwater/kit/calendar/window';

/** Everything that the statement and the answer about retention need, decided. Its scope reaches back before its window. */
export interface RetentionPlan extends StatsPlan {
  /** The weeks of the window. */
  readonly buckets: readonly Bucket[];
}

/** How many visitors who came first in one week had an event in another. Weeks are Unix seconds of their starts. */
export interface RetentionRow {
  readonly cohort: number;
  readonly week: number;
  readonly visitors: number;
}

/** How many days before the end of a window a visitor's first event is looked for: no more can be asked at once. */
const HISTORY_DAYS = 731;

/** Decides how a valid frame is answered with retention by week. */
export function planRetention(frame: Frame, asked: Asked): RetentionPlan {
  const plan = planStats({ ...frame, grain: 'week' }, asked);
  const { to, zone } = plan.window;
  const history = resolveWindow({ kind: 'dates', from: to - HISTORY_DAYS + 1, to }, zone, asked.nowMs);
  return { ...plan, scope: { ...plan.scope, startMs: Math.max(0, history.startMs) } };
}

/** The rows of the weeks of the window; whoever came before it belongs to none. */
export function compileRetention(plan: RetentionPlan): Statement {
  const bindings = new Bindings();
  const { scope, buckets, window } = plan;
  const before = scope.startMs < window.startMs ? [{ key: 'before', startMs: scope.startMs }] : [];
  const week = bucketSql([...before, ...buckets], bindings);
  return {
    query: [
      'SELECT cohort, week, count() AS visitors',
      'FROM (',
      `SELECT min(${week}) AS cohort, arrayJoin(groupUniqArray(${week})) AS week`,
      eventsSql(plan, bindings),
      'GROUP BY visitor_id',
      ')',
      `WHERE cohort >= ${bindings.bind('first_week', 'UInt64', window.startMs / 1_000)}`,
      'GROUP BY cohort, week',
    ].join('\n'),
    params: bindings.params,
  };
}

/** Puts the findings into the shape of the proto's QueryRetentionResponse. */
export function shapeRetention({ window, buckets }: RetentionPlan, rows: readonly RetentionRow[]) {
  const found = new Map(rows.map(({ cohort, week, visitors }) => [`${cohort} ${week}`, visitors]));
  return {
    from: formatCalendarDate(window.from),
    to: formatCalendarDate(window.to),
    timezone: window.zone,
    cohorts: buckets.map(({ key, startMs }, index) => ({
      week: key,
      visitors: buckets
        .slice(index)
        .map((later) => found.get(`${startMs / 1_000} ${later.startMs / 1_000}`) ?? 0),
    })),
  };
}
