import { WaitingTime } from './shipping-progress';

const at = (offset: number, name = '0000000001-aaaaaaaa.log') => ({ name, offset });

describe('WaitingTime', () => {
  it('is 0 while no record waits', () => {
    const waiting = new WaitingTime();
    expect(waiting.ms(5_000)).toBe(0);
    waiting.durable(at(10), 5_000);
    expect(waiting.ms(5_200)).toBe(200);
    waiting.shipped(at(10));
    expect(waiting.ms(9_000)).toBe(0);
  });

  it('continues from the first record after the batch', () => {
    const waiting = new WaitingTime();
    waiting.durable(at(10), 0);
    waiting.durable(at(20), 3_000);
    waiting.shipped(at(10));
    expect(waiting.ms(4_000)).toBe(1_000);
    waiting.shipped(at(15));
    expect(waiting.ms(4_500)).toBe(1_500);
  });

  it('orders files by their names', () => {
    const waiting = new WaitingTime();
    waiting.durable(at(1_000), 0);
    waiting.durable(at(5, '0000000002-aaaaaaaa.log'), 2_000);
    waiting.shipped(at(1_000));
    expect(waiting.ms(2_500)).toBe(500);
    waiting.shipped(at(5, '0000000002-aaaaaaaa.log'));
    expect(waiting.ms(2_500)).toBe(0);
  });

  it('uses little memory for a week, and is exact to 1 %', () => {
    const waiting = new WaitingTime();
    const second = 1_000;
    const week = 7 * 24 * 3_600 * second;
    for (let now = 0; now <= week; now += second) waiting.durable(at(now), now);
    expect(JSON.stringify(waiting).length).toBeLessThan(200_000);
    expect(waiting.ms(week)).toBe(week);
    const half = week / 2;
    waiting.shipped(at(half));
    expect(waiting.ms(week)).toBeGreaterThanOrEqual(half);
    expect(waiting.ms(week)).toBeLessThanOrEqual(half * 1.02);
  });
});
