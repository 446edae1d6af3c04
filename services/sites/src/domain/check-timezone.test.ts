import { checkTimezone } from './check-timezone';
import timeZones from './time-zones.json';

describe('the time zone of a site', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+12'])(
    'may be %s',
    (zone) => {
      expect(checkTimezone(zone)).toEqual({ ok: true, value: zone });
    },
  );

  it.each([
    '',
    '+05:30',
    '-08',
    'europe/berlin',
    'Utc',
    'Europe/Atlantis',
    ' UTC',
    'UTC+1',
    'CEST',
    'Factory',
  ])('may not be %j', (zone) => {
    expect(checkTimezone(zone).ok).toBe(false);
  });

  it('is known to this runtime, whichever of the list it is', () => {
    for (const timeZone of timeZones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    expect(timeZones.length).toBeGreaterThan(400);
  });
});
