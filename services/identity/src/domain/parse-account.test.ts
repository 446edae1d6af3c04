import { parseAccount, type RawAccount } from './parse-account';

const EMAIL = 'Ada@Example.com';

function parse(account: Partial<RawAccount> & { traits?: unknown }) {
  const { traits, ...rest } = account;
  return parseAccount({
    email: EMAIL,
    traitsJson: traits === undefined ? '' : JSON.stringify(traits),
    ...rest,
  });
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
  it('has its address normalised', () => {
    expect(parse({})).toEqual({
      ok: true,
      value: { email: 'ada@example.com', changes: { traits: new Map() } },
    });
  });

  it('keeps fields apart from traits of any JSON', () => {
    expect(
      changesOf({
        plan: 'pro',
        mrr: 49.5,
        traits: { seats: 3, beta: true, tags: ['a', { b: null }], gone: null },
      }),
    ).toEqual({
      plan: 'pro',
      mrr: 49.5,
      traits: { seats: 3, beta: true, tags: ['a', { b: null }], gone: null },
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

  it('lets the field win over the trait of its name', () => {
    expect(changesOf({ plan: 'pro', mrr: 1, traits: { plan: 'free', mrr: null } })).toEqual({
      plan: 'pro',
      mrr: 1,
      traits: {},
    });
  });

  it('has a field removed by a null trait', () => {
    expect(changesOf({ traits: { plan: null, mrr: null } })).toEqual({ plan: null, mrr: null, traits: {} });
  });

  it('may have a trait named __proto__', () => {
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
    ["somebody else's address", { traits: { boss: 'bob@example.com' } }],
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
    ['half of a surrogate pair', { company: 'secret-value\ud800' }, 'company'],
    ['a negative mrr', { mrr: -0.01 }, 'mrr'],
    ['an mrr that is no number', { mrr: NaN }, 'mrr'],
    ['an infinite mrr', { mrr: Infinity }, 'mrr'],
    ['a plan trait that is a number', { traits: { plan: 7 } }, 'traits.plan'],
    ['an mrr trait that is text', { traits: { mrr: 'secret-value' } }, 'traits.mrr'],
    ['an mrr trait that is negative', { traits: { mrr: -1 } }, 'traits.mrr'],
    ['traits that are no JSON', { traitsJson: '{"secret-value": ' }, 'traits'],
    ['traits that are a list', { traits: ['secret-value'] }, 'traits'],
    ['traits that are null', { traitsJson: 'null' }, 'traits'],
    ['traits that are text', { traits: 'secret-value' }, 'traits'],
    ['51 traits', { traits: many(51) }, 'traits'],
    ['more than 8 KiB of traits', { traits: { t: 'x'.repeat(8 * 1024 - 7) } }, 'traits'],
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
    ['U+0000 deep in a trait', { traits: { t: [{ 'secret-value\0': 1 }] } }, 'traits'],
    ['half of a surrogate pair in a trait', { traitsJson: String.raw`{"t":"secret-value\udc00"}` }, 'traits'],
    ['a number that JSON can spell and no double can hold', { traitsJson: '{"t":1e999}' }, 'traits'],
    ['its own address as the user id', { userId: 'ADA@example.com' }, 'user_id'],
    ['its own address within a trait', { traits: { t: ['Ada <ada@EXAMPLE.com>'] } }, 'traits'],
    ['its own address as a trait key', { traits: { 'ada@example.com': 1 } }, 'traits'],
    ['its own address in Unicode', { email: 'a@bücher.example', company: 'a@bücher.example' }, 'company'],
  ])('is refused with %s, and the reason repeats nothing of it', (_why, account, field) => {
    const parsed = parse(account);
    expect(parsed).toMatchObject({ ok: false, problems: [{ field }] });
    expect(JSON.stringify(parsed)).not.toMatch(/secret-value|ada@|bücher/i);
  });

  it('is told everything that is wrong with it at once', () => {
    const parsed = parse({ email: 'x', plan: '', mrr: -1, traits: 7 });
    expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toEqual([
      'email',
      'traits',
      'plan',
      'mrr',
    ]);
  });
});
