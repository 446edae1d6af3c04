import { firstOfMonth, formatCalendarDate, mondayOf, parseCalendarDate } from './calendar-date';

describe('parseCalendarDate', () => {
  it.each(['1970-01-01', '2024-02-29', '2026-12-31', '1969-12-31', '2000-02-29'])('reads %s', (text) => {
    const date = parseCalendarDate(text);
    expect(date === undefined ? undefined : formatCalendarDate(date)).toBe(text);
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
    '+002026-01-01',
    '0000-00-00',
    '2026/01/01',
    'today',
    '',
  ])('refuses %j', (text) => {
    expect(parseCalendarDate(text)).toBeUndefined();
  });
});

describe('the calendar', () => {
  const date = (text: string): number => parseCalendarDate(text) ?? NaN;

  it.each([
    ['2026-10-25', '2026-10-19'],
    ['2026-10-19', '2026-10-19'],
    ['2026-01-01', '2025-12-29'],
    ['1970-01-01', '1969-12-29'],
    ['1969-12-28', '1969-12-22'],
  ])('puts %s into the week of Monday %s', (day, monday) => {
    expect(formatCalendarDate(mondayOf(date(day)))).toBe(monday);
  });

  it('finds the first of the month', () => {
    expect(formatCalendarDate(firstOfMonth(date('2024-02-29')))).toBe('2024-02-01');
  });
});
