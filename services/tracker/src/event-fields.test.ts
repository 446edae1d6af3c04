import { eventProps, pageAddress } from './event-fields';

test('keeps text, numbers and booleans and leaves out other values', () => {
  const given = { s: 'a', n: 1.5, b: false, z: 0, e: '', u: undefined, x: null, o: {}, f: () => 1, nan: NaN };
  expect(eventProps(given)).toEqual({ s: 'a', n: 1.5, b: false, z: 0, e: '' });
});

test.each([[undefined], [null], [7], ['text'], [true]])('accepts %p as props', (given) => {
  expect(typeof eventProps(given)).toBe('object');
});

test('leaves out keys that the collector rejects', () => {
  const given = { 'ok.key_-9': 1, 'a b': 2, '': 3, ['k'.repeat(65)]: 4, ключ: 5 };
  expect(eventProps(given)).toEqual({ 'ok.key_-9': 1 });
});

test('keeps the first 30 properties and 500 characters of a text', () => {
  const given = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, 'v'.repeat(600)]));
  const props = eventProps(given);
  expect(Object.keys(props)).toHaveLength(30);
  expect(props['k0']).toHaveLength(500);
});

test.each([
  ['https://a.test/x?y=1', 'https://a.test/x?y=1'],
  ['https://a.test/x?y=1#part', 'https://a.test/x?y=1'],
  ['https://a.test/x#', 'https://a.test/x'],
  ['https://a.test/#access_token=secret', 'https://a.test/'],
  ['https://a.test/#/route?tab=2#more', 'https://a.test/#/route?tab=2'],
  ['https://a.test/#!/old/route', 'https://a.test/#!/old/route'],
  ['https://a.test/#!important', 'https://a.test/'],
])('the page of %s is %s', (href, address) => {
  expect(pageAddress(href)).toBe(address);
});

test('cuts an address at 4,000 characters', () => {
  expect(pageAddress(`https://a.test/?${'x'.repeat(9000)}`)).toHaveLength(4000);
});
