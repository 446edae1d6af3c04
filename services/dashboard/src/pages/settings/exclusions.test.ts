import { problemOfAddresses, problemOfPaths } from './exclusions';

it.each(['203.0.113.7', '0.0.0.0', '203.0.113.0/24', '2001:DB8::/48', '::1', '::ffff:1.2.3.4', '10.0.0.0/1'])(
  'accepts the address %s',
  (address) => {
    expect(problemOfAddresses([address])).toBeUndefined();
  },
);

it.each([
  ...[
    'localhost',
    '203.0.113',
    '203.0.113.1.2',
    '203.0.113.256',
    '203.0.113.07',
    '203.0.113.0/33',
    '203.0.113.0/',
  ],
  ...['::1/129', '203.0.113.7/24/1', 'fe80::1%eth0', '*', '1:2', ':::', '/24', '1.2.3.4.'],
])('refuses the address %s, and names it', (address) => {
  expect(problemOfAddresses(['::1', address])).toContain(
    `“${address}” is neither an IP address nor a subnet.`,
  );
});

it.each(['0.0.0.0/0', '::/0', '::/00'])('refuses the subnet %s', (subnet) => {
  expect(problemOfAddresses([subnet])).toContain(`“${subnet}” contains every address.`);
});

it.each(['/', '/admin/*', '/*/draft/', '/über/*'])('accepts the path %s', (path) => {
  expect(problemOfPaths([path])).toBeUndefined();
});

it.each(['admin', '/a?b', '/a#b', '/a b', '/a\u0000', 'https://example.com/a'])(
  'refuses the path %j',
  (path) => {
    expect(problemOfPaths(['/', path])).toContain(`“${path}” is not a path.`);
  },
);

it('refuses too long paths and too many entries', () => {
  expect(problemOfPaths([`/${'a'.repeat(200)}`])).toContain('at most 200 characters');
  expect(problemOfPaths([`/${'ü'.repeat(40)}`])).toContain('at most 200 characters');
  const many = Array.from({ length: 51 }, (_, index) => index);
  expect(problemOfPaths(many.map((index) => `/${index}`))).toBe('At most 50 entries are possible.');
  expect(problemOfAddresses(many.map((index) => `10.0.0.${index}`))).toBe('At most 50 entries are possible.');
  expect(problemOfAddresses(many.map(() => '10.0.0.1'))).toBeUndefined();
});
