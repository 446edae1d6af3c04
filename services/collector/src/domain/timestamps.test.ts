import fc from 'fast-check';
import { isoTime, parseTimestamp } from './timestamps';

describe('isoTime', () => {
  it('returns the text of toISOString', () => {
    const [min, max] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
    fc.assert(
      fc.property(fc.array(fc.integer({ min, max }), { minLength: 1 }), (times) => {
        for (const ms of times) expect(isoTime(ms)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it.each(['2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z', '1969-12-31T23:59:59.999Z'])(
    'changes the day at midnight: %s',
    (text) => {
      expect(isoTime(Date.parse(text))).toBe(text);
    },
  );
});

describe('parseTimestamp', () => {
  it.each([
    ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00+02:00', '2026-11-21T08:00:00.000Z'],
    ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('parses %s', (text, iso) => {
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
  ])('rejects %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });
});
