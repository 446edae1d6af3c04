import { isEventName, parseProps, parseTimestamp } from './event-limits';

describe('event limits', () => {
  it.each(['signup', 'a', 'ü'.repeat(120), '🙂'.repeat(120), 'Order paid: 3'])(
    'takes the name %j',
    (name) => {
      expect(isEventName(name)).toBe(true);
    },
  );

  it.each(['', '   ', 'a'.repeat(121), 'a\nb', 'a\u0000', '\u007f', 'a\ud800'])(
    'refuses the name %j',
    (name) => {
      expect(isEventName(name)).toBe(false);
    },
  );

  it('turns property values into strings', () => {
    expect(parseProps({ plan: 'pro', seats: 3, price: 9.5, trial: false })).toEqual({
      plan: 'pro',
      seats: '3',
      price: '9.5',
      trial: 'false',
    });
  });

  it('keeps the property __proto__ as a property like any other', () => {
    const props = parseProps(JSON.parse('{"__proto__": "x", "constructor": 1}') as Record<string, unknown>);
    expect(Object.entries(props ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', '1'],
    ]);
  });

  it('mends a character that was cut in half', () => {
    expect(parseProps({ a: 'x\ud83d' })).toEqual({ a: 'x\ufffd' });
  });

  it.each([
    { 'a b': 1 },
    { '': 1 },
    { ['k'.repeat(65)]: 1 },
    { a: null },
    { a: [1] },
    { a: { b: 1 } },
    { a: 'x'.repeat(501) },
    { a: Number.POSITIVE_INFINITY },
    Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`k${i}`, i])),
  ])('refuses the properties %j', (props) => {
    expect(parseProps(props)).toBeUndefined();
  });

  it.each([
    ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00+02:00', '2026-11-21T08:00:00.000Z'],
    ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('reads the time %s', (text, iso) => {
    expect(new Date(parseTimestamp(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each([
    '',
    'yesterday',
    '2026-11-21',
    '2026-11-21T10:00:00',
    '2026-02-30T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '1732183200000',
    '2026-11-21 10:00:00Z',
    '2026-11-21T25:00:00Z',
  ])('refuses the time %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
