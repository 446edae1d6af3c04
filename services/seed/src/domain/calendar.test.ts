import { calendarDays } from './calendar';

const HOUR = 3_600_000;

test('returns the days of the time zone, from the first day to today', () => {
  const anchor = Date.parse('2026-03-01T23:30:00Z'); // already the 2nd in Berlin
  const dates = [...calendarDays('Europe/Berlin', anchor, anchor + 24 * HOUR, 2)].map((day) => day.date);
  expect(dates).toEqual(['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']);
});

test.each([
  ['2026-03-29', 23],
  ['2026-10-25', 25],
  ['2026-06-01', 24],
])('handles clock changes: %s has %i hours', (date, length) => {
  const now = Date.parse(`${date}T10:00:00Z`);
  const [day, next] = [...calendarDays('Europe/Berlin', now, now + 24 * HOUR, 0)];
  expect(day?.date).toBe(date);
  expect(((next?.hours[0] ?? 0) - (day?.hours[0] ?? 0)) / HOUR).toBe(length);
});
