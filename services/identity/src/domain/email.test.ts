import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { digestEmail, normaliseEmail } from './email';
import { parseHmacKeys, type HmacKeys } from './hmac-keys';

const LONG_LABEL = 'a'.repeat(63);
/** 63 + 1 + 63 + 1 + 57 + 1 + 3 = 189 bytes */
const LONG_DOMAIN = `${LONG_LABEL}.${LONG_LABEL}.${'a'.repeat(57)}.com`;

const ACCEPTED: readonly [why: string, raw: string, normalised: string][] = [
  ['a plain address', 'ada@example.com', 'ada@example.com'],
  ['upper case', 'Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
  ['spaces around it', '  ada@example.com \n', 'ada@example.com'],
  ['a tab and a no-break space around it', '\t\u00a0ada@example.com\u00a0', 'ada@example.com'],
  ['a byte order mark before it', '\ufeffada@example.com', 'ada@example.com'],
  ['a plus tag, which is kept', 'ada+news@example.com', 'ada+news@example.com'],
  ['dots in a Gmail address, which are kept', 'a.d.a@gmail.com', 'a.d.a@gmail.com'],
  [
    'every character that HTML allows',
    ".!#$%&'*+/=?^_`{|}~-@example.com",
    ".!#$%&'*+/=?^_`{|}~-@example.com",
  ],
  ['two consecutive dots, as some carriers issued', 'a..b@example.com', 'a..b@example.com'],
  ['a local part of one digit', '1@example.com', '1@example.com'],
  ['a subdomain', 'a@mail.eu.example.co.uk', 'a@mail.eu.example.co.uk'],
  ['a hyphen in the domain', 'a@my-shop.example', 'a@my-shop.example'],
  ['a domain of digits', 'a@163.com', 'a@163.com'],
  ['a one-letter domain', 'a@x.org', 'a@x.org'],
  ['a German domain', 'info@Bücher.example', 'info@xn--bcher-kva.example'],
  ['a German domain in punycode', 'info@XN--BCHER-KVA.example', 'info@xn--bcher-kva.example'],
  ['a sharp s in the domain', 'a@straße.de', 'a@xn--strae-oqa.de'],
  ['a decomposed umlaut in the domain', 'a@bu\u0308cher.example', 'a@xn--bcher-kva.example'],
  ['a Chinese domain and top-level domain', 'a@例子.测试', 'a@xn--fsqu00a.xn--0zwm56d'],
  ['an ideographic full stop', 'a@example。com', 'a@example.com'],
  ['a Kelvin sign, which is a K', '\u212aelvin@example.\u212aim', 'kelvin@example.kim'],
  ['full-width letters in the domain', 'a@ｅｘａｍｐｌｅ.com', 'a@example.com'],
  ['a Cyrillic local part', 'Иван@пример.рф', 'иван@xn--e1afmkfd.xn--p1ai'],
  ['a composed letter in the local part', 'jos\u00e9@example.com', 'jos\u00e9@example.com'],
  ['a decomposed letter in the local part', 'jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['letters that compose only in lower case', '\u03aa\u0301@example.com', '\u0390@example.com'],
  ['an Indian local part', 'संपर्क@example.in', 'संपर्क@example.in'],
  ['a local part of 64 bytes', `${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ['254 bytes in total', `${'a'.repeat(64)}@${LONG_DOMAIN}`, `${'a'.repeat(64)}@${LONG_DOMAIN}`],
  ['a label of 63 characters', `a@${LONG_LABEL}.com`, `a@${LONG_LABEL}.com`],
];

const REFUSED: readonly [why: string, raw: string][] = [
  ['an empty text', ''],
  ['only spaces', '   '],
  ['no @', 'ada.example.com'],
  ['no local part', '@example.com'],
  ['no domain', 'ada@'],
  ['only an @', '@'],
  ['two @', 'ada@home@example.com'],
  ['an @ in a quoted local part', '"ada@home"@example.com'],
  ['a quoted local part', '"ada"@example.com'],
  ['a display name', 'Ada <ada@example.com>'],
  ['a mailto address', 'mailto:ada@example.com'],
  ['a comment', 'ada(work)@example.com'],
  ['a list', 'ada@example.com,bob@example.com'],
  ['a space in the local part', 'ada lovelace@example.com'],
  ['a no-break space in the local part', 'ada\u00a0l@example.com'],
  ['an ideographic space in the local part', 'ada\u3000l@example.com'],
  ['a space in the domain', 'ada@exam ple.com'],
  ['a tab inside', 'ada\tl@example.com'],
  ['a line break inside', 'ada\nl@example.com'],
  ['a header after a line break', 'ada@example.com\r\nBcc: bob@example.com'],
  ['U+0000 in the local part', 'ad\0a@example.com'],
  ['U+0000 in the domain', 'ada@exam\0ple.com'],
  ['a delete character', 'ad\u007fa@example.com'],
  ['a C1 control character', 'ad\u0085a@example.com'],
  ['a zero-width space', 'ad\u200ba@example.com'],
  ['a right-to-left override', 'ad\u202ea@example.com'],
  ['a lone surrogate', 'ad\ud800a@example.com'],
  ['a lone surrogate in the domain', 'ada@exa\udc00mple.com'],
  ['a backslash', 'ad\\a@example.com'],
  ['a domain without a dot', 'ada@localhost'],
  ['a domain that begins with a dot', 'ada@.example.com'],
  ['a domain that ends with a dot', 'ada@example.com.'],
  ['two dots in the domain', 'ada@example..com'],
  ['a label that begins with a hyphen', 'ada@-example.com'],
  ['a label that ends with a hyphen', 'ada@example-.com'],
  ['an underscore in the domain', 'ada@my_shop.com'],
  ['an IPv4 address', 'ada@192.0.2.1'],
  ['an IPv4 address in hexadecimal', 'ada@0xc0.0x2.1'],
  ['an address literal', 'ada@[192.0.2.1]'],
  ['an IPv6 literal', 'ada@[IPv6:2001:db8::1]'],
  ['a top-level domain of digits', 'ada@example.123'],
  ['a port', 'ada@example.com:25'],
  ['a path', 'ada@example.com/x'],
  ['a percent escape in the domain', 'ada@ex%61mple.com'],
  ['a full-width percent escape in the domain', 'ada@ex％61mple.com'],
  ['a full-width solidus in the domain', 'ada@example.com／x'],
  ['a line separator in the domain', 'ada@exa\u2028mple.com'],
  ['invalid punycode', 'ada@xn--a.com'],
  ['invalid punycode below an ASCII name', 'ada@xn--a.example.com'],
  ['a label of 64 characters', `ada@${'a'.repeat(64)}.com`],
  ['a local part of 65 bytes', `${'a'.repeat(65)}@example.com`],
  ['a local part of 33 two-byte letters', `${'é'.repeat(33)}@example.com`],
  ['255 bytes in total', `${'a'.repeat(64)}@${LONG_DOMAIN.replace('a.com', 'aa.com')}`],
  ['a megabyte', `${'a'.repeat(1_000_000)}@example.com`],
];

describe('normaliseEmail', () => {
  it.each(ACCEPTED)('accepts %s', (_why, raw, normalised) => {
    expect(normaliseEmail(raw)).toBe(normalised);
  });

  it.each(REFUSED)('refuses %s', (_why, raw) => {
    expect(normaliseEmail(raw)).toBeUndefined();
  });

  it('is idempotent and returns one @, a bounded length and no upper case, for any input', () => {
    const letter = fc.oneof(
      {
        weight: 30,
        arbitrary: fc.constantFrom(
          'a',
          'b',
          'z',
          'A',
          'Z',
          '0',
          '9',
          '.',
          '+',
          '-',
          'é',
          'e\u0301',
          'İ',
          'ß',
          'Σ',
        ),
      },
      { weight: 10, arbitrary: fc.constantFrom('\u03aa\u0301', '。', 'ﬁ', 'ǅ', '例') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
    );
    const part = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
    let accepted = 0;
    fc.assert(
      fc.property(part, part, fc.constantFrom('.com', '.рф', '.CO.uk', ''), (local, domain, ending) => {
        const once = normaliseEmail(`${local}@${domain}${ending}`);
        if (once === undefined) return;
        accepted++;
        expect(normaliseEmail(once)).toBe(once);
        expect(normaliseEmail(` ${once}\n`)).toBe(once);
        expect(once.split('@')).toHaveLength(2);
        expect(Buffer.byteLength(once)).toBeLessThanOrEqual(254);
        expect(once.split('@')[1]).toMatch(/^[a-z0-9.-]+$/);
      }),
      { numRuns: 5_000, seed: 20261121 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

function keys(text: string): HmacKeys {
  const result = parseHmacKeys(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.keys;
}

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const BOTH = keys(`new:${NEW.toString('base64')},old:${OLD.toString('base64')}`);
const EMAIL = 'ada@example.com';

describe('digestEmail', () => {
  it('hashes workspace, NUL and address with HMAC-SHA-256 under each key, the current key first', () => {
    const expected = (key: Buffer) => createHmac('sha256', key).update(`7\0${EMAIL}`).digest();
    expect(digestEmail(BOTH, 7, EMAIL)).toEqual([
      { keyId: 'new', digest: expected(NEW) },
      { keyId: 'old', digest: expected(OLD) },
    ]);
  });

  it('returns different digests per workspace, and never a plain hash', () => {
    const digests = [1, 2, 12].map((workspaceId) =>
      digestEmail(BOTH, workspaceId, EMAIL)[0].digest.toString('hex'),
    );
    expect(new Set(digests).size).toBe(3);
    expect(digests).not.toContain(createHash('sha256').update(EMAIL).digest('hex'));
  });
});
