import { silentLog } from '@headwater/kit/testing/silent-log';
import { closeParts, type Part } from './close-parts';

const never = (): Promise<never> => new Promise(() => undefined);

/** Parts that note when they are closed. */
function noting(parts: Readonly<Record<string, () => unknown>>): {
  readonly closed: string[];
  readonly parts: Part[];
} {
  const closed: string[] = [];
  const noted = Object.entries(parts).map(([name, close]) => ({
    name,
    close: () => {
      closed.push(name);
      return close();
    },
  }));
  return { closed, parts: noted };
}

describe('closing the parts of a program', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('closes the last first, each after the one before', async () => {
    let answer = (): void => undefined;
    const { closed, parts } = noting({
      first: () => undefined,
      second: () => new Promise<void>((resolve) => (answer = resolve)),
      third: () => undefined,
    });
    const all = closeParts(parts, 1_000, silentLog());
    await jest.advanceTimersByTimeAsync(500);
    expect(closed).toEqual(['third', 'second']);
    answer();
    await all;
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  it('has one deadline for all, however many of them do not end', async () => {
    const { closed, parts } = noting({ first: never, second: never, third: never });
    let ended = false;
    const all = closeParts(parts, 1_000, silentLog()).then(() => (ended = true));
    await jest.advanceTimersByTimeAsync(999);
    expect({ closed, ended }).toEqual({ closed: ['third'], ended: false });
    await jest.advanceTimersByTimeAsync(1);
    await all;
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  it('closes the others of one that fails, and tells of it', async () => {
    const { closed, parts } = noting({
      first: () => undefined,
      second: () => Promise.reject(new Error('stuck')),
      third: () => {
        throw new Error('later');
      },
    });
    await expect(closeParts(parts, 1_000, silentLog())).rejects.toThrow('later');
    expect(closed).toEqual(['third', 'second', 'first']);
    expect(jest.getTimerCount()).toBe(0);
  });
});
