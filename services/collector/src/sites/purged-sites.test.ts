import { createPurgedSites } from './purged-sites';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A check over purge times that a test sets, with its calls. */
function purgedSites() {
  let now = 1_000;
  const times = new Map<number, number>();
  const calls: (readonly number[])[] = [];
  const state = { isDown: false };
  const check = createPurgedSites(
    (siteIds) => {
      calls.push(siteIds);
      if (state.isDown) return Promise.reject(new Error('unreachable'));
      return Promise.resolve(new Map([...times].filter(([siteId]) => siteIds.includes(siteId))));
    },
    () => now,
  );
  return { check, times, calls, state, wait: (ms: number) => (now += ms) };
}

describe('createPurgedSites', () => {
  it('returns sites whose purge has begun or begins within five minutes', async () => {
    const { check, times } = purgedSites();
    times
      .set(1, -DAY_MS)
      .set(2, 4 * MINUTE_MS)
      .set(3, 6 * MINUTE_MS);
    expect(await check([1, 2, 3, 4])).toEqual(new Set([1, 2]));
  });

  it('calls sites once per site and day', async () => {
    const { check, calls, wait } = purgedSites();
    await check([1, 2]);
    await check([1, 2, 3]);
    expect(calls).toEqual([[1, 2], [3]]);
    wait(DAY_MS);
    await check([1]);
    expect(calls).toHaveLength(3);
  });

  it('knows a scheduled purge from the cache, and checks again when it is due: the site may be restored', async () => {
    const { check, times, calls, wait } = purgedSites();
    times.set(1, 60 * MINUTE_MS);
    expect(await check([1])).toEqual(new Set());
    wait(56 * MINUTE_MS);
    times.delete(1);
    expect(await check([1])).toEqual(new Set());
    expect(calls).toHaveLength(2);
  });

  it('throws while sites is unreachable, except for cached sites', async () => {
    const { check, state } = purgedSites();
    await check([1]);
    state.isDown = true;
    expect(await check([1])).toEqual(new Set());
    await expect(check([1, 2])).rejects.toThrow('unreachable');
    state.isDown = false;
    expect(await check([1, 2])).toEqual(new Set());
  });
});
