import { pageAddress } from './page-address';

test.each([
  ['https://a.test/x?y=1', 'https://a.test/x?y=1'],
  ['https://a.test/x?y=1#part', 'https://a.test/x?y=1'],
  ['https://a.test/x#', 'https://a.test/x'],
  ['https://a.test/#access_token=secret', 'https://a.test/'],
  ['https://a.test/#/route?tab=2#more', 'https://a.test/#/route?tab=2'],
  ['https://a.test/#!/old/route', 'https://a.test/#!/old/route'],
  ['https://a.test/#!important', 'https://a.test/'],
])('names the page of %s as %s', (href, address) => {
  expect(pageAddress(href)).toBe(address);
});

test('cuts an address at 4,000 characters', () => {
  expect(pageAddress(`https://a.test/?${'x'.repeat(9000)}`)).toHaveLength(4000);
});
