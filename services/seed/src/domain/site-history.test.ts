import type { EventRow } from '@headwater/eventstore/event-columns';
import { CHANNELS, DEVICES, PROPERTY_KEY, RULES_VERSION } from '@headwater/protos/vocabulary';
import { Temporal } from 'temporal-polyfill';
import { NOW, sampleHistory } from '../../test/sample-site';
import { siteHistory, type HistoryOptions } from './site-history';

const rowsOf = (options: HistoryOptions): EventRow[] =>
  [...siteHistory(options)].flatMap((visit) => visit.rows);

const rows = rowsOf(sampleHistory({ visitorsPerDay: 60 }));

const dateOf = (row: EventRow): Temporal.PlainDate =>
  Temporal.Instant.from(row.ts).toZonedDateTimeISO('Europe/Berlin').toPlainDate();

/** Distinct visitors of each day. */
const visitorsByDay = new Map<string, Set<string>>();
for (const row of rows) {
  const date = dateOf(row).toString();
  visitorsByDay.set(date, (visitorsByDay.get(date) ?? new Set()).add(row.visitor_id));
}

/** Mean over complete days. */
function meanVisitors(keep: (date: Temporal.PlainDate) => boolean): number {
  const days = [...visitorsByDay].filter(
    ([date]) => date !== '2026-10-15' && keep(Temporal.PlainDate.from(date)),
  );
  return days.reduce((sum, [, visitors]) => sum + visitors.size, 0) / days.length;
}

const count = (name: string): number => rows.filter((row) => row.name === name).length;

test('the seed determines the history', () => {
  const small = sampleHistory({ visitorsPerDay: 5 });
  expect(rowsOf(small)).toEqual(rowsOf(small));
  expect(rowsOf({ ...small, seed: 2 })).not.toEqual(rowsOf(small));
});

test('has the version of the current channel rules', () => {
  expect(new Set(rows.map((row) => row.rules_version))).toEqual(new Set([RULES_VERSION]));
});

test('a later run generates the same visits, then the new ones', () => {
  const earlier = sampleHistory({ visitorsPerDay: 10 });
  const later = rowsOf({ ...earlier, now: NOW + 5 * 86_400_000 });
  const generated = new Map(later.map((row) => [row.event_id, row]));
  const before = rowsOf(earlier);
  expect(before.map((row) => generated.get(row.event_id))).toEqual(before);
  expect(generated.size).toBe(later.length);
});

test('covers 90 days in the time zone of the site, and nothing in the future', () => {
  expect(visitorsByDay.size).toBe(90);
  expect(visitorsByDay.has('2026-07-18')).toBe(true);
  expect(rows.filter((row) => Date.parse(row.ts) > NOW)).toEqual([]);
});

test('generates about the configured number of visitors per day', () => {
  const mean = meanVisitors(() => true);
  expect(mean).toBeGreaterThan(60 * 0.85);
  expect(mean).toBeLessThan(60 * 1.15);
});

test('has far fewer visitors on Saturday and Sunday', () => {
  const weekend = meanVisitors((date) => date.dayOfWeek > 5);
  expect(weekend / meanVisitors((date) => date.dayOfWeek <= 5)).toBeLessThan(0.7);
});

test('has far fewer visits at night than at noon', () => {
  const hours = rows.map((row) => Temporal.Instant.from(row.ts).toZonedDateTimeISO('Europe/Berlin').hour);
  const between = (from: number, to: number): number =>
    hours.filter((hour) => hour >= from && hour < to).length;
  expect(between(2, 5)).toBeLessThan(between(10, 13) / 2);
});

test('visitors grow over time', () => {
  const early = meanVisitors((date) => Temporal.PlainDate.compare(date, '2026-08-15') < 0);
  expect(meanVisitors((date) => Temporal.PlainDate.compare(date, '2026-09-15') > 0)).toBeGreaterThan(
    early * 1.15,
  );
});

test('visitors return, visits have several pages, and some visitors sign up and buy', () => {
  const distinct = (of: (row: EventRow) => string): number => new Set(rows.map(of)).size;
  const sessions = distinct((row) => row.session_id);
  expect(sessions / distinct((row) => row.visitor_id)).toBeGreaterThan(1.15);
  expect(count('pageview') / sessions).toBeGreaterThan(1.8);
  expect(count('pageview') / sessions).toBeLessThan(4.5);
  expect(count('signup') / sessions).toBeGreaterThan(0.01);
  expect(count('signup') / sessions).toBeLessThan(0.05);
  expect(count('purchase')).toBeGreaterThan(count('signup') * 0.1);
  expect(count('purchase')).toBeLessThan(count('signup') * 0.7);
});

test('channels convert differently', () => {
  const rate = (channel: string): number => {
    const of = rows.filter((row) => row.channel === channel);
    const sessions = new Set(of.map((row) => row.session_id)).size;
    return of.filter((row) => row.name === 'signup').length / sessions;
  };
  expect(rate('AI Assistants')).toBeGreaterThan(rate('Organic Social') * 2);
});

/** The invalid fields of a row; undefined for a row that the collector could store. */
function invalidFields(row: EventRow): string | undefined {
  const wrong = [
    !/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(row.event_id) && 'event_id',
    !CHANNELS.some((channel) => channel === row.channel) && 'channel',
    !DEVICES.some((device) => device === row.device) && 'device',
    !/^([A-Z]{2})?$/.test(row.country) && 'country',
    !/^\/([a-z0-9/-]*[a-z0-9])?$/.test(row.pathname) && 'pathname',
    !row.landing.startsWith('demo.example/') && 'landing',
    new Date(row.ts).toISOString() !== row.ts && 'ts',
    Object.entries(row.props).some(([key, value]) => !PROPERTY_KEY.test(key) || value === '') && 'props',
  ].filter((field) => field !== false);
  return wrong.length > 0 ? `${row.event_id}: ${wrong.join()}` : undefined;
}

test('every row is valid for the collector and has a unique id', () => {
  expect(rows.flatMap((row) => invalidFields(row) ?? [])).toEqual([]);
  expect(new Set(rows.map((row) => row.event_id)).size).toBe(rows.length);
});

test('a visit has one browser and one source, and no pause that would end the session', () => {
  const visits = [...siteHistory(sampleHistory({ visitorsPerDay: 20 }))];
  const broken = visits.filter(({ rows: steps }) => {
    const facts = new Set(steps.map((row) => [row.session_id, row.channel, row.utm_campaign, row.os].join()));
    const times = steps.map((row) => Date.parse(row.ts));
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    return facts.size !== 1 || pauses.some((pause) => pause < 0 || pause >= 30 * 60_000);
  });
  expect(broken).toEqual([]);
});

test('a visitor signs up once and has an account below example.com', () => {
  const signups = rows.filter((row) => row.name === 'signup').map((row) => row.visitor_id);
  expect(new Set(signups).size).toBe(signups.length);
  const accounts = [...siteHistory(sampleHistory())].flatMap((visit) => visit.account ?? []);
  expect(accounts.length).toBeGreaterThan(0);
  for (const account of accounts) expect(account.email).toMatch(/^[a-z]+\.[a-z]+\.[0-9a-f]{6}@example\.com$/);
});
