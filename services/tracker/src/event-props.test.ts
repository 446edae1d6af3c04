import { eventProps } from './event-props';

test('keeps text, numbers and booleans and leaves out the rest', () => {
  const given = { s: 'a', n: 1.5, b: false, z: 0, e: '', u: undefined, x: null, o: {}, f: () => 1, nan: NaN };
  expect(eventProps(given)).toEqual({ s: 'a', n: 1.5, b: false, z: 0, e: '' });
});

test.each([[undefined], [null], [7], ['text'], [true]])('takes %p for props without harm', (given) => {
  expect(typeof eventProps(given)).toBe('object');
});

test('leaves out keys that the collector refuses', () => {
  const given = { 'ok.key_-9': 1, 'a b': 2, '': 3, ['k'.repeat(65)]: 4, ключ: 5 };
  expect(eventProps(given)).toEqual({ 'ok.key_-9': 1 });
});

test('keeps the first 30 properties and 500 characters of a text', () => {
  const given = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, 'v'.repeat(600)]));
  const props = eventProps(given);
  expect(Object.keys(props)).toHaveLength(30);
  expect(props['k0']).toHaveLength(500);
});
