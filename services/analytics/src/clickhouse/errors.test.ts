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

describe('the failure of a statement because of the system', () => {
  it.each([
    'Code: 573. DB::ErrnoException: Cannot open epoll descriptor: , errno: 24, strerror: Too many open files. (EPOLL_ERROR) (version 26.7.2.1)',
    'Code: 76. DB::ErrnoException: Cannot open file /var/lib/clickhouse/store/1/data.bin: , errno: 24, strerror: Too many open files. (CANNOT_OPEN_FILE) (version 26.7.2.1)',
    'Code: 1000. DB::Exception: Poco::Exception. Code: 1000, e.code() = 24, Too many open files (version 26.7.2.1). (POCO_EXCEPTION) (version 26.7.2.1)',
    'Code: 210. DB::NetException: I/O error: Broken pipe, while writing to socket (127.0.0.1:8123 -> 127.0.0.1:40110). (NETWORK_ERROR) (version 26.7.2.1)',
    'Code: 75. DB::ErrnoException: Cannot write to file descriptor: , errno: 32, strerror: Broken pipe. (CANNOT_WRITE_TO_FILE_DESCRIPTOR) (version 26.7.2.1)',
    'Code: 439. DB::Exception: Cannot schedule a task: cannot allocate thread. (CANNOT_SCHEDULE_TASK) (version 26.7.2.1)',
    'Code: 243. DB::Exception: Cannot reserve 1.00 MiB, not enough space. (NOT_ENOUGH_SPACE) (version 26.7.2.1)',
  ])('can be retried: %s', (text) => {
    expect(clickhouseFailure(parseError(text))).toMatchObject({
      code: 'upstream_unavailable',
      retryAfterSeconds: 1,
    });
  });

  it.each(['EMFILE', 'EPIPE', 'ECONNRESET'])('can be retried without a connection: %s', (code) => {
    const error = Object.assign(new Error(`connect ${code}`), { code });
    expect(clickhouseFailure(error)).toMatchObject({ code: 'upstream_unavailable', retryAfterSeconds: 1 });
  });

  it.each([
    'Code: 47. DB::Exception: Unknown identifier. (UNKNOWN_IDENTIFIER) (version 26.7.2.1)',
    "Code: 6. DB::Exception: Cannot parse string 'Broken pipe' as UInt64. (CANNOT_PARSE_TEXT) (version 26.7.2.1)",
  ])('is a bug for a wrong statement, whatever values it names: %s', (text) => {
    const error = parseError(text);
    expect(clickhouseFailure(error)).toBe(error);
  });
});
