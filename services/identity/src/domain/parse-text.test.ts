import { anonymousIdProblem } from './parse-text';

describe('an anonymous id', () => {
  it.each([
    '0190f5c4-7f3e-7c3a-9d2e-0a1b2c3d4e5f',
    'v',
    'a:b.c_d-E9',
    'x'.repeat(128),
    'a b',
    'ü',
    'auth0|5f7c',
  ])('is valid as %s', (id) => {
    expect(anonymousIdProblem(id)).toBeUndefined();
  });

  it.each(['', ' ', 'a\n', 'a\0', 'ada@example.com', 'a@b', 'a%40b', 'x'.repeat(129)])(
    'is refused as %j',
    (id) => {
      expect(anonymousIdProblem(id)).toBeDefined();
    },
  );
});
