import { clicksOfConversion, type Click } from './conversion';

const DAY_MS = 86_400_000;
const PAID = Date.parse('2026-11-20T10:00:00Z');
const click = (parameter: string, atMs: number): Click => ({ siteId: 1, atMs, parameter, sealed: `${atMs}` });

const found = (...clicks: Click[]) =>
  clicksOfConversion(PAID, clicks).map(({ platform, parameter, atMs }) => [platform, parameter, PAID - atMs]);

it('returns the latest click of each platform up to the payment', () => {
  expect(
    found(
      click('fbclid', PAID - 5),
      click('gclid', PAID - 3),
      click('wbraid', PAID - 2),
      click('gclid', PAID + 1),
      click('gclid', PAID - 9),
    ),
  ).toEqual([
    ['google', 'wbraid', 2],
    ['meta', 'fbclid', 5],
  ]);
});

it('counts a click at the moment of the payment, and none of more than 90 days before', () => {
  expect(found(click('msclkid', PAID))).toEqual([['microsoft', 'msclkid', 0]]);
  expect(found(click('msclkid', PAID - 90 * DAY_MS))).toHaveLength(1);
  expect(found(click('msclkid', PAID - 90 * DAY_MS - 1))).toEqual([]);
});

it('prefers the gclid of a page with several click ids of Google', () => {
  for (const clicks of [
    ['gbraid', 'gclid'],
    ['gclid', 'gbraid'],
  ])
    expect(found(...clicks.map((parameter) => click(parameter, PAID)))).toEqual([['google', 'gclid', 0]]);
});

it('ignores unknown parameters', () => {
  expect(found(click('newclid', PAID))).toEqual([]);
});
