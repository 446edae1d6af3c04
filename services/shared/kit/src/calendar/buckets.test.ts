import { bucketsOf, type Grain } from './buckets';
import { parseCalendarDate } from './calendar-date';
import { resolveWindow, type Window } from './window';

function windowOf(zone: string, from: string, to: string): Window {
  const dates = { from: parseCalendarDate(from) ?? NaN, to: parseCalendarDate(to) ?? NaN };
  return resolveWindow({ kind: 'dates', ...dates }, zone, 0);
}

function cut(
  zone: string,
  [from, to]: readonly [string, string],
  grain: Grain,
): [key: string, start: string][] {
  return bucketsOf(windowOf(zone, from, to), grain).map(({ key, startMs }) => [
    key,
    new Date(startMs).toISOString(),
  ]);
}

describe('bucketsOf', () => {
  it('distinguishes the repeated hour by its offset', () => {
    const keys = cut('Europe/Berlin', ['2026-10-25', '2026-10-25'], 'hour').map(([key]) => key);
    expect(keys).toHaveLength(25);
    expect(keys.slice(1, 5)).toEqual([
      '2026-10-25T01:00:00+02:00',
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ]);
  });

  it('leaves out the hour that a clock skips', () => {
    const keys = cut('America/New_York', ['2026-03-08', '2026-03-08'], 'hour').map(([key]) => key);
    expect(keys).toHaveLength(23);
    expect(keys.slice(1, 3)).toEqual(['2026-03-08T01:00:00-05:00', '2026-03-08T03:00:00-04:00']);
  });

  it('starts a bucket at a jump of half an hour', () => {
    const hours = cut('Australia/Lord_Howe', ['2026-04-05', '2026-04-05'], 'hour').slice(1, 5);
    expect(hours).toEqual([
      ['2026-04-05T01:00:00+11:00', '2026-04-04T14:00:00.000Z'],
      ['2026-04-05T01:30:00+10:30', '2026-04-04T15:00:00.000Z'],
      ['2026-04-05T02:00:00+10:30', '2026-04-04T15:30:00.000Z'],
      ['2026-04-05T03:00:00+10:30', '2026-04-04T16:30:00.000Z'],
    ]);
  });

  it('starts a bucket at a jump within an hour', () => {
    const hours = cut('Pacific/Chatham', ['2026-09-27', '2026-09-27'], 'hour').slice(2, 5);
    expect(hours).toEqual([
      ['2026-09-27T02:00:00+12:45', '2026-09-26T13:15:00.000Z'],
      ['2026-09-27T03:45:00+13:45', '2026-09-26T14:00:00.000Z'],
      ['2026-09-27T04:00:00+13:45', '2026-09-26T14:15:00.000Z'],
    ]);
  });

  it('puts the hours of a half-hour zone on its own full hours', () => {
    const [first, second] = cut('Asia/Kathmandu', ['2026-01-01', '2026-01-01'], 'hour');
    expect(first).toEqual(['2026-01-01T00:00:00+05:45', '2025-12-31T18:15:00.000Z']);
    expect(second).toEqual(['2026-01-01T01:00:00+05:45', '2025-12-31T19:15:00.000Z']);
  });

  it('starts a day at its first instant where midnight does not exist', () => {
    expect(cut('America/Sao_Paulo', ['2018-11-03', '2018-11-05'], 'day')).toEqual([
      ['2018-11-03', '2018-11-03T03:00:00.000Z'],
      ['2018-11-04', '2018-11-04T03:00:00.000Z'],
      ['2018-11-05', '2018-11-05T02:00:00.000Z'],
    ]);
  });

  it('keeps a day that the zone skipped as an empty bucket', () => {
    expect(cut('Pacific/Apia', ['2011-12-29', '2011-12-31'], 'day')).toEqual([
      ['2011-12-29', '2011-12-29T10:00:00.000Z'],
      ['2011-12-30', '2011-12-30T10:00:00.000Z'],
      ['2011-12-31', '2011-12-30T10:00:00.000Z'],
    ]);
  });

  it('names a cut-off week by its Monday and a cut-off month by its month', () => {
    const dates = ['2026-10-28', '2026-11-03'] as const;
    expect(cut('UTC', dates, 'week')).toEqual([
      ['2026-10-26', '2026-10-28T00:00:00.000Z'],
      ['2026-11-02', '2026-11-02T00:00:00.000Z'],
    ]);
    expect(cut('UTC', dates, 'month')).toEqual([
      ['2026-10', '2026-10-28T00:00:00.000Z'],
      ['2026-11', '2026-11-01T00:00:00.000Z'],
    ]);
  });
});

describe('the buckets of every grain', () => {
  it.each(['UTC', 'Pacific/Apia', 'America/Sao_Paulo', 'Pacific/Chatham'])(
    'start with the window and are ordered in %s',
    (zone) => {
      const window = windowOf(zone, '2018-11-03', '2018-11-20');
      for (const grain of ['hour', 'day', 'week', 'month'] as const) {
        const starts = bucketsOf(window, grain).map(({ startMs }) => startMs);
        expect(starts[0]).toBe(window.startMs);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        expect(starts.at(-1)).toBeLessThan(window.endMs);
      }
    },
  );
});

describe('resolveWindow', () => {
  it('takes the last days up to today in the zone', () => {
    const now = Date.parse('2026-03-10T23:30:00Z');
    const days = (zone: string): string[] =>
      bucketsOf(resolveWindow({ kind: 'range', days: 2 }, zone, now), 'day').map(({ key }) => key);
    expect(days('UTC')).toEqual(['2026-03-09', '2026-03-10']);
    expect(days('Asia/Kolkata')).toEqual(['2026-03-10', '2026-03-11']);
    expect(days('America/New_York')).toEqual(['2026-03-09', '2026-03-10']);
  });
});
