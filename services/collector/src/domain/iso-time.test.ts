import fc from 'fast-check';
import { isoTime } from './iso-time';

describe('a time as text', () => {
  it('is that of toISOString', () => {
    const [min, max] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
    fc.assert(
      fc.property(fc.array(fc.integer({ min, max }), { minLength: 1 }), (times) => {
        for (const ms of times) expect(isoTime(ms)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it.each(['2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z', '1969-12-31T23:59:59.999Z'])(
    'changes the day where it ends: %s',
    (text) => {
      expect(isoTime(Date.parse(text))).toBe(text);
    },
  );
});
