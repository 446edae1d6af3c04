import { matchesEtag, parseIfMatch } from './request-headers';

describe('parseIfMatch', () => {
  it.each<[string | undefined, string[]]>([
    [undefined, []],
    ['*', []],
    ['"abc"', ['abc']],
    [' "a" , "b"', ['a', 'b']],
    ['W/"a", "b"', ['W/"a"', 'b']],
    ['""', ['']],
  ])('reads %j as %j', (header, tags) => expect(parseIfMatch(header)).toEqual(tags));

  it.each([
    '',
    'abc',
    '"abc',
    '"a" "b"',
    '"a",b',
    '"a\u0001"',
    `"${'a'.repeat(300)}"`,
    Array(12).fill('"a"').join(),
  ])('rejects %j', (header) => expect(() => parseIfMatch(header)).toThrow(/If-Match/));
});

describe('matchesEtag', () => {
  it.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" , "y"', ' * '])('finds the tag in %j', (header) => {
    expect(matchesEtag(header, '"abc"')).toBe(true);
  });

  it.each([undefined, '', 'abc', '"abcd"', '"ABC"', '"x" *', '"'])('finds no tag in %j', (header) => {
    expect(matchesEtag(header, '"abc"')).toBe(false);
  });
});
