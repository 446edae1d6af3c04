import { MOST_ATTEMPTS, nextAttempt } from './next-attempt';

describe('the next attempt', () => {
  it('comes later and later, for three days, and then no more', () => {
    const pauses = Array.from({ length: MOST_ATTEMPTS - 1 }, (_, n) => nextAttempt(n + 1, 0, 0.5) ?? NaN);
    expect(pauses[0]).toBe(5_000);
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
    const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    expect(nextAttempt(MOST_ATTEMPTS, 0, 0.5)).toBeUndefined();
  });

  it('is up to a tenth sooner or later', () => {
    expect(nextAttempt(2, 1_000, 0)).toBe(1_000 + 54_000);
    expect(nextAttempt(2, 1_000, 0.999_999)).toBe(1_000 + 66_000);
  });
});
