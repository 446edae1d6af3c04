import type { ImportedDayRow } from '@headwater/eventstore/insert-imported';
import { naiveBuckets } from './naive-buckets';
import { rate, windowOf } from './naive-events';
import type { OracleContext, OracleQuery } from './oracle-query';

/** The expected response of QueryImported. */
export function naiveImported(
  rows: readonly ImportedDayRow[],
  question: OracleQuery,
  { workspaceId, nowMs }: OracleContext,
): object {
  const { siteId, timezone, dimension, grain = 'day', limit = 100 } = question;
  const { from, to } = windowOf(question, nowMs);
  const found = latest(rows).filter(
    (row) => row.workspace_id === workspaceId && row.site_id === siteId && row.day >= from && row.day <= to,
  );
  const ofReport = (report: string) => found.filter((row) => row.report === report);
  const days = ofReport('');
  const events = grouped(ofReport('event'), ({ key }) => key || '(none)').map(([name, own]) => ({
    name,
    events: sum(own, 'events'),
    dailyVisitors: sum(own, 'visitors'),
  }));
  const breakdown = grouped(ofReport(dimension === 'region' ? 'country' : (dimension ?? 'none')), (row) =>
    dimension === 'region' ? regionOf(row) : row.key || '(none)',
  ).map(([key, own]) => ({ key, ...counts(own) }));
  return {
    days: days.length,
    totals: { ...counts(days), ...means(days) },
    series: grain === 'hour' ? [] : series(days, { timezone, grain }),
    breakdown: breakdown
      .sort((a, b) => b.dailyVisitors - a.dailyVisitors || byBytes(a.key, b.key))
      .slice(0, limit),
    events: events.sort((a, b) => b.events - a.events || byBytes(a.name, b.name)).slice(0, limit),
  };
}

/** The rows without those replaced by a later import. */
function latest(rows: readonly ImportedDayRow[]): readonly ImportedDayRow[] {
  const byName = new Map<string, ImportedDayRow>();
  for (const row of rows) {
    const { workspace_id, site_id, report, day, key, detail } = row;
    byName.set(JSON.stringify([workspace_id, site_id, report, day, key, detail]), row);
  }
  return [...byName.values()];
}

function regionOf({ detail }: ImportedDayRow): string {
  const [, region] = (detail === '' ? [] : JSON.parse(detail)) as readonly string[];
  return region === undefined || region === '' ? '(none)' : region;
}

/** The buckets with a day, in order. */
function series(
  days: readonly ImportedDayRow[],
  { timezone, grain }: { timezone: string; grain: 'day' | 'week' | 'month' },
) {
  const bucketOf = ({ day }: ImportedDayRow): string => naiveBuckets(day, day, timezone, grain).keys[0] ?? '';
  return grouped(days, bucketOf)
    .sort(([a], [b]) => byBytes(a, b))
    .map(([bucket, own]) => ({ bucket, ...counts(own) }));
}

function grouped(
  rows: readonly ImportedDayRow[],
  keyOf: (row: ImportedDayRow) => string,
): [key: string, rows: readonly ImportedDayRow[]][] {
  return [...new Set(rows.map(keyOf))].map((key) => [key, rows.filter((row) => keyOf(row) === key)]);
}

function counts(rows: readonly ImportedDayRow[]) {
  return {
    dailyVisitors: sum(rows, 'visitors'),
    sessions: sum(rows, 'visits'),
    pageviews: sum(rows, 'pageviews'),
  };
}

function means(days: readonly ImportedDayRow[]): object {
  const visits = sum(days, 'visits');
  if (visits === 0) return {};
  return {
    bounceRate: rate(sum(days, 'bounces'), visits),
    visitDuration: rate(sum(days, 'visit_seconds'), visits * 100),
  };
}

function sum(
  rows: readonly ImportedDayRow[],
  count: 'visitors' | 'visits' | 'pageviews' | 'bounces' | 'visit_seconds' | 'events',
): number {
  return rows.reduce((total, row) => total + row[count], 0);
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
