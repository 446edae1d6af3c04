import { isNamedBy } from './if-none-match';

describe('isNamedBy', () => {
  it.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" , "y"', ' * '])('finds the tag in %j', (header) => {
    expect(isNamedBy(header, '"abc"')).toBe(true);
  });

  it.each([undefined, '', 'abc', '"abcd"', '"ABC"', '"x" *', '"'])('finds nothing in %j', (header) => {
    expect(isNamedBy(header, '"abc"')).toBe(false);
  });
});
