import { parseRolePasswords } from './provision-roles';

test.each([
  ['plain passwords', 'a', 'b'],
  ['passwords with commas and colons', 'a,b:c,', ',,:'],
])('parses %s', (_, first, last) => {
  expect(parseRolePasswords(`gateway:${first},sites:s,identity:i,purge:${last}`)).toEqual({
    gateway: first,
    sites: 's',
    identity: 'i',
    purge: last,
  });
});

test.each([
  ['a missing role', 'gateway:a,sites:b,identity:c'],
  ['an empty password', 'gateway:a,sites:,identity:c,purge:d'],
  ['a repeated role', 'gateway:a,sites:b,identity:c,purge:d,purge:e'],
  ['text before the first role', 'x,gateway:a,sites:b,identity:c,purge:d'],
  ['an unknown role at the start', 'other:a,gateway:a,sites:b,identity:c,purge:d'],
])('refuses %s', (_, text) => {
  expect(parseRolePasswords(text)).toBeUndefined();
});
