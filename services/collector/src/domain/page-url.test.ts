import fc from 'fast-check';
import { hostName, isWithin, parsePageUrl } from './page-url';

describe('page url', () => {
  it.each([
    ['https://Example.com', 'example.com', '/'],
    ['https://example.com/pricing/', 'example.com', '/pricing'],
    ['https://example.com//', 'example.com', '/'],
    ['https://example.com/a?q=1#frag', 'example.com', '/a'],
    ['http://example.com:8080/a/b', 'example.com', '/a/b'],
    ['https://bücher.example/ü', 'xn--bcher-kva.example', '/%C3%BC'],
    ['https://user:secret@example.com/a', 'example.com', '/a'],
    ['https://example.com/#/route', 'example.com', '/'],
  ])('reads %s', (url, hostname, pathname) => {
    expect(parsePageUrl(url)).toMatchObject({ hostname, pathname });
  });

  it.each([
    '',
    'example.com',
    '/pricing',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'about:blank',
    'https://./',
    'https://example.com../',
    `https://${'a.'.repeat(125)}example.com/`,
  ])('refuses %j', (url) => {
    expect(parsePageUrl(url)).toBeUndefined();
  });

  it('cuts a pathname at 2,000 characters', () => {
    expect(parsePageUrl(`https://example.com/${'x'.repeat(5_000)}`)?.pathname).toHaveLength(2_000);
  });

  it('never keeps query, fragment or credentials', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(parsePageUrl(url)?.pathname).not.toMatch(/[?#]/);
      }),
    );
  });
});

describe('host name', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['shop.example.com', 'example.com', true],
    ['a.b.example.com', 'example.com', true],
    ['badexample.com', 'example.com', false],
    ['example.com.evil.test', 'example.com', false],
    ['com', 'example.com', false],
    ['', 'example.com', false],
    ['localhost', 'localhost', true],
  ])('%j within %j: %s', (host, domain, within) => {
    expect(isWithin(host, domain)).toBe(within);
  });

  it('drops case and a trailing dot', () => {
    expect(hostName('WWW.Example.COM.')).toBe('www.example.com');
  });
});
