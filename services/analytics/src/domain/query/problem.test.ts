import { invalid, refusal, type Problem } from './problem';

const unknown = (code: Problem['code'], field: string): Problem => ({ code, field, message: 'is unknown' });

describe('refusal', () => {
  it('names an unknown dimension before an unknown filter before anything else, and tells every field', () => {
    const problems = [
      invalid('limit', 'must be smaller'),
      unknown('unknown_filter', 'filter[x]'),
      unknown('unknown_dimension', 'dimension'),
    ];
    const error = refusal(problems);
    expect(error).toMatchObject({ kind: 'invalid', code: 'unknown_dimension' });
    expect(error.fields.map(({ field }) => field)).toEqual(['limit', 'filter[x]', 'dimension']);
    expect(refusal(problems.slice(0, 2)).code).toBe('unknown_filter');
    expect(refusal(problems.slice(0, 1)).code).toBe('invalid_request');
  });
});
