import { parseAccount, type InvalidFields, type RawAccount } from './parse-account';

const EMAIL = 'Ada@Example.com';

function parse(account: Partial<RawAccount> & { traits?: unknown }, invalid: InvalidFields = 'refuse') {
  const { traits, ...rest } = account;
  return parseAccount(
    { email: EMAIL, traitsJson: traits === undefined ? '' : JSON.stringify(traits), ...rest },
    invalid,
  );
}

/** The account is saved without a field, and the warning about it does not repeat the secret. */
function expectLeftOut(
  account: Parameters<typeof parse>[0],
  { field, reason, secret }: { readonly field: string; readonly reason: string; readonly secret: RegExp },
): void {
  const parsed = parse({ ...account, mrr: 5 });
  if (!parsed.ok) throw new Error('refused');
  expect(parsed.value.warnings).toEqual([{ field, message: expect.stringContaining(reason) as unknown }]);
  expect(parsed.value.changes).toEqual({ mrr: 5, traits: new Map() });
  expect(JSON.stringify(parsed.value.warnings)).not.toMatch(secret);
}

function changesOf(account: Parameters<typeof parse>[0]) {
  const parsed = parse(account);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { traits, ...fields } = parsed.value.changes;
  return { ...fields, traits: Object.fromEntries(traits) };
}

const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, i]));

