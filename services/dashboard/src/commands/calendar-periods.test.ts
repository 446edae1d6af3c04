import { todayIn } from '../view/window';
import { datesFor } from './calendar-periods';

it.each([
  ['yesterday', '2026-03-01', { from: '2026-02-28', to: '2026-02-28' }],
  ['yesterday', '2024-03-01', { from: '2024-02-29', to: '2024-02-29' }],
  ['this_month', '2026-11-28', { from: '2026-11-01', to: '2026-11-28' }],
  ['this_month', '2026-11-01', { from: '2026-11-01', to: '2026-11-01' }],
  ['last_month', '2026-03-31', { from: '2026-02-01', to: '2026-02-28' }],
  ['last_month', '2026-01-15', { from: '2025-12-01', to: '2025-12-31' }],
  ['this_year', '2026-01-01', { from: '2026-01-01', to: '2026-01-01' }],
  ['this_year', '2026-11-28', { from: '2026-01-01', to: '2026-11-28' }],
] as const)('the period %s on %s has the days %j', (period, today, days) => {
  expect(datesFor(period, today)).toEqual(days);
});

it.each([
  ['Pacific/Auckland', '2026-11-29'],
  ['America/Los_Angeles', '2026-11-28'],
  ['UTC', '2026-11-28'],
  ['No/Zone', '2026-11-28'],
])('today is the date in %s: %s', (timezone, date) => {
  expect(todayIn(timezone, Date.parse('2026-11-28T20:00:00Z'))).toBe(date);
});
