import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import {
  checkCategories,
  checkExcludedAddresses,
  checkExcludedPaths,
  checkName,
  checkTags,
  checkTimezone,
} from './check-site';
import timeZones from './time-zones.json';

describe('the name of a site', () => {
  it.each([
    [' Shop ', 'Shop'],
    ['Ännes Läden & Söhne', 'Ännes Läden & Söhne'],
    ['😀'.repeat(200), '😀'.repeat(200)],
    ["Robert'); DROP TABLE sites;--", "Robert'); DROP TABLE sites;--"],
  ])('stores %j as %j', (written, name) => {
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

describe('the time zone of a site', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+12'])(
    'may be %s',
    (zone) => {
      expect(checkTimezone(zone)).toEqual({ ok: true, value: zone });
    },
  );

  it.each([
    '',
    '+05:30',
    '-08',
    'europe/berlin',
    'Utc',
    'Europe/Atlantis',
    ' UTC',
    'UTC+1',
    'CEST',
    'Factory',
  ])('may not be %j', (zone) => {
    expect(checkTimezone(zone).ok).toBe(false);
  });

  it('is supported by this runtime, for each zone of the list', () => {
    for (const timeZone of timeZones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    expect(timeZones.length).toBeGreaterThan(400);
  });
});

describe('the categories of a site', () => {
  it('lose duplicates and keep their order', () => {
    expect(checkCategories(['saas', 'blog', 'saas'])).toEqual({ ok: true, value: ['saas', 'blog'] });
    expect(checkCategories([])).toEqual({ ok: true, value: [] });
    expect(checkCategories(SITE_CATEGORIES)).toEqual({ ok: true, value: SITE_CATEGORIES });
  });

  it.each([[['SaaS']], [['blogs']], [['']], [[' blog']], [['__proto__']], [['constructor']]])(
    'refuses %j and lists the categories',
    (slugs) => {
      const checked = checkCategories(['blog', ...slugs]);
      expect(checked).toMatchObject({ ok: false, index: 1 });
      for (const slug of SITE_CATEGORIES) expect(!checked.ok && checked.message).toContain(slug);
    },
  );
});

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `tag ${index}`);

describe('the tags of a site', () => {
  it('are trimmed, lower-case and unique, in the order given', () => {
    expect(checkTags([' B2B ', 'Ärzte', 'b2b', 'A\u0308rzte', 'eu'])).toEqual({
      ok: true,
      value: ['b2b', 'ärzte', 'eu'],
    });
  });

  it('may be empty', () => {
    expect(checkTags([])).toEqual({ ok: true, value: [] });
  });

  it('may be 50 of 64 characters, not counting duplicates', () => {
    expect(checkTags([...numbered(50), 'TAG 1'])).toEqual({ ok: true, value: numbered(50) });
    expect(checkTags(['😀'.repeat(64)]).ok).toBe(true);
  });

  it.each([
    [['a', ' '], { index: 1, message: /empty/ }],
    [['a'.repeat(65)], { index: 0, message: /at most 64/ }],
    [['ok', 'ok', 'a\nb'], { index: 2, message: /control/ }],
    [numbered(51), { message: /at most 50/ }],
  ])('%#: a wrong tag is refused with its index', (tags, problem) => {
    expect(checkTags(tags)).toEqual({
      ok: false,
      ...problem,
      message: expect.stringMatching(problem.message) as unknown,
    });
  });
});

describe('the exclusions of a site', () => {
  it('are stored as events have them, without duplicates', () => {
    const paths = checkExcludedPaths([' /admin/* ', '/*/draft/', '/admin/*', '/', '/über/*', '/\ud800']);
    expect(paths).toEqual({
      ok: true,
      value: ['/admin/*', '/*/draft', '/', '/%C3%BCber/*', '/%EF%BF%BD'],
    });
    const addresses = checkExcludedAddresses(['203.0.113.7 ', '2001:DB8::/48', '203.0.113.7', '10.0.0.0/8']);
    expect(addresses).toEqual({ ok: true, value: ['203.0.113.7', '2001:db8::/48', '10.0.0.0/8'] });
  });

  it.each([
    [[''], /starts with \//],
    [['admin'], /starts with \//],
    [['/a?b'], /no query/],
    [['/a#b'], /no query/],
    [['/a b'], /starts with \//],
    [['/a\u0000'], /starts with \//],
    [[`/${'a'.repeat(200)}`], /at most 200/],
  ])('refuse the paths %j', (paths, because) => {
    const message: unknown = expect.stringMatching(because);
    expect(checkExcludedPaths(paths)).toEqual({ ok: false, message, index: 0 });
  });

  it.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.0/33',
    '203.0.113.0/',
    '::1/129',
    '203.0.113.7/24/1',
    'fe80::1%eth0',
    '*',
  ])('refuse the address "%s"', (address) => {
    const refusal = checkExcludedAddresses(['::1', address]);
    expect(refusal).toMatchObject({ ok: false, index: 1 });
  });

  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/00'])(
    'refuse the subnet %s, which contains every address',
    (subnet) => {
      const message = 'A subnet must not contain every address (/0). Use a longer prefix, such as /24.';
      expect(checkExcludedAddresses(['::1', subnet])).toEqual({ ok: false, message, index: 1 });
      expect(checkExcludedAddresses(['10.0.0.0/1', '::/1'])).toMatchObject({ ok: true });
    },
  );

  it('have at most 50 entries each', () => {
    const many = Array.from({ length: 51 }, (_, index) => index);
    expect(checkExcludedPaths(many.slice(1).map((index) => `/${index}`))).toMatchObject({ ok: true });
    expect(checkExcludedPaths(many.map((index) => `/${index}`))).toMatchObject({ ok: false });
    expect(checkExcludedAddresses(many.map((index) => `10.0.0.${index}`))).toMatchObject({ ok: false });
  });
});
