import fc from 'fast-check';
import { checkDomain } from './check-domain';

const label63 = 'a'.repeat(63);
/** 253 characters: three labels of 63, one of 57, and `com`. */
const longest = `${label63}.${label63}.${label63}.${'b'.repeat(57)}.com`;

const ACCEPTED: readonly (readonly [written: string, domain: string])[] = [
  ['example.com', 'example.com'],
  ['Example.COM', 'example.com'],
  ['  example.com\n', 'example.com'],
  ['www.example.com', 'example.com'],
  ['WWW.Example.com.', 'example.com'],
  ['example.com.', 'example.com'],
  ['http://example.com', 'example.com'],
  ['HTTPS://WWW.EXAMPLE.COM/Path?q=1#f', 'example.com'],
  ['//example.com/a', 'example.com'],
  ['example.com/path', 'example.com'],
  ['example.com?utm_source=x', 'example.com'],
  ['example.com#top', 'example.com'],
  ['example.com/a@b:c%20d', 'example.com'],
  ['example.com:8080', 'example.com'],
  ['https://www.example.com:443/', 'example.com'],
  ['www.www.example.com', 'www.example.com'],
  ['www2.example.com', 'www2.example.com'],
  ['wwwexample.com', 'wwwexample.com'],
  ['app.www.example.com', 'app.www.example.com'],
  ['www.com', 'www.com'],
  ['www.www.com', 'www.com'],
  ['www.co.uk', 'co.uk'],
  ['www.localhost', 'localhost'],
  ['localhost', 'localhost'],
  ['LOCALHOST:3000', 'localhost'],
  ['http://localhost:3000/index.html', 'localhost'],
  ['localhost.', 'localhost'],
  ['shop.localhost', 'shop.localhost'],
  ['shop.example.co.uk', 'shop.example.co.uk'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['https://www.bücher.example/x', 'xn--bcher-kva.example'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
  ['ｅｘａｍｐｌｅ．ｃｏｍ', 'example.com'],
  ['faß.de', 'xn--fa-hia.de'],
  ['1.example', '1.example'],
  ['123.com', '123.com'],
  ['1.2.3.example', '1.2.3.example'],
  ['a-b.example', 'a-b.example'],
  ['a--b.example', 'a--b.example'],
  ['intranet.corp', 'intranet.corp'],
  [`${label63}.com`, `${label63}.com`],
  [longest, longest],
  [`${longest}.`, longest],
];

const REFUSED: readonly (readonly [written: string, because: RegExp])[] = [
  ['', /Give the site/],
  ['   ', /Give the site/],
  ['com', /needs a dot/],
  ['example', /needs a dot/],
  ['www', /needs a dot/],
  ['www.', /needs a dot/],
  ['http://intranet/', /needs a dot/],
  ['localhost1', /needs a dot/],
  ['127.0.0.1', /IP address/],
  ['127.0.0.1.', /IP address/],
  ['http://192.168.0.1:8080/x', /IP address/],
  ['127.1', /IP address/],
  ['2130706433', /IP address/],
  ['0x7f000001', /IP address/],
  ['0x7F.1', /IP address/],
  ['017700000001', /IP address/],
  ['0177.0.0.01', /IP address/],
  ['１２７.0.0.1', /IP address/],
  ['127。0。0。1', /IP address/],
  ['0', /IP address/],
  ['::1', /IP address/],
  ['[::1]', /IP address/],
  ['http://[2001:db8::1]:80/', /IP address/],
  ['2001:db8::1', /IP address/],
  ['[::ffff:127.0.0.1]', /IP address/],
  ['256.1.1.1', /Not a host name/],
  ['1.2.3.4.5', /Not a host name/],
  ['example.1', /Not a host name/],
  ['[example.com]', /Not a host name/],
  ['https://', /Not a host name/],
  ['/path', /Not a host name/],
  ['http:/example.com', /Not a host name/],
  ['http:example.com', /Not a host name/],
  ['example.com:', /Not a host name/],
  ['a.b://example.com', /Not a host name/],
  ['ftp://example.com', /Not a host name/],
  ['javascript:alert(1)', /Not a host name/],
  ['mailto:ann@example.com', /Not a host name/],
  ['ann@example.com', /Not a host name/],
  ['https://user:secret@example.com/', /Not a host name/],
  ['example.com:65536', /Not a host name/],
  ['example.com:80:80', /Not a host name/],
  ['example.com:http', /Not a host name/],
  ['exa mple.com', /Not a host name/],
  ['exa\tmple.com', /Not a host name/],
  ['exa\u0000mple.com', /Not a host name/],
  ['example.com\\path', /Not a host name/],
  ['ex%61mple.com', /Not a host name/],
  ['exa<b>.com', /Not a host name/],
  ['xn--a.com', /Not a host name/],
  ['xn--.com', /Not a host name/],
  ['*.example.com', /Each part/],
  ['my_site.example.com', /Each part/],
  ["example.com'; DROP TABLE sites", /Not a host name/],
  ['example.com,example.org', /Each part/],
  ['-example.com', /Each part/],
  ['example-.com', /Each part/],
  ['.example.com', /Each part/],
  ['example..com', /Each part/],
  ['example.com..', /Each part/],
  ['.', /Not a host name/],
  [`a${label63}.com`, /Each part/],
  [`b${longest}`, /at most 253/],
  [`${'ü'.repeat(60)}.example`, /Each part/],
  ['x'.repeat(100_000), /at most 253/],
];

describe('the domain of a site', () => {
  it.each(ACCEPTED)('reads %j as %j', (written, domain) => {
    expect(checkDomain(written)).toEqual({ ok: true, value: domain });
  });

  it.each(REFUSED)('refuses %j', (written, because) => {
    expect(checkDomain(written)).toEqual({ ok: false, message: expect.stringMatching(because) as unknown });
  });

  it('is the same when it is read again, unless a second www. follows the first', () => {
    const part = fc.stringMatching(/^[a-zA-Z0-9ü-]{1,8}$/);
    const host = fc.array(fc.oneof(part, fc.constant('www')), { minLength: 1, maxLength: 4 });
    const written = fc
      .record({
        scheme: fc.constantFrom('', 'http://', 'HTTPS://', '//'),
        labels: host.filter(([first, second]) => !(first === 'www' && second === 'www')),
        after: fc.constantFrom('', '.', ':8080', '/path?x=1', './#a'),
      })
      .map(({ scheme, labels, after }) => `${scheme}${labels.join('.')}${after}`);
    fc.assert(
      fc.property(written, (text) => {
        const once = checkDomain(text);
        fc.pre(once.ok);
        expect(checkDomain(once.value)).toEqual(once);
      }),
      { seed: 20_261_101, numRuns: 2_000 },
    );
  });

  it('never throws and never keeps anything but a host name, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const checked = checkDomain(text);
        if (checked.ok) expect(checked.value).toMatch(/^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)$/);
      }),
      { seed: 20_261_101, numRuns: 5_000 },
    );
  });
});
