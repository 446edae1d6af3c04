import { WaitingTime } from './waiting-time';

const at = (offset: number, name = '0000000001-aaaaaaaa.log') => ({ name, offset });

describe('the time that the oldest record waits', () => {
  it('is nothing while nothing waits, before and after', () => {
    const waiting = new WaitingTime();
    expect(waiting.ms(5_000)).toBe(0);
    waiting.durable(at(10), 5_000);
    expect(waiting.ms(5_200)).toBe(200);
    waiting.shipped(at(10));
    expect(waiting.ms(9_000)).toBe(0);
  });

  it('goes on from the first record that a batch left', () => {
    const waiting = new WaitingTime();
    waiting.durable(at(10), 0);
    waiting.durable(at(20), 3_000);
    waiting.shipped(at(10));
    expect(waiting.ms(4_000)).toBe(1_000);
    waiting.shipped(at(15));
    expect(waiting.ms(4_500)).toBe(1_500);
  });

  it('knows that a later file lies behind all of an earlier one', () => {
    const waiting = new WaitingTime();
    waiting.durable(at(1_000), 0);
    waiting.durable(at(5, '0000000002-aaaaaaaa.log'), 2_000);
    waiting.shipped(at(1_000));
    expect(waiting.ms(2_500)).toBe(500);
    waiting.shipped(at(5, '0000000002-aaaaaaaa.log'));
    expect(waiting.ms(2_500)).toBe(0);
  });

  it('takes little memory for a week without ClickHouse, and is right to a hundredth', () => {
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
