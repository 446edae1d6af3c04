import { checkName } from './check-name';

describe('the name of a site', () => {
  it.each([
    [' Shop ', 'Shop'],
    ['Ännes Läden & Söhne', 'Ännes Läden & Söhne'],
    ['😀'.repeat(200), '😀'.repeat(200)],
    ["Robert'); DROP TABLE sites;--", "Robert'); DROP TABLE sites;--"],
  ])('keeps %j as %j', (written, name) => {
    expect(checkName(written)).toEqual({ ok: true, value: name });
  });

  it.each([
    ['', /empty/],
    [' \t\n ', /empty/],
    ['a'.repeat(201), /at most 200/],
    ['😀'.repeat(201), /at most 200/],
    ['a\nb', /control/],
    ['a\u0000b', /control/],
    ['a\u0085b', /control/],
    ['a\u2028b', /control/],
  ])('refuses %j', (written, because) => {
    expect(checkName(written)).toEqual({ ok: false, message: expect.stringMatching(because) as unknown });
  });
});
