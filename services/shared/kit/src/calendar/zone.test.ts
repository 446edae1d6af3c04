import { isTimeZone } from './zone';

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Calcutta'])(
    'knows %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  it.each([
    '+05:30',
    '-08',
    'GMT+1',
    'Mars/Olympus',
    'Europe/Berlin ',
    '',
    'Europe/Berlin\0',
    'constructor',
    '../etc',
  ])('refuses %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
