import {
  containsEmailAddress,
  isScriptVisitorId,
  storedVisitorIdProblem,
  visitorIdProblem,
} from './visitor-id';

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
const wrapped = (text: string, ending: string): string =>
  Buffer.from(text).toString('base64').replace(/.{76}/g, `$&${ending}`);
const hex = (text: string): string => Buffer.from(text).toString('hex');
const JSON_TEXT = '{"name":"Jürgen Müller","email":"ada@example.com"}';
const utf16 = (text: string): string => Buffer.from(text, 'utf16le').toString('base64');
const percent = (text: string): string =>
  text.replace(/./g, (each) => `%${Buffer.from(each).toString('hex')}`);

describe('a visitor id', () => {
  it.each([
    'auth0|5f7c',
    'a/b+c=d',
    'with space',
    '用户1',
    '%41',
    'a~b',
    '100%',
    'a&b',
    '-',
    '7',
    '😀'.repeat(128),
  ])('is valid as %j', (id) => expect(visitorIdProblem(id)).toBeUndefined());

  it.each([
    '',
    ' ',
    'x'.repeat(129),
    '😀'.repeat(129),
    'a\0',
    'a\nb',
    'a\u0085b',
    'a\ud800',
    'a\u2028b',
    'ada@example.com',
    'user:ada%40example.com',
    'a@b',
    '@',
    'a%40b',
    'a%2540b',
    'a＠b',
    'a&#64;b',
    String.raw`a\u0040b`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'sess_eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  ])('is refused as %j', (id) => expect(visitorIdProblem(id)).toMatch(/^must /));
});

it.each(['ada@example.com', 'Kid_ada@example.com'])('the base64 of %s is refused with its reason', (text) => {
  expect(visitorIdProblem(base64(text))).toBe(
    'must not contain an email address, not even encoded: send a random id',
  );
});

/** Microseconds of a processor. */
function costOf(work: () => void): number {
  const start = process.cpuUsage().user;
  work();
  return process.cpuUsage().user - start;
}

it('a long text is refused as an id without decoding it', () => {
  const text = '%2525252525252526amp;'.repeat(50_000);
  expect(visitorIdProblem(text)).toBe('must have at most 128 characters');
  const refused = costOf(() => {
    for (let n = 0; n < 100; n++) visitorIdProblem(text);
  });
  expect(refused).toBeLessThan(costOf(() => containsEmailAddress(text)));
});

describe('an id of the browser script', () => {
  const id = '3f0c8a52-9d1b-4e7a-8c64-0b5f2e9d7a13';

  it.each([id, id.toUpperCase()])('is %s', (uuid) => expect(isScriptVisitorId(uuid)).toBe(true));

  it.each([
    '-'.repeat(36),
    'a'.repeat(36),
    `${id}0`,
    id.slice(1),
    `${id}\n`,
    id.replace('3', 'g'),
    'user-1001',
  ])('is not %j', (other) => expect(isScriptVisitorId(other)).toBe(false));
});

describe('a stored visitor id', () => {
  it.each(['a@b', base64('ada@example.com')])('may be %j, which earlier versions accepted', (id) => {
    expect(storedVisitorIdProblem(id)).toBeUndefined();
    expect(visitorIdProblem(id)).toMatch(/^must not contain/);
  });

  it('is no email address', () => {
    expect(storedVisitorIdProblem('ada%40example.com')).toBe('must not contain an email address');
  });
});

describe('an email address', () => {
  it.each([
    'ada@example.com',
    'Ada <ada@EXAMPLE.co.uk>',
    'x ada%40example.com y',
    'ada＠example.com',
    'a@bücher.example',
    'a@例え.テスト',
    'a@example。com',
    'ada%2540example.com',
    'ada%25252540example%252ecom',
    '%61%64%61%40%65%78%61%6d%70%6c%65%2e%63%6f%6d',
    'ada%EF%BC%A0example%E3%80%82com',
    'ada@b%C3%BCcher.%D1%80%D1%84',
    '100% ada%40example.com',
    'ada%u0040example%u002Ecom',
    'ada%25u0040example.com',
    'ada&#64;example.com',
    'ada&#x40;example&#46;com',
    'ada&amp;#0064;example.com',
    'ada%26%2364%3Bexample.com',
    'ada&commat;example&period;com',
    String.raw`ada\u0040example.com`,
    String.raw`ada\x40example.com`,
    'ada@[192.0.2.1]',
    'ada%40%5BIPv6:2001:db8::1%5D',
    String.raw`ada\\u0040example.com`,
    String.raw`ada%5C%5Cu0040example.com`,
    'ada=40example.com',
    'ada=40mail=2Eexample=2Ecom',
    'email=ada=40EXAMPLE.com&x=1',
    base64('ada@example.com'),
    base64('ada@example.com\n'),
    base64('ada@example.co\r\n'),
    base64('\tada@example.com\nbob'),
    base64('ada%40example.com'),
    base64('Ada <ada@example.com>?'),
    base64('who?ada~x@example.com'),
    `uid_${base64('ada@example.com')}`,
    `email-${base64('ada@example.com\n')}`,
    `Kid_${base64('ada@example.com')}`,
    `KidsKidsKids_${base64('ada@example.com')}`,
    `eyJhbGciOiJub25lIn0.${base64('{"email":"ada@example.com"}')}.x`,
    `u%3D${base64('ada@example.com')}%3D%3D`,
    percent(base64('ada@example.com')),
    base64(base64('ada@example.com')),
    `u_${base64(base64(JSON_TEXT))}`,
    base64(`id=${base64('ada@example.com')}`),
    base64(JSON_TEXT),
    Buffer.from(JSON_TEXT).toString('base64'),
    base64('Jürgen Müller ada%40example.com'),
    base64('🚀ada@example.com'),
    base64('ada@bücher.example'),
    ...['u', 'id', 'uid'].map((prefix) => `${prefix}${base64('ada@example.com')}`),
    `/u/${base64(`👩‍💻${JSON_TEXT}`)}/edit`,
    utf16('ada@example.com'),
    Buffer.from(utf16('ada@example.com'), 'base64').swap16().toString('base64'),
    wrapped(JSON_TEXT.repeat(4), '\n'),
    wrapped('x'.repeat(50) + ' ada@example.com', '\r\n'),
    percent(wrapped('x'.repeat(50) + ' ada@example.com', '\r\n')),
    `eyJhbGciOiJub25lIn0.${base64(JSON_TEXT)}.x`,
    hex('ada@example.com'),
    `u-1${hex('ada@b.example').toUpperCase()}`,
    `a${hex('Ada <ada@example.com>')}0f`,
    'ada%26amp%3B%2523x40;example.com',
    'ada&amp;amp;amp;amp;amp;amp;#64;example.com',
    'ada&#38;#38;#38;#38;#38;#64;example.com',
    'ada%u0025u0025u0025u0025u0025u0040example.com',
    String.raw`ada\u005cu005cu005cu005cu005cu0040example.com`,
    'ada%26%2338%3B%2338%3B%2364%3Bexample.com',
  ])('is found in %j', (text) => expect(containsEmailAddress(text)).toBe(true));

  it.each([
    'a@b',
    'pkg@1.2.3',
    'pkg@1.2.3.4',
    'a@[x]',
    'R&amp;D@home',
    'a&#64;b',
    '%u00e4@b',
    '&#99999999;',
    String.raw`C:\users\x40`,
    '@scope/name',
    'a @ b.c',
    'a@.c',
    '@example.com',
    'https://example.com/?a=b',
    '%40example.com',
    '100%',
    'a%4',
    'a%ffb.c',
    'size=40mm',
    '?page=40&ref=shop.example',
    '?id=4012.jpg',
    '=40example.com',
    base64('ada@example'),
    base64('All the world'),
    base64('Jürgen @ Müller GmbH & Co. KG'),
    base64('Jürgen@Müller'),
    base64('@example.com for all'),
    hex('ada@example'),
    hex('example.com for all'),
    '3f0c8a529d1b4e7a8c640b5f2e9d7a13',
    'InternationalizationOfApplicationsAndDevices',
    'kX9vQ2mZ7tL4wB8nR1cY6hJ3pD5sF0gA-aTu_Ee2',
  ])('is not found in %j', (text) => expect(containsEmailAddress(text)).toBe(false));

  it.each([
    'a@',
    'a@[',
    '&amp;',
    '&#',
    '&#0',
    '%u',
    '%u0025',
    String.raw`\u`,
    'a%40',
    '@b.1',
    'a@b.1',
    '%25',
    '%2525',
    '%',
    '%40.',
    'a%40b.1',
    'a=40b.1',
    'a=40',
    'YWRh',
    'YWRhQ',
    base64('YWRhQABAA'),
    base64('YWRhYWRh'),
    'YWRhQ\n',
    'QABAA',
    'YWRh-',
    '6140',
    '%2525252525252526amp;',
    '%26#37;26#37;26#37;26#37;',
  ])('is searched for in linear time in repeated %j', (part) => {
    const text = part.repeat(Math.ceil(262_144 / part.length));
    const cost = costOf(() => expect(containsEmailAddress(text)).toBe(false));
    expect(cost).toBeLessThan(2_000_000); // quadratic time would be half a minute
  });
});
