import fc from 'fast-check';
import { containsEmailAddress } from '@headwater/protos/visitor-id';
import { cutText, REDACTED, scrubProps, scrubText, withoutCutWord } from './scrub';

const HEX = 'd41d8cd98f00b204e9800998ecf8427e';
/** With line breaks in its JSON. */
const FORMATTED_JWT = 'ewogICJhbGciOiAiSFMyNTYiCn0.ewogICJzdWIiOiAiamFuZSIKfQ.c2lnbmF0dXJl';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const RANDOM = 'kX9vQ2mZ7tL4wB8nR1cY6hJ3pD5sF0gA-aTu_Ee2';

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
const percent = (text: string): string =>
  text.replace(/./g, (each) => `%${Buffer.from(each).toString('hex')}`);

describe('a text is scrubbed', () => {
  it.each([
    ['/users/ada@example.com/edit', '/users/(redacted)/edit'],
    ['/users/Ada.Love%40Example.COM', '/users/(redacted)'],
    ['/users/ada%2540example.com', '/users/(redacted)'],
    ['/users/ada%25252540example%2ecom/x', '/users/(redacted)/x'],
    ['/u/%61%64%61%40%65%78%61%6d%70%6c%65%2e%63%6f%6d', '/u/(redacted)'],
    ['/u/ada%EF%BC%A0example.com', '/u/(redacted)'],
    ['/u/ada＠example。com', '/u/(redacted)'],
    ['/u/ada@b%C3%BCcher.%D1%80%D1%84', '/u/(redacted)'],
    ['shop.example/u/ada@example.com', 'shop.example/u/(redacted)'],
    ['Mail to ADA@EXAMPLE.COM, please', 'Mail to (redacted), please'],
    ['Ada <ada@example.com>', 'Ada <(redacted)>'],
    ['mailto:ada@example.com?subject=x', 'mailto:(redacted)?subject=x'],
    ['https://ada:secret@example.com/a', 'https://ada:(redacted)/a'],
    ['a=1&email=ada+news@example.com&b=2', 'a=1&email=(redacted)&b=2'],
    ['next%3D%2Fa%26email%3Dada%40example.com', '(redacted)'],
    ['"ada"@example.com', '(redacted)'],
    ['From "ada lovelace"@example.com, today', 'From (redacted), today'],
    ['to "ada lovelace"%40example.com', 'to (redacted)'],
    ['/u/ada%u0040example.com/x', '/u/(redacted)/x'],
    ['to ada&#64;example.com now', 'to (redacted) now'],
    ['to ada&#x40;example&#46;com; bye', 'to (redacted); bye'],
    ['ada&commat;example&period;com', '(redacted)'],
    ['a&amp;b ada&amp;#64;example.com', 'a&amp;b (redacted)'],
    [String.raw`{"email":"ada\u0040example.com"}`, '{"email":(redacted)}'],
    ['ada@[192.0.2.1]', '(redacted)'],
    ['(ada@[IPv6:2001:db8::1])', '((redacted))'],
    [`/u/${base64('ada@example.com')}/x`, '/u/(redacted)/x'],
    [`u=${base64('{"email":"ada@example.com"}')}`, 'u=(redacted)'],
    [`u=${base64('mail ada@mail.example now')}&b`, 'u=(redacted)&b'],
    [`/u/${base64('ada@example.com\n')}`, '/u/(redacted)'],
    [`/u/uid_${base64('ada@example.com')}/x`, '/u/(redacted)/x'],
    [`/u/uid${base64('ada@example.com')}/x`, '/u/(redacted)/x'],
    [`u=${base64('{"name":"Jürgen","email":"ada@example.com"}')}&b`, 'u=(redacted)&b'],
    [base64('x'.repeat(50) + ' ada@example.com').replace(/.{76}/, '$&\r\n'), '(redacted)'],
    [`/u/email-${base64('ada@example.com')}`, '/u/(redacted)'],
    [`next=u%3D${base64('ada@example.com')}%3D&b`, 'next=(redacted)&b'],
    [`/u/${percent(base64('ada@example.com'))}`, '/u/(redacted)'],
    [String.raw`{\"email\":\"ada\\u0040example.com\"}`, String.raw`{\"email\":\(redacted)\"}`],
    ['mail ada=40example.com now', 'mail (redacted) now'],
    ['a?email=ada=40mail=2Eexample.com&b', 'a?email=(redacted)&b'],
    ['/b?from=bounce+ada=example.com@list.example&b', '/b?from=(redacted)&b'],
    ['to bounce-7+ada.b=mail.example.com%40list.example', 'to (redacted)'],
    ['?a=1+b=c.d@example.com', '?a=(redacted)'],
    ['?a=b+c&mail=ada.b@example.com', '?a=b+c&mail=(redacted)'],
    [`/u/${base64(base64('ada@example.com'))}/x`, '/u/(redacted)/x'],
    ['@ada@social.example', '(redacted)'],
    ['a@b.example;c@d.example', '(redacted);(redacted)'],
    [`/reset/${JWT}`, '/reset/(redacted)'],
    [`/reset/${JWT.slice(0, 60)}`, '/reset/(redacted)'],
    ['token eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.', 'token (redacted)'],
    [`/reset/${FORMATTED_JWT}`, '/reset/(redacted)'],
    ['eyAiYWxnIjogIm5vbmUiIH0.eyAic3ViIjogIjEiIH0.', '(redacted)'],
    ['/u/ada@@example.com', '/u/(redacted)'],
    ['/u/ada@example\ufe52com', '/u/(redacted)'],
    ['to ada&#x00000000000040;example.com now', 'to (redacted) now'],
    [`/reset/${HEX}`, '/reset/(redacted)'],
    [`/reset/${HEX.toUpperCase()}${HEX}/done`, '/reset/(redacted)/done'],
    [`My-Page-${HEX}`, 'My-Page-(redacted)'],
    [`${HEX}.frames.example`, '(redacted).frames.example'],
    [`/reset/${RANDOM}`, '/reset/(redacted)'],
    [`/success/cs_test_${RANDOM}`, '/success/(redacted)'],
    [`${RANDOM}${RANDOM}=`, '(redacted)='],
  ])('%s', (text, scrubbed) => expect(scrubText(text)).toBe(scrubbed));

  it.each([
    '',
    'Sign up',
    '/@ada.love/posts',
    '/npm/react@18.2.0/index.js',
    'spring@shop',
    'page=40&of=shop.example',
    'https://shop.example/image?id=4012.jpg',
    'width=40',
    '50% off @ the shop',
    '"Spring"@shop',
    'R&amp;D: C:\\Users\\x&#64;',
    '/download/QWxsIHRoZSB3b3JsZA',
    '/pricing/InternationalizationOfApplicationsAndDevices',
    '/caf%C3%A9/%E6%97%A5%E6%9C%AC%E8%AA%9E/%E3%83%9A%E3%83%BC%E3%82%B8/%E6%97%A5%E6%9C%AC%E8%AA%9E',
    '/blog/how-to-do-it-in-10-or-20-min-at-5-places-of-the-world',
    '/blog/How-To-Write-A-Great-Post-In-2024-And-Be-Read-By-Your-100-Customers',
    '/wiki/InternationalizationOfApplications2024AndLater',
    '/product/iphone-15-pro-max-256gb-natural-titanium-eu-plug',
    '/orders/0b5c3c3e-1f0a-4c9e-9f5e-0123456789ab/items',
    'order_0b5c3c3e-1f0a-4c9e-9f5e-0123456789ab_of-2026-11-23T10-20-30',
    '/r/01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'www.a-very-long-subdomain-of-a-customer.example.co.uk',
    'summer_sale_2026_retargeting_lookalike_1_percent_de_at_ch',
    '2026-11-23-10-20-30-2026-11-23-10-20-30',
    '120210123456789012',
    `/commit/${HEX.slice(1)}`,
  ])('keeps %j', (text) => expect(scrubText(text)).toBe(text));

  const part = fc.oneof(
    fc.string({ maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom(
      '@',
      '%40',
      '%2540',
      '%',
      '.',
      '/',
      ' ',
      'eyJ',
      HEX,
      RANDOM,
      '-',
      'ada',
      'example.com',
      '＠',
      '&#64;',
      '&amp;',
      '%u0040',
      '"',
      '@[192.0.2.1]',
      'YWRhQGV4YW1wbGUuY29t',
    ),
  );
  const anyText = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));

  it('and then contains no address, hexadecimal token or JWT, and stays the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const scrubbed = scrubText(text);
        expect(scrubText(scrubbed)).toBe(scrubbed);
        expect(scrubbed).not.toMatch(/[0-9a-f]{32}/i);
        for (const word of scrubbed.split(/[\s/?&=#<>(){}[\],;:|\\]+/))
          expect(containsEmailAddress(word)).toBe(false);
      }),
    );
  });

  it.each([
    ...[
      'a',
      '@',
      'a@',
      'a@b.',
      '%',
      '%25',
      '%40',
      '%2540.',
      'eyJ',
      'eyJ.',
      'eyJaaaaaaa.',
      '-',
      'aA1',
      '1.',
      '0',
    ],
    ...['@[', '@[1.', '"', '"a', '"a"@', '&#', '&amp;', '&#6', '%u00', '\\u', 'YWRh', 'YWRhQ'],
    ...[`${'a'.repeat(31)} `, `${'0'.repeat(31)}-`, '0b5c3c3e-1f0a-', ' ', '/', '＠', '\ud800'],
  ])('in linear time, 256 KiB of %j', (repeated) => {
    const text = repeated.repeat(Math.ceil(262_144 / repeated.length));
    const start = process.cpuUsage().user;
    scrubText(text);
    cutText(text, 125_000);
    withoutCutWord(text, text.length);
    expect(process.cpuUsage().user - start).toBeLessThan(10_000_000); // quadratic time would be a minute
  });
});

