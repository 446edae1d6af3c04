import { invalid, requestError, type Problem } from './problem';

const unknown = (code: Problem['code'], field: string): Problem => ({ code, field, message: 'is unknown' });

describe('requestError', () => {
  it('reports an unknown dimension before an unknown filter before other problems, and lists every field', () => {
    const problems = [
      invalid('limit', 'must be smaller'),
      unknown('unknown_filter', 'filter[x]'),
      unknown('unknown_dimension', 'dimension'),
    ];
    const error = requestError(problems);
    expect(error).toMatchObject({ kind: 'invalid', code: 'unknown_dimension' });
    expect(error.fields.map(({ field }) => field)).toEqual(['limit', 'filter[x]', 'dimension']);
    expect(requestError(problems.slice(0, 2)).code).toBe('unknown_filter');
    expect(requestError(problems.slice(0, 1)).code).toBe('invalid_request');
  });
});
