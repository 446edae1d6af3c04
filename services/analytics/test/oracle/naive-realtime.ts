import type { EventRow } from '@headwater/eventstore/event-columns';
import { DateTime } from 'luxon';
import { passes } from './naive-events';
import { breakdown, counts, visitEvents } from './naive-stats';
import type { OracleContext, OracleQuery } from './oracle-query';

const MINUTE_MS = 60_000;

/** Moves all events to 40 minutes around the last half hour before `nowMs`, so that some are within it. */
export function lately<D extends { readonly events: readonly EventRow[]; readonly nowMs: number }>(
  dataset: D,
): D {
  const start = dataset.nowMs - 35 * MINUTE_MS;
  const events = dataset.events.map((event) => ({
    ...event,
    ts: new Date(start + (Math.abs(Date.parse(event.ts)) % (40 * MINUTE_MS))).toISOString(),
  }));
  return { ...dataset, events };
}

/** The expected response of QueryRealtime. */
export function naiveRealtime(
  events: readonly EventRow[],
  question: OracleQuery,
  { workspaceId, nowMs }: OracleContext,
): object {
  const { timezone, dimension, filters, limit = 100 } = question;
  const last = DateTime.fromMillis(nowMs, { zone: timezone }).startOf('minute');
  const minutes = Array.from({ length: 30 }, (_, index) => last.minus({ minutes: 29 - index }));
  const fromMs = minutes[0]?.toMillis() ?? 0;
  const toMs = last.toMillis() + MINUTE_MS;
  const all = visitEvents(events, question, { workspaceId, covers: (at) => at >= fromMs && at < toMs });
  const found = all.filter((event) => passes(event, filters));
  const within = (start: number) =>
    found.filter(({ ts }) => Date.parse(ts) >= start && Date.parse(ts) < start + MINUTE_MS);
  const rows = dimension === undefined ? [] : breakdown(found, all, dimension).slice(0, limit);
  return {
    timezone,
    fromMs,
    toMs,
    ...counts(found),
    series: minutes.map((minute) => ({
      bucket: minute.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
      ...counts(within(minute.toMillis())),
    })),
    ...(dimension === undefined ? {} : { dimension }),
    breakdown: rows.map(({ bounceRate: _, ...row }) => row),
  };
}