describe('properties', () => {
  it('are scrubbed, and a key with a token stays a valid key', () => {
    const props = { plan: 'pro', mail: 'ada@example.com', [HEX]: '1', __proto__x: JWT };
    expect(scrubProps(props, scrubText)).toEqual({
      plan: 'pro',
      mail: REDACTED,
      redacted: '1',
      __proto__x: REDACTED,
    });
  });

  it('are the same object without anything to scrub', () => {
    const props = { plan: 'pro', url: '/a%20b' };
    expect(scrubProps(props, scrubText)).toBe(props);
  });
});

describe('a cut text', () => {
  it.each([
    ['short', 10, 'short'],
    ['a long text', 6, 'a long'],
    ['/users/ada@example.com', 12, '/users/'],
    ['/users/ada%2540example.com', 10, '/users/'],
    ['/users/ada@example.com/x', 23, '/users/ada@example.com/'],
    ['/users/ada&#64;example.com', 10, '/users/'],
    [`/reset/${HEX}`, 20, '/reset/'],
    [`/reset/${RANDOM}`, 30, '/reset/'],
    [`/reset/${JWT}`, 30, '/reset/'],
  ])('of %j after %d characters is %j', (text, max, cut) => expect(cutText(text, max)).toBe(cut));

  it.each([
    ['see ada@exam', 'see '],
    ['see ada%40exam', 'see '],
    ['see ada@', 'see '],
    ['see ada&#64;exam', 'see '],
    [`/reset/${HEX.slice(0, 20)}`, '/reset/'],
    [`/reset/${RANDOM.slice(0, 20)}`, '/reset/'],
    [`/reset/${JWT.slice(0, 20)}`, '/reset/'],
    ['a long tex', 'a long tex'],
    ['/blog/how-to-do-it-in-10-m', '/blog/how-to-do-it-in-10-m'],
    ['日本語の文章', '日本語の文章'],
  ])('of its sender, %j, is stored as %j', (text, stored) => {
    expect(withoutCutWord(text, text.length)).toBe(stored);
    expect(withoutCutWord(text, text.length + 1)).toBe(text);
  });
});
