import { eventNameProblem, parseProps } from './event-limits';

describe('event limits', () => {
  it.each(['signup', 'a', 'ü'.repeat(120), '🙂'.repeat(120), 'Order paid: 3'])(
    'accepts the name %j',
    (name) => {
      expect(eventNameProblem(name)).toBeUndefined();
    },
  );

  it.each(['', '   ', 'a'.repeat(121), 'a\nb', 'a\u0000', '\u007f', 'a\ud800'])(
    'rejects the name %j',
    (name) => {
      expect(eventNameProblem(name)).toMatch(/^must /);
    },
  );

  it('turns property values into strings', () => {
    expect(parseProps({ plan: 'pro', seats: 3, price: 9.5, trial: false })).toEqual({
      props: { plan: 'pro', seats: '3', price: '9.5', trial: 'false' },
    });
  });

  it('leaves out properties without a value, before they count', () => {
    const empty = Array.from({ length: 40 }, (_, i) => [`k${i}`, i < 10 ? i : null]);
    const parsed = parseProps(Object.fromEntries(empty) as Record<string, unknown>);
    expect('props' in parsed && Object.keys(parsed.props)).toHaveLength(10);
    expect(parseProps({ plan: null })).toEqual({ props: {} });
  });

  it('treats the property __proto__ like any other', () => {
    const sent = JSON.parse('{"__proto__": "x", "constructor": 1}') as Record<string, unknown>;
    const parsed = parseProps(sent);
    expect('props' in parsed && Object.entries(parsed.props)).toEqual([
      ['__proto__', 'x'],
      ['constructor', '1'],
    ]);
  });

  it('replaces half of a surrogate pair', () => {
    expect(parseProps({ a: 'x\ud83d' })).toEqual({ props: { a: 'x\ufffd' } });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ 'a b': 1 }, 'props', '1 to 64'],
    [{ '': 1 }, 'props', '1 to 64'],
    [{ ['k'.repeat(65)]: 1 }, 'props', '1 to 64'],
    [{ a: [1] }, 'props.a', 'a string, a number or a boolean'],
    [{ a: { b: 1 } }, 'props.a', 'a string, a number or a boolean'],
    [{ a: 'x'.repeat(501) }, 'props.a', 'has 501 characters; the limit is 500'],
    [{ a: Number.POSITIVE_INFINITY }, 'props.a', 'a string, a number or a boolean'],
    [
      Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`k${i}`, i])),
      'props',
      'has 31 properties; the limit is 30',
    ],
  ])('rejects the properties %j and names the field', (props, field, message) => {
    expect(parseProps(props)).toEqual({
      problem: { field, message: expect.stringContaining(message) as unknown },
    });
  });
});
