import { addDays, datesOf, daysOf, grainOf, grainsFor } from './window';

describe('a time range', () => {
  it.each([
    [{ range: '7d' }, 7],
    [{ from: '2026-10-25', to: '2026-10-25' }, 1],
    // Clocks change in between: counts calendar days, not hours.
    [{ from: '2026-10-24', to: '2026-10-26' }, 3],
    [{ from: '2024-02-28', to: '2024-03-01' }, 3],
  ])('%j has %d days', (window, days) => {
    expect(daysOf(window)).toBe(days);
  });

  it.each([
    ['1d', 'hour'],
    ['30d', 'day'],
    ['90d', 'day'],
    ['365d', 'week'],
    ['730d', 'month'],
  ] as const)('of %s has the default grain %s', (range, grain) => {
    expect(grainOf({ window: { range }, grain: undefined })).toBe(grain);
  });

  it('has the grain of the URL only if the API accepts it', () => {
    expect(grainOf({ window: { range: '30d' }, grain: 'week' })).toBe('week');
    expect(grainOf({ window: { range: '90d' }, grain: 'hour' })).toBe('day');
    expect(grainsFor(32)).not.toContain('hour');
  });

  it('is parsed from a response', () => {
    expect(datesOf('2026-10-01 to 2026-10-30')).toEqual({ from: '2026-10-01', to: '2026-10-30' });
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  });
});
