import type { Asked } from '../query/plan';
import type { Frame } from '../query/question';
import { planStats, type StatsPlan } from '../stats/plan-stats';
import { lastMinutes } from '../time/last-minutes';

const MINUTES = 30;
const MINUTE_MS = 60_000;

/** Decides how a valid frame is answered with the last half hour, whatever its window. */
export function planRealtime(frame: Frame, asked: Asked): StatsPlan {
  const plan = planStats(frame, asked);
  const buckets = lastMinutes(frame.zone, asked.nowMs, MINUTES);
  const startMs = buckets[0]?.startMs ?? asked.nowMs;
  return { ...plan, buckets, scope: { ...plan.scope, startMs, endMs: startMs + MINUTES * MINUTE_MS } };
}
