import { visitorRates } from './visitor-rates';

function rates(options: { eventsPerMinute?: number; capacity?: number } = {}) {
  let now = 1_000;
  const isTooFast = visitorRates({ eventsPerMinute: 60, capacity: 100, now: () => now, ...options });
  const send = (visitor: string, events: number): number =>
    Array.from({ length: events }, () => isTooFast(visitor)).filter((tooFast) => !tooFast).length;
  return { send, wait: (ms: number) => (now += ms) };
}

describe('visitor rates', () => {
  it('believes a burst of a minute, and the bound for ever', () => {
    const { send, wait } = rates();
    expect(send('a', 60)).toBe(60);
    for (let second = 0; second < 300; second++) {
      wait(1_000);
      expect(send('a', 1)).toBe(1);
    }
  });

  it('believes nobody who goes on sending over the bound, until a minute of silence', () => {
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

  it('counts each visitor alone', () => {
    const { send } = rates();
    send('a', 200);
    expect(send('b', 10)).toBe(10);
  });

  it('is off at 0', () => {
    expect(rates({ eventsPerMinute: 0 }).send('a', 10_000)).toBe(10_000);
  });
});
