import { calendarDays } from './calendar';
import { costsOf } from './cost';

test('each paid campaign costs money on the days on which it runs, the same in every run', () => {
  const at = Date.UTC(2026, 9, 1);
  const costs = () => [...calendarDays('UTC', at, at, 89)].flatMap((day) => costsOf(day, 100));
  expect(costs().length).toBeGreaterThan(90);
  expect(costs()).toEqual(costs());
  expect(costs().every(({ channel, amount }) => channel.startsWith('Paid') && amount > 0)).toBe(true);
});
