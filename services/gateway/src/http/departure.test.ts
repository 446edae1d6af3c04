import { Departure } from './departure';

test('tells each listener once, but those who no longer listen', () => {
  const departure = new Departure();
  const told: string[] = [];
  const first = (): void => void told.push('first');
  departure.addEventListener('abort', first);
  departure.addEventListener('abort', () => {
    told.push('second');
    departure.removeEventListener('abort', first);
  });
  const third = (): void => void told.push('third');
  departure.addEventListener('abort', third);
  departure.removeEventListener('abort', third);
  expect(departure.aborted).toBe(false);
  departure.tell();
  departure.tell();
  expect(told).toEqual(['first', 'second']);
  expect(departure.aborted).toBe(true);
});

test('is one signal, whether it is asked for before or after', () => {
  const before = new Departure();
  const signal = before.signal();
  expect(before.signal()).toBe(signal);
  expect(signal.aborted).toBe(false);
  before.tell();
  expect(signal.aborted).toBe(true);
  const after = new Departure();
  after.tell();
  expect(after.signal().aborted).toBe(true);
});
