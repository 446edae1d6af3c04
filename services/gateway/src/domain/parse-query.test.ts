import fc from 'fast-check';
import { AppError } from '@headwater/kit/errors';
import { parseQuery } from './parse-query';

const allowed = { names: ['range', 'dimension'], filters: true };

function refusal(raw: string, taken = allowed): string {
  try {
    parseQuery(raw, taken);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'taken';
}

describe('parseQuery', () => {
  it('reads parameters, filters and operators', () => {
    const raw =
      'range=7d&&filter[channel]=Organic+Search&filter%5Bprops.plan%5D%5Bis_not%5D=a%26b&filter[channel]=Email&';
    expect(parseQuery(raw, allowed)).toEqual({
      values: { range: '7d' },
      filters: [
        { key: 'channel', operator: 'is', value: 'Organic Search' },
        { key: 'props.plan', operator: 'is_not', value: 'a&b' },
        { key: 'channel', operator: 'is', value: 'Email' },
      ],
    });
  });

  it('takes an equals sign as part of the value', () => {
    expect(parseQuery('dimension=a=b', allowed).values).toEqual({ dimension: 'a=b' });
  });

  it.each([
    ['an unknown parameter', 'rnage=7d', 'unknown_parameter'],
    ['another case', 'Range=7d', 'unknown_parameter'],
    ['a name of Object.prototype', '__proto__=1', 'unknown_parameter'],
    ['a repeated parameter', 'range=7d&range=30d', 'invalid_request'],
    ['a parameter as a list', 'range[]=7d', 'unknown_parameter'],
    ['filters', 'filters[channel]=x', 'unknown_parameter'],
    ['Filter', 'Filter[channel]=x', 'unknown_parameter'],
    ['a dot', 'filter.channel=x', 'unknown_parameter'],
    ['a bare filter', 'filter=x', 'unknown_parameter'],
    ['a space before the bracket', 'filter [channel]=x', 'unknown_parameter'],
    ['an empty key', 'filter[]=x', 'unknown_filter'],
    ['a key that is not closed', 'filter[channel=x', 'unknown_filter'],
    ['something after the bracket', 'filter[channel]x=x', 'unknown_filter'],
    ['three levels', 'filter[a][is][b]=x', 'unknown_filter'],
    ['a list of values', 'filter[channel][]=x', 'unknown_filter'],
    ['an unknown operator', 'filter[channel][like]=x', 'unknown_filter'],
    ['an operator in another case', 'filter[channel][Is_Not]=x', 'unknown_filter'],
    ['an operator of Object.prototype', 'filter[channel][constructor]=x', 'unknown_filter'],
    ['an empty value', 'filter[channel]=', 'invalid_request'],
    ['a missing value', 'filter[channel]', 'invalid_request'],
    ['bad percent-encoding', 'range=%ZZ', 'invalid_request'],
    ['half a character', 'range=%C3', 'invalid_request'],
    ['a NUL character', 'range=%00', 'invalid_request'],
    ['21 filters', Array(21).fill('filter[os]=x').join('&'), 'invalid_request'],
  ])('refuses %s', (_what, raw, code) => expect(refusal(raw)).toBe(code));

  it('refuses filters and every parameter where none are taken', () => {
    expect(refusal('filter[channel]=x', { names: [], filters: false })).toBe('unknown_parameter');
    expect(refusal('a=1', { names: [], filters: false })).toBe('unknown_parameter');
  });

  it.each([
    ['an email address', 'ada%40example.com=1'],
    ['an email address', 'filter[ada@example.com][x][y]=1'],
    ['a token', `hw_${'aB3dE6gH9kL2'.repeat(4)}=1`],
  ])('does not repeat %s in the name of a parameter', (what, raw) => {
    const read = (): unknown => parseQuery(raw, allowed);
    expect(read).toThrow(`(${what})`);
    expect(read).not.toThrow(/ada|aB3d/);
  });

  it('takes or refuses any text, never loses a parameter, and throws nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        if (refusal(raw) !== 'taken') return;
        const { values, filters } = parseQuery(raw, allowed);
        const parts = raw.split('&').filter((part) => part !== '');
        expect(Object.keys(values).length + filters.length).toBe(parts.length);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
