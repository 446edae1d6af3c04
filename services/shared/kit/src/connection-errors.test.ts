import { isClickhouseUnreachable } from './clickhouse/client';
import { isPostgresUnavailable } from './pg/unavailable';

test.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EMFILE', 'EADDRNOTAVAIL'])(
  '%s means that the databases are unreachable',
  (code) => {
    const error = new Error('failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });
    expect([isPostgresUnavailable(error), isClickhouseUnreachable(error)]).toEqual([true, true]);
  },
);

test('a statement that is wrong does not', () => {
  const error = Object.assign(new Error('syntax error'), { code: '42601' });
  expect([isPostgresUnavailable(error), isClickhouseUnreachable(error)]).toEqual([false, false]);
});
