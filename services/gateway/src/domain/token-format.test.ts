import fc from 'fast-check';
import { generateToken, parseToken } from './token-format';

describe('token format', () => {
  it('makes tokens that it can read, each another', () => {
    const tokens = Array.from({ length: 200 }, () => generateToken());
    expect(new Set(tokens).size).toBe(200);
    for (const token of tokens) {
      expect(token).toMatch(/^hw_[0-9a-f]{12}_[0-9A-Za-z]{49}$/);
      expect(parseToken(token)).toMatchObject({ publicId: token.slice(3, 15) });
    }
  });

  it('keeps its length when the random bytes begin with zeros', () => {
    const token = generateToken((size) => new Uint8Array(size));
    expect(token).toHaveLength(65);
    expect(parseToken(token)?.hash).toHaveLength(32);
  });

  it('refuses a token with any one character changed', () => {
    const token = generateToken();
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom('a', 'Z', '0', '_', ' ', 'é'),
        (at, character) => {
          const changed = token.slice(0, at) + character + token.slice(at + 1);
          expect(parseToken(changed) === undefined).toBe(changed !== token);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  it.each([
    '',
    'hw_',
    'hw__',
    'Bearer x',
    generateToken().toUpperCase(),
    ` ${generateToken()}`,
    `${generateToken()}\n`,
  ])('refuses %j', (text) => expect(parseToken(text)).toBeUndefined());
});
