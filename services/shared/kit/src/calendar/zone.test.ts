import { isTimeZone } from './zone';

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Calcutta'])(
    'knows %s',
    (name) => {
      for (const check of ['first', 'cached']) expect([check, isTimeZone(name)]).toEqual([check, true]);
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
    for (const check of ['first', 'repeated']) expect([check, isTimeZone(name)]).toEqual([check, false]);
  });
});
