import { allows, policiesOf, sourcesOf } from './content-policy';

const PAGE = new URL('https://shop.example/');

describe('the sources of a policy', () => {
  it.each([
    ["script-src 'self'; default-src *", 'script', ["'self'"]],
    ['script-src a; script-src-elem b', 'script', ['b']],
    ['default-src a b', 'connect', ['a', 'b']],
    ['DEFAULT-SRC a; default-src b', 'script', ['a']],
    ['script-src', 'script', []],
    ['img-src a', 'script', undefined],
  ] as const)('of %j for a %s are %j', (policy, fetches, expected) =>
    expect(sourcesOf(policy, fetches)).toEqual(expected),
  );

  it('come from the header and from meta elements', () =>
    expect(
      policiesOf(
        'a b, c',
        `<meta name="x" content="no"><META content='d' http-equiv=Content-Security-Policy>`,
      ),
    ).toEqual(['a b', 'c', 'd']));
});

describe('a source list', () => {
  it.each([
    ['*', 'https://c.example/hw.js', true],
    ['https:', 'https://c.example/hw.js', true],
    ['http:', 'https://c.example/hw.js', true],
    ['https:', 'http://c.example/hw.js', false],
    ["'none'", 'https://c.example/hw.js', false],
    ["'self'", 'https://shop.example/hw.js', true],
    ["'self'", 'https://c.example/hw.js', false],
    ['c.example', 'https://c.example/hw.js', true],
    ['c.example', 'http://c.example/hw.js', false],
    ['C.Example', 'https://c.example/hw.js', true],
    ['*.example', 'https://c.example/hw.js', true],
    ['*.c.example', 'https://c.example/hw.js', false],
    ['c.example:8081', 'https://c.example:8081/hw.js', true],
    ['c.example:*', 'https://c.example:8081/hw.js', true],
    ['c.example', 'https://c.example:8081/hw.js', false],
    ['https://c.example:443', 'https://c.example/hw.js', true],
    ['https://c.example/hw.js', 'https://c.example/hw.js', true],
    ['https://c.example/js/', 'https://c.example/hw.js', false],
    ["'nonce-abc' 'strict-dynamic' c.example", 'https://c.example/hw.js', false],
    ["'unsafe-inline'", 'https://c.example/hw.js', false],
  ])('%s for %s: %s', (list, url, expected) =>
    expect(allows(list.split(' '), new URL(url), PAGE)).toBe(expected),
  );

  it('lets a script with its nonce run', () => {
    const sources = ["'nonce-abc'", "'strict-dynamic'"];
    expect(allows(sources, new URL('https://c.example/hw.js'), PAGE, 'abc')).toBe(true);
    expect(allows(sources, new URL('https://c.example/hw.js'), PAGE, 'abd')).toBe(false);
  });
});
