import { touchSession } from './ids';
import type { Storage } from './storage';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 9, 1, 12);
const touch = (storage: Storage, now: number, landing = 'https://a.test/', referrer = '') =>
  touchSession(storage, 's', { landing, referrer }, now);

function memory(): Storage {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name) ?? '',
    write: (name, value) => void texts.set(name, value),
    sharesCookies: () => false,
  };
}

test('keeps the first page and referrer while the gap between events is below 30 minutes', () => {
  const storage = memory();
  const first = touch(storage, NOON, 'https://a.test/?utm_source=x', 'https://b.test/');
  const second = touch(storage, NOON + 29 * MINUTE, 'https://a.test/2');
  const third = touch(storage, NOON + 58 * MINUTE, 'https://a.test/3');
  expect(second).toEqual(first);
  expect(third).toEqual(first);
});

test('starts a session after 30 idle minutes', () => {
  const storage = memory();
  const first = touch(storage, NOON);
  const second = touch(storage, NOON + 30 * MINUTE, 'https://a.test/2', 'https://a.test/');
  expect(second.id).not.toBe(first.id);
  expect(second).toMatchObject({ landing: 'https://a.test/2', referrer: 'https://a.test/' });
});

test('starts a session when the clock was set back or the stored text is invalid', () => {
  const storage = memory();
  const first = touch(storage, NOON);
  const second = touch(storage, NOON - 31 * MINUTE);
  expect(second.id).not.toBe(first.id);
  for (const invalid of ['x', 'x y z', `${first.id} ${NOON / 1000}`, '    ']) {
    storage.write('s', invalid);
    expect(touch(storage, NOON).id).toMatch(/^[\da-f-]{36}$/);
  }
});