describe('an account', () => {
  it('gets a normalised address', () => {
    expect(parse({})).toEqual({
      ok: true,
      value: { email: 'ada@example.com', changes: { traits: new Map() }, warnings: [] },
    });
  });

  it('separates fields from traits, which may be any JSON', () => {
    expect(
      changesOf({
        plan: 'pro',
        mrr: 49.5,
        traits: { seats: 3, beta: true, tags: ['a', { b: null }], old: null },
      }),
    ).toEqual({
      plan: 'pro',
      mrr: 49.5,
      traits: { seats: 3, beta: true, tags: ['a', { b: null }], old: null },
    });
  });

  it('takes plan, company, mrr and user_id from the traits when the field is absent', () => {
    expect(changesOf({ traits: { plan: 'pro', company: 'Acme', mrr: 0, user_id: 'u1', seats: 1 } })).toEqual({
      plan: 'pro',
      company: 'Acme',
      mrr: 0,
      userId: 'u1',
      traits: { seats: 1 },
    });
  });

  it('prefers the field to the trait of the same name', () => {
    expect(changesOf({ plan: 'pro', mrr: 1, traits: { plan: 'free', mrr: null } })).toEqual({
      plan: 'pro',
      mrr: 1,
      traits: {},
    });
  });

  it('removes a field that is to be unset, also if a trait has its name', () => {
    expect(changesOf({ unset: ['plan', 'user_id'], traits: { plan: 'pro' } })).toEqual({
      plan: null,
      userId: null,
      traits: {},
    });
  });

  it('removes a field on a null trait', () => {
    expect(changesOf({ traits: { plan: null, mrr: null } })).toEqual({ plan: null, mrr: null, traits: {} });
  });

  it('accepts a trait named __proto__', () => {
    const parsed = parse({ traitsJson: '{"__proto__": {"plan": "x"}}' });
    if (!parsed.ok) throw new Error('refused');
    expect([...parsed.value.changes.traits]).toEqual([['__proto__', { plan: 'x' }]]);
    expect(parsed.value.changes.plan).toBeUndefined();
  });

  it.each([
    ['50 traits', { traits: many(50) }],
    ['exactly 8 KiB of traits', { traits: { t: 'x'.repeat(8 * 1024 - 8) } }],
    ['five levels', { traits: { t: deep(5) } }],
    ['a trait key of 64 characters', { traits: { ['k'.repeat(64)]: 1 } }],
    ['line breaks in a trait', { traits: { note: 'a\nb' } }],
    ['an emoji', { company: 'Acme 🚀', traits: { '🚀': '🚀' } }],
    ['200 characters', { plan: 'x'.repeat(200) }],
    ['the largest number', { mrr: Number.MAX_VALUE }],
    ['an empty object of traits', { traits: {} }],
    ['an @ that is no address', { userId: '@ada', traits: { handles: ['@ada', 'v1.x'], at: 'a@b' } }],
  ])('is accepted with %s', (_why, account) => {
    expect(parse(account)).toMatchObject({ ok: true });
  });

  it.each<[string, Parameters<typeof parse>[0], string]>([
    ['no address', { email: '' }, 'email'],
    ['a blank address', { email: ' \t' }, 'email'],
    ['a wrong address', { email: 'secret-value' }, 'email'],
    ['an empty plan', { plan: '' }, 'plan'],
    ['a blank company', { company: '  ' }, 'company'],
    ['a user id of 201 characters', { userId: 'secret-value'.padEnd(201, 'x') }, 'user_id'],
    ['U+0000 in the plan', { plan: 'secret-value\0' }, 'plan'],
    ['a line break in the company', { company: 'secret-value\n' }, 'company'],
    ['a lone surrogate', { company: 'secret-value\ud800' }, 'company'],
    ['a negative mrr', { mrr: -0.01 }, 'mrr'],
    ['an mrr that is not a number', { mrr: NaN }, 'mrr'],
    ['an infinite mrr', { mrr: Infinity }, 'mrr'],
    ['a plan trait that is a list', { traits: { plan: [7] } }, 'traits.plan'],
    ['an mrr trait that is text', { traits: { mrr: 'secret-value' } }, 'traits.mrr'],
    ['an mrr trait that is negative', { traits: { mrr: -1 } }, 'traits.mrr'],
    ['traits that are not JSON', { traitsJson: '{"secret-value": ' }, 'traits'],
    ['traits that are a list', { traits: ['secret-value'] }, 'traits'],
    ['traits that are null', { traitsJson: 'null' }, 'traits'],
    ['traits that are text', { traits: 'secret-value' }, 'traits'],
    [
      'traits nested a thousand deep',
      { traitsJson: `{"t":${'['.repeat(1_000)}${']'.repeat(1_000)}}` },
      'traits',
    ],
    ['six levels', { traits: { t: deep(6) } }, 'traits'],
    ['an empty trait key', { traits: { '': 'secret-value' } }, 'traits'],
    ['a trait key of 65 characters', { traits: { ['secret-value'.padEnd(65, 'k')]: 1 } }, 'traits'],
    ['a control character in a trait key', { traits: { 'secret-value\u0007': 1 } }, 'traits'],
    ['U+0000 in a trait', { traits: { t: 'secret-value\0' } }, 'traits'],
    ['U+0000 nested in a trait', { traits: { t: [{ 'secret-value\0': 1 }] } }, 'traits'],
    ['a lone surrogate in a trait', { traitsJson: String.raw`{"t":"secret-value\udc00"}` }, 'traits'],
    ['a number too large for a double', { traitsJson: '{"t":1e999}' }, 'traits'],
  ])('is refused with %s, without repeating it', (_why, account, field) => {
    const parsed = parse(account);
    expect(parsed).toMatchObject({ ok: false, problems: [{ field }] });
    expect(JSON.stringify(parsed)).not.toMatch(/secret-value|ada@|bücher/i);
  });

  it.each<[string, Parameters<typeof parse>[0], string]>([
    ['its own address as the user id', { userId: 'ADA@example.com' }, 'user_id'],
    [
      'its own address as the user id in the traits',
      { traits: { user_id: 'ADA@example.com' } },
      'traits.user_id',
    ],
    ["another person's address", { plan: 'bob@example.com' }, 'plan'],
    ['an address with %40', { company: 'https://crm.example/?q=bob%40example.com' }, 'company'],
    ['a long text with an address', { company: 'x'.repeat(300) + ' bob@example.com' }, 'company'],
    ['an address in base64', { userId: 'uid_YWRhQGV4YW1wbGUuY29tCg' }, 'user_id'],
    ['a JWT with an address', { plan: 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFkYUBleGFtcGxlLmNvbSJ9.' }, 'plan'],
    ['an address in Unicode', { company: 'a@bücher.example' }, 'company'],
    ['an address within a trait', { traits: { t: [{ a: ['Ada <ada@EXAMPLE.com>'] }] } }, 'traits.t'],
    ['an address as a key within a trait', { traits: { t: [{ 'bob@example.com': 1 }] } }, 'traits.t'],
    ['an address as a trait key', { traits: { 'bob@example.com': 1 } }, 'traits'],
  ])('is saved without the field with %s, which is not repeated', (_why, account, field) =>
    expectLeftOut(account, { field, reason: 'contains an email address', secret: /ada@|bob|bücher/i }),
  );

  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.VmNHl0w5N_XgL0n3I9PlFUP0TH';
  it.each<[string, Parameters<typeof parse>[0], string]>([
    ['a JWT as the user id', { userId: jwt }, 'user_id'],
    ['a JWT as the user id in the traits', { traits: { user_id: jwt } }, 'traits.user_id'],
    ['a JWT', { company: `key ${jwt}` }, 'company'],
    ['a JWT in a trait', { traits: { t: [{ a: [jwt] }] } }, 'traits.t'],
    ['a JWT as a key within a trait', { traits: { t: { [jwt]: 1 } } }, 'traits.t'],
    ['a JWT as a trait key', { traits: { [jwt.slice(0, 40)]: 1 } }, 'traits'],
  ])('is saved without the field with %s, which is not repeated', (_why, account, field) =>
    expectLeftOut(account, { field, reason: 'contains a JWT', secret: /eyJ/ }),
  );

  it.each([
    '7f3a9c51e2b8d4067f3a9c51e2b8d406',
    'https://gravatar.example/avatar/7f3a9c51e2b8d4067f3a9c51e2b8d406',
    'tenant.stanleyJohnson42.prod-eu-west-1',
  ])('keeps %s, as the ids of many products are', (id) => {
    expect(changesOf({ userId: id, company: id })).toMatchObject({ userId: id, company: id });
    expect(changesOf({ traits: { id } })).toMatchObject({ traits: { id } });
  });

  it('removes a trait whose key is an address, which earlier versions stored in base64', () => {
    const key = Buffer.from('bob@example.com').toString('base64url');
    expect(parse({ traits: { [key]: null } })).toMatchObject({
      ok: true,
      value: { changes: { traits: new Map([[key, null]]) }, warnings: [] },
    });
  });

  const huge = 'bob%252540example.com '.repeat(4_096);
  it.each<[string, Parameters<typeof parse>[0]]>([
    ['a trait', { traits: { t: huge } }],
    ['a nested trait', { traits: { t: [{ [huge]: 1 }] } }],
    ['a trait with the name of a field', { traits: { plan: huge } }],
    ['one of 51 traits', { traits: { ...many(50), t: 'bob@example.com' } }],
    ['the key of one of 51 traits', { traits: { ...many(50), 'bob@example.com': 1 } }],
  ])('is saved without %s beyond the limits, in which no address is searched', (_what, account) => {
    const parsed = parse(account);
    if (!parsed.ok) throw new Error('refused');
    expect(parsed.value.warnings).toEqual([
      { field: 'traits', message: expect.stringMatching(/^are limited to 50 and 8192 bytes/) as unknown },
    ]);
    expect(JSON.stringify(parsed.value)).not.toContain('bob');
  });

  it('is refused with a field beyond 8 KiB, in which no address is searched', () => {
    expect(parse({ plan: huge })).toEqual({
      ok: false,
      problems: [{ field: 'plan', message: 'must be at most 200 characters' }],
    });
  });

  it('converts scalars without loss, also in traits', () => {
    expect(changesOf({ traits: { plan: 7, user_id: 12, company: true, mrr: '49.50' } })).toEqual({
      plan: '7',
      userId: '12',
      company: 'true',
      mrr: 49.5,
      traits: {},
    });
  });

  it('is saved without its invalid fields and traits in bulk', () => {
    const parsed = parse(
      { plan: '', mrr: -1, company: 'Acme', traits: { '': 1, seats: 3, user_id: [1], deep: deep(6) } },
      'leave-out',
    );
    if (!parsed.ok) throw new Error('refused');
    expect(parsed.value.changes).toEqual({ company: 'Acme', traits: new Map([['seats', 3]]) });
    expect(parsed.value.warnings.map(({ field }) => field)).toEqual([
      'traits',
      'traits',
      'traits.user_id',
      'plan',
      'mrr',
    ]);
    expect(parse({ email: 'x' }, 'leave-out')).toMatchObject({ ok: false, problems: [{ field: 'email' }] });
  });

  it('lists every problem together', () => {
    const parsed = parse({ email: 'x', plan: '', mrr: -1, traits: 7 });
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toEqual([
      'email',
      'traits',
      'plan',
      'mrr',
    ]);
  });
});
