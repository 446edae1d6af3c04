import { createRateLimit, type RateLimit } from './rate-limit';

function limit(options: { perSecond?: number; capacity?: number } = {}): {
  spend: RateLimit;
  wait: (ms: number) => void;
} {
  let now = 1_000;
  const spend = createRateLimit({ perSecond: 10, burst: 40, capacity: 100, now: () => now, ...options });
  return { spend, wait: (ms) => (now += ms) };
}

/** How many of `tries` are let through. */
const taken = (spend: RateLimit, key: string, tries: number): number =>
  Array.from({ length: tries }, () => spend(key, 1)).filter((wait) => wait === 0).length;

describe('rate limit', () => {
  it('lets a burst through, then tells how long to wait', () => {
    const { spend, wait } = limit();
    expect(taken(spend, 'a', 100)).toBe(40);
    expect(spend('a', 1)).toBeCloseTo(100);
    expect(spend('a', 5)).toBeCloseTo(500);
    wait(500);
    expect(taken(spend, 'a', 100)).toBe(5);
  });

  it('lets the steady rate through for ever and no more', () => {
    const { spend, wait } = limit();
    taken(spend, 'a', 40);
    let through = 0;
    for (let second = 0; second < 60; second++) {
      wait(1_000);
      through += taken(spend, 'a', 30);
    }
    expect(through).toBe(600);
  });

  it('keeps a budget for each key', () => {
    const { spend } = limit();
    expect(taken(spend, 'a', 50)).toBe(40);
    expect(taken(spend, 'b', 50)).toBe(40);
  });

  it('never lets through in one go what is over the burst', () => {
    expect(limit().spend('a', 41)).toBeGreaterThan(0);
  });

  it('has a full budget after the time of a burst, and not more', () => {
    const { spend, wait } = limit();
    taken(spend, 'a', 40);
    wait(3_999);
    expect(taken(spend, 'a', 100)).toBe(39);
    wait(60_000);
    expect(taken(spend, 'a', 100)).toBe(40);
  });

  it('remembers a spender while up to its capacity of others come, and a bounded number in all', () => {
    const { spend } = limit();
    taken(spend, 'a', 40);
    for (let other = 0; other < 100; other++) spend(`other-${other}`, 1);
    expect(spend('a', 1)).toBeGreaterThan(0);
    for (let other = 0; other < 300; other++) spend(`more-${other}`, 1);
    expect(spend('a', 1)).toBe(0);
  });

  it('is off at 0', () => {
    expect(taken(limit({ perSecond: 0 }).spend, 'a', 10_000)).toBe(10_000);
  });
});
