import fc from 'fast-check';
import { AppError } from '../errors';
import { parseJson } from './parse-json';

const bytes = (text: string): Uint8Array => Buffer.from(text);

function refusal(input: Uint8Array): string {
  try {
    parseJson(input);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'taken';
}

describe('parseJson', () => {
  it('gives any JSON value as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        if (!/\\u0000|\\ud[89a-f]|__proto__/i.test(text))
          expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('takes a byte order mark', () => {
    expect(parseJson(bytes('\ufeff{}'))).toEqual({});
  });

  it('takes 32 levels and no more', () => {
    expect(refusal(bytes('['.repeat(32) + ']'.repeat(32)))).toBe('taken');
    expect(refusal(bytes('['.repeat(33) + '1' + ']'.repeat(33)))).toBe('invalid_request');
  });

  it.each([
    ['nothing', bytes(''), 'invalid_json'],
    ['half a value', bytes('{"a":'), 'invalid_json'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'invalid_json'],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0x80, 0x22]), 'invalid_json'],
    ['an infinite number', bytes('[1e999]'), 'invalid_request'],
    ['a NUL character', bytes('{"a":["\\u0000"]}'), 'invalid_request'],
    ['half a surrogate pair', bytes('"\\udc00"'), 'invalid_request'],
    ['__proto__ deep inside', bytes('[{"a":{"__proto__":1}}]'), 'invalid_request'],
  ])('refuses %s', (_what, input, code) => expect(refusal(input)).toBe(code));

  it('never repeats the body in its message', () => {
    try {
      parseJson(bytes('{"email":"ada@example.com"'));
    } catch (error) {
      expect(String(error)).not.toContain('ada');
    }
    expect.assertions(1);
  });
});
