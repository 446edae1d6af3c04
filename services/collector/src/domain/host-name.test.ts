import { hostName, isWithin } from './host-name';

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
