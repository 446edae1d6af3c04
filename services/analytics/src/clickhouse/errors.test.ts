import { parseError } from '@clickhouse/client';
import { clickhouseFailure } from './errors';

const thrown = (text: string) =>
  parseError(`Code: 241. DB::Exception: ${text} (MEMORY_LIMIT_EXCEEDED) (version 26.7.2.1)`);

describe('the failure of a statement without memory', () => {
  it.each([
    'Query memory limit exceeded: would use 2.01 GiB (attempt to allocate chunk of 4.46 MiB), maximum: 2.00 GiB: While executing AggregatingTransform.',
    'Memory limit (for query) exceeded: would use 2.01 GiB, maximum: 2.00 GiB.',
    '(total) memory limit exceeded: would use 11.78 GiB, current RSS: 11.70 GiB, maximum: 11.77 GiB. OvercommitTracker decision: Query was selected to stop by OvercommitTracker: While executing AggregatingTransform.',
  ])('is too heavy: %s', (text) => {
    expect(clickhouseFailure(thrown(text))).toMatchObject({ kind: 'unprocessable', code: 'query_too_heavy' });
  });

  it.each([
    '(total) memory limit exceeded: would use 11.78 GiB, current RSS: 11.70 GiB, maximum: 11.77 GiB. OvercommitTracker decision: Memory overcommit has freed not enough memory.',
    '(total) memory limit exceeded: would use 11.78 GiB, maximum: 11.77 GiB. OvercommitTracker decision: Waiting timeout for memory to be freed is reached.',
    'Memory limit (total) exceeded: would use 9.32 GiB, maximum: 9.31 GiB.',
    'User memory limit exceeded: would use 9.32 GiB, maximum: 9.31 GiB.',
    'Received from shard-2:9000. DB::Exception: (total) memory limit exceeded: would use 11.78 GiB, maximum: 11.77 GiB.: While executing Remote.',
  ])('can be retried when other statements have finished: %s', (text) => {
    expect(clickhouseFailure(thrown(text))).toMatchObject({
      kind: 'unavailable',
      code: 'upstream_unavailable',
      retryAfterSeconds: 1,
      retryable: false,
    });
  });
});
