import { parseIfMatch } from './if-match';

describe('an If-Match header', () => {
  it.each<[string | undefined, string[]]>([
    [undefined, []],
    ['*', []],
    ['"abc"', ['abc']],
    [' "a" , "b"', ['a', 'b']],
    ['W/"a", "b"', ['W/"a"', 'b']],
    ['""', ['']],
  ])('%j names %j', (header, tags) => expect(parseIfMatch(header)).toEqual(tags));

  it.each([
    '',
    'abc',
    '"abc',
    '"a" "b"',
    '"a",b',
    '"a\u0001"',
    `"${'a'.repeat(300)}"`,
    Array(12).fill('"a"').join(),
  ])('is refused as %j', (header) => expect(() => parseIfMatch(header)).toThrow(/If-Match/));
});
