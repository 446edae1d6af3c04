import type { Grain } from '@headwater/protos/vocabulary';
import { bucketsOf, countDays, isCalendarDate, isTimeZone, lastDays, spanOf } from './calendar';

const keys = (zone: string, from: string, to: string, grain: Grain) =>
  bucketsOf(from, to, { zone, grain }).map(({ key }) => key);

describe('the buckets of a report', () => {
  it('tell the repeated hour apart by its offset and leave out the skipped one', () => {
    expect(keys('Europe/Berlin', '2026-10-25', '2026-10-25', 'hour').slice(1, 5)).toEqual([
      '2026-10-25T01:00:00+02:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ]);
    expect(keys('America/New_York', '2026-03-08', '2026-03-08', 'hour')).toHaveLength(23);
    expect(keys('Australia/Lord_Howe', '2026-04-05', '2026-04-05', 'hour').slice(1, 4)).toEqual([
      '2026-04-05T01:00:00+11:00',
      '2026-04-05T01:30:00+10:30',
      '2026-04-05T02:00:00+10:30',
    ]);
    expect(keys('Asia/Kathmandu', '2026-01-01', '2026-01-01', 'hour')).toHaveLength(24);
  });

  it('name a cut-off week by its Monday and a month by its month', () => {
    expect(keys('UTC', '2026-10-28', '2026-11-03', 'week')).toEqual(['2026-10-26', '2026-11-02']);
    expect(keys('UTC', '2026-10-28', '2026-11-03', 'month')).toEqual(['2026-10', '2026-11']);
  });

  it('begin where the window does and lie in order', () => {
    for (const zone of ['UTC', 'Pacific/Apia', 'America/Sao_Paulo', 'Pacific/Chatham'])
      for (const grain of ['hour', 'day', 'week', 'month'] as const) {
        const buckets = bucketsOf('2018-11-03', '2018-11-20', { zone, grain });
        expect(buckets[0]?.startMs).toBe(spanOf('2018-11-03', '2018-11-20', zone).startMs);
        const starts = buckets.map(({ startMs }) => startMs);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
      }
  });
});

describe('the calendar', () => {
  it('knows today in a zone', () => {
    const now = Date.parse('2026-03-10T23:30:00Z');
    expect(lastDays(2, 'UTC', now)).toEqual({ from: '2026-03-09', to: '2026-03-10' });
    expect(lastDays(2, 'Asia/Kolkata', now)).toEqual({ from: '2026-03-10', to: '2026-03-11' });
  });

  it('counts days and knows dates and zones from others', () => {
    expect(countDays('2026-01-01', '2026-01-01')).toBe(1);
    expect(countDays('2026-01-02', '2026-01-01')).toBe(0);
    expect(['2026-02-28', '2024-02-29'].every(isCalendarDate)).toBe(true);
    expect(['2026-02-29', '2026-2-1', '', 'today', '2026-13-01'].some(isCalendarDate)).toBe(false);
    expect(['UTC', 'Europe/Berlin'].every(isTimeZone)).toBe(true);
    expect(['', '+02:00', 'Mars/Base', 'Europe/Berlin; --'].some(isTimeZone)).toBe(false);
  });
});
