import { isLinearizable, type Call, type Model } from './linearizable';

/** A register: a write returns the value that it replaces, a read returns the value. */
type Input = { readonly write: number } | 'read';
const register: Model<number, Input, number> = {
  initial: 0,
  step: (value, input, output) => (output !== value ? undefined : input === 'read' ? value : input.write),
  describe: String,
};

const call = (startedAt: number, endedAt: number, input: Input, output: number): Call<Input, number> => ({
  ...{ startedAt, endedAt },
  ...{ input, output },
});

describe('isLinearizable', () => {
  it.each<[string, Call<Input, number>[]]>([
    ['no call', []],
    ['calls one after the other', [call(0, 1, { write: 5 }, 0), call(2, 3, 'read', 5)]],
    ['a concurrent read of the old value', [call(0, 9, { write: 5 }, 0), call(2, 3, 'read', 0)]],
    ['a concurrent read of the new value', [call(0, 9, { write: 5 }, 0), call(2, 3, 'read', 5)]],
    [
      'concurrent writes in the order of their results',
      [call(0, 9, { write: 1 }, 2), call(0, 9, { write: 2 }, 0), call(10, 11, 'read', 1)],
    ],
  ])('accepts %s', (_what, history) => {
    expect(isLinearizable(register, history)).toBe(true);
  });

  it.each<[string, Call<Input, number>[]]>([
    ['a stale read', [call(0, 1, { write: 5 }, 0), call(2, 3, 'read', 0)]],
    ['a value that was never written', [call(0, 1, 'read', 7)]],
    ['a lost write', [call(0, 9, { write: 1 }, 0), call(0, 9, { write: 2 }, 0)]],
    [
      'a new value before an old one',
      [call(0, 9, { write: 5 }, 0), call(1, 2, 'read', 5), call(3, 4, 'read', 0)],
    ],
  ])('rejects %s', (_what, history) => {
    expect(isLinearizable(register, history)).toBe(false);
  });

  it('searches long histories in seconds', () => {
    const writes = Array.from({ length: 60 }, (_, n) => call(3 * n, 3 * n + 8, { write: n + 1 }, n));
    expect(isLinearizable(register, writes)).toBe(true);
    expect(isLinearizable(register, [...writes, call(1_000, 1_001, 'read', 1)])).toBe(false);
  });
});
