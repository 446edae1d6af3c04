import { createRateLimit, createVisitorRates, type RateLimit } from './rate-limit';

function limit(options: { perSecond?: number; capacity?: number } = {}): {
  spend: RateLimit;
  wait: (ms: number) => void;
} {
  let now = 1_000;
  const spend = createRateLimit({ perSecond: 10, burst: 40, capacity: 100, now: () => now, ...options });
  return { spend, wait: (ms) => (now += ms) };
}

/** Number of allowed attempts. */
const taken = (spend: RateLimit, key: string, attempts: number): number =>
  Array.from({ length: attempts }, () => spend(key, 1)).filter((wait) => wait === 0).length;

describe('rate limit', () => {
  it('allows a burst, then returns the wait', () => {
    const { spend, wait } = limit();
    expect(taken(spend, 'a', 100)).toBe(40);
    expect(spend('a', 1)).toBeCloseTo(100);
    expect(spend('a', 5)).toBeCloseTo(500);
    wait(500);
    expect(taken(spend, 'a', 100)).toBe(5);
  });

  it('allows the sustained rate forever, and no more', () => {
    const { spend, wait } = limit();
    taken(spend, 'a', 40);
    let through = 0;
    for (let second = 0; second < 60; second++) {
      wait(1_000);
      through += taken(spend, 'a', 30);
    }
    expect(through).toBe(600);
  });

  it('has one budget per key', () => {
    const { spend } = limit();
    expect(taken(spend, 'a', 50)).toBe(40);
    expect(taken(spend, 'b', 50)).toBe(40);
  });

  it('never allows a cost above the burst', () => {
    expect(limit().spend('a', 41)).toBeGreaterThan(0);
  });

  it('has a full budget after the duration of a burst, and no more', () => {
    const { spend, wait } = limit();
    taken(spend, 'a', 40);
    wait(3_999);
    expect(taken(spend, 'a', 100)).toBe(39);
    wait(60_000);
    expect(taken(spend, 'a', 100)).toBe(40);
  });

  it('caches the keys of its capacity, and no more', () => {
    const { spend } = limit();
    taken(spend, 'a', 40);
    for (let other = 0; other < 99; other++) spend(`other-${other}`, 1);
    expect(spend('a', 1)).toBeGreaterThan(0);
    for (let other = 0; other < 300; other++) spend(`more-${other}`, 1);
    expect(spend('a', 1)).toBe(0);
  });

  it('is disabled by 0', () => {
    expect(taken(limit({ perSecond: 0 }).spend, 'a', 10_000)).toBe(10_000);
  });
});

function rates(options: { eventsPerMinute?: number; capacity?: number } = {}) {
  let now = 1_000;
  const isTooFast = createVisitorRates({ eventsPerMinute: 60, capacity: 100, now: () => now, ...options });
  const send = (visitor: string, events: number): number =>
    Array.from({ length: events }, () => isTooFast(visitor)).filter((tooFast) => !tooFast).length;
  return { send, wait: (ms: number) => (now += ms) };
}

describe('visitor rates', () => {
  it('accepts a burst of one minute, and the limit forever', () => {
    const { send, wait } = rates();
    expect(send('a', 60)).toBe(60);
    for (let second = 0; second < 300; second++) {
      wait(1_000);
      expect(send('a', 1)).toBe(1);
    }
  });

  it('rejects a visitor above the limit until a minute without events', () => {
    const { send, wait } = rates();
    expect(send('a', 200)).toBe(60);
    for (let second = 0; second < 300; second++) {
      wait(1_000);
      expect(send('a', 5)).toBe(0);
    }
    wait(59_000);
    expect(send('a', 1)).toBe(0);
    wait(62_000);
    expect(send('a', 1)).toBe(1);
  });

  it('counts visitors separately', () => {
    const { send } = rates();
    send('a', 200);
    expect(send('b', 10)).toBe(10);
  });

  it('is disabled by 0', () => {
    expect(rates({ eventsPerMinute: 0 }).send('a', 10_000)).toBe(10_000);
  });
});
