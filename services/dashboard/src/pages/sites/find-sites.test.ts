import { isFound, tagsOf } from './find-sites';

const shop = { name: 'The Shop', domain: 'shop.example', tags: ['eu', 'prod'] };

it.each([
  ['', undefined, true],
  ['SHOP', undefined, true],
  [' example ', undefined, true],
  ['prod', undefined, true],
  ['blog', undefined, false],
  ['', 'eu', true],
  ['shop', 'us', false],
])('a search for %j with the tag %j finds the shop: %s', (text, tag, found) => {
  expect(isFound(shop, { text, tag })).toBe(found);
});

it('lists each tag once', () => {
  expect(tagsOf([shop, { ...shop, tags: ['beta', 'eu'] }])).toEqual(['beta', 'eu', 'prod']);
});
