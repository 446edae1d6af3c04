import { fixedClock } from '@headwater/kit/clock';
import type { Spending } from '../store/spend-budget';
import { createRateLimit } from './rate-limit';

const START = Date.parse('2026-11-01T12:00:00Z');
const POLICY = { quota: 200, windowSeconds: 10 };
const policies = {
  read: POLICY,
  write: POLICY,
  import: POLICY,
  export: { quota: 5, windowSeconds: 60 },
  password: POLICY,
  webhook: POLICY,
};

/** Gateways that share what was spent, as the table in Postgres does. */
function gateways(count: number) {
  const clock = fixedClock(START);
  const sums = new Map<string, number>();
  const shared = { calls: 0, down: false, hanging: false, deaf: 0 };
  const spend = async ({ tokenId, budget, windowStart, points }: Spending): Promise<number> => {
    shared.calls += 1;
    if (shared.hanging) return new Promise(() => undefined);
    await Promise.resolve();
    if (shared.down) throw new Error('down');
    const name = `${tokenId} ${budget} ${windowStart}`;
    sums.set(name, (sums.get(name) ?? 0) + points);
    return sums.get(name) ?? 0;
  };
  const onDeaf = (): void => {
    shared.deaf += 1;
  };
  const limits = Array.from({ length: count }, () => createRateLimit({ policies, clock, spend, onDeaf }));
  const take = async (gateway: number): Promise<boolean> =>
    (await limits[gateway]?.take(1, 'read'))?.allowed === true;
  return { clock, shared, limits, take };
}

describe('the rate limit', () => {
  it.each([1, 2, 3, 8])(
    'lets %i gateways let through the quota, and at most a tenth more for each',
    async (count) => {
      const { take, shared } = gateways(count);
      let allowed = 0;
      // Unevenly spread, and up to forty at once.
      for (let batch = 0; batch < 20; batch += 1) {
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, n) => take((n * n + batch) % count)),
        );
        allowed += answers.filter(Boolean).length;
      }
      expect(allowed).toBeGreaterThanOrEqual(POLICY.quota);
      expect(allowed).toBeLessThanOrEqual(POLICY.quota * (1 + count / 10));
      // A query for each twentieth of the quota and gateway at the most, not for each of 800 requests.
      expect(shared.calls).toBeLessThanOrEqual((allowed / POLICY.quota) * 20 + count);
    },
  );

  it('asks nothing for the first requests of a window', async () => {
    const { take, shared, clock } = gateways(1);
    for (let window = 0; window < 5; window += 1) {
      for (let n = 0; n < 10; n += 1) expect(await take(0)).toBe(true);
      clock.set(clock.now() + 10_000);
    }
    expect(shared.calls).toBe(0);
  });

  it('begins anew with each window', async () => {
    const { take, clock } = gateways(2);
    for (let n = 0; n < 300; n += 1) await take(n % 2);
    expect([await take(0), await take(1)]).toEqual([false, false]);
    clock.set(START + 10_000);
    expect([await take(0), await take(1)]).toEqual([true, true]);
  });

  it.each(['down', 'hanging'] as const)(
    'counts by itself while the others are %s, and waits for nobody long',
    async (how) => {
      const { take, shared } = gateways(2);
      shared[how] = true;
      const begin = performance.now();
      const answers: boolean[] = [];
      for (let n = 0; n < 500; n += 1) answers.push(await take(n % 2));
      expect(answers.filter(Boolean)).toHaveLength(2 * POLICY.quota);
      expect(performance.now() - begin).toBeLessThan(10_000);
    },
  );

  it('lets an answer that costs more than the quota be paid from the windows that follow', async () => {
    const { limits, take, clock } = gateways(1);
    expect(await take(0)).toBe(true);
    expect(limits[0]?.charge(1, 'read', 499)).toEqual({
      'RateLimit-Policy': '"read";q=200;w=10',
      RateLimit: '"read";r=0;t=10',
    });
    const afterWindows = async (windows: number) => {
      clock.set(START + windows * 10_000);
      return take(0);
    };
    expect(await take(0)).toBe(false);
    // 500 were spent: 300 too many for the first window, 100 for the second.
    expect(await afterWindows(1)).toBe(false);
    expect(await afterWindows(2)).toBe(true);
    expect((await limits[0]?.take(1, 'read'))?.headers['RateLimit']).toBe('"read";r=98;t=10');
  });

  it('keeps tokens and budgets apart', async () => {
    const { limits } = gateways(1);
    const take = async (token: number, budget: 'read' | 'export') =>
      (await limits[0]?.take(token, budget))?.allowed;
    for (let n = 0; n < 5; n += 1) expect(await take(1, 'export')).toBe(true);
    expect(await take(1, 'export')).toBe(false);
    expect([await take(2, 'export'), await take(1, 'read')]).toEqual([true, true]);
  });
});
