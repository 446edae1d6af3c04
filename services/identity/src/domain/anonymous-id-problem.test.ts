import { anonymousIdProblem } from './anonymous-id-problem';

describe("a visitor's id", () => {
  it.each(['0190f5c4-7f3e-7c3a-9d2e-0a1b2c3d4e5f', 'v', 'a:b.c_d-E9', 'x'.repeat(128)])('may be %s', (id) => {
    expect(anonymousIdProblem(id)).toBeUndefined();
  });

  it.each(['', ' ', 'a b', 'a\n', 'a\0', 'ü', 'ada@example.com', 'x'.repeat(129), "'; drop"])(
    'may not be %j',
    (id) => {
      expect(anonymousIdProblem(id)).toBeDefined();
    },
  );
});
