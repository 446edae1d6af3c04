import { createPool } from '../src/pg/pool';
import { inTransaction } from '../src/pg/transaction';
import { isPostgresUnavailable } from '../src/pg/unavailable';
import { silentLog } from '../src/testing/silent-log';
import { testDatabase } from '../src/testing/test-database';

test('reports a demoted primary as unavailable and reaches the new primary without a restart', async () => {
  const database = await testDatabase();
  const pool = createPool({ databaseUrl: database.url, applicationName: 'failover', log: silentLog() });
  const name = new URL(database.url).pathname.slice(1);
  const becomes = async (readOnly: 'on' | 'off'): Promise<void> => {
    await database.pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${readOnly}`);
  };
  const write = () => inTransaction(pool, (client) => client.query('INSERT INTO written VALUES (1)'));
  const writeAlone = () => pool.query('INSERT INTO written VALUES (1)');
  try {
    await database.pool.query('CREATE TABLE written (n int)');
    await becomes('on');
    for (const attempt of [write, writeAlone]) {
      const refused = await attempt().catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: '25006' });
      expect(isPostgresUnavailable(refused)).toBe(true);
    }
    expect((await pool.query('SELECT count(*)::int AS n FROM written')).rows).toEqual([{ n: 0 }]);
    await becomes('off');
    // An old connection still reads from the replica; the first write drops it.
    await write().catch(() => undefined);
    await write();
    await writeAlone();
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('sends no named statements when they are off', async () => {
  const database = await testDatabase();
  const preparedBy = async (namedStatements: 'on' | 'off'): Promise<unknown> => {
    const pool = createPool({
      ...{ databaseUrl: database.url, applicationName: 'names', max: 1, log: silentLog() },
      limits: { namedStatements },
    });
    try {
      const { rows } = await pool.query({ name: 'one', text: 'SELECT $1::int AS n', values: [1] });
      expect(rows).toEqual([{ n: 1 }]);
      return (await pool.query('SELECT name FROM pg_prepared_statements')).rows;
    } finally {
      await pool.end();
    }
  };
  try {
    expect(await preparedBy('on')).toEqual([{ name: 'one' }]);
    expect(await preparedBy('off')).toEqual([]);
  } finally {
    await database.drop();
  }
});

test('sends no startup parameters when the timeout is 0', async () => {
  const database = await testDatabase();
  const timeoutOf = async (statementTimeoutMs: number): Promise<unknown> => {
    const pool = createPool({
      databaseUrl: database.url,
      applicationName: 'timeouts',
      limits: { statementTimeoutMs },
      log: silentLog(),
    });
    try {
      const { rows } = await pool.query(
        "SELECT current_setting('statement_timeout') AS statement, current_setting('idle_in_transaction_session_timeout') AS idle",
      );
      return rows[0];
    } finally {
      await pool.end();
    }
  };
  try {
    expect(await timeoutOf(7_000)).toEqual({ statement: '7s', idle: '10s' });
    expect(await timeoutOf(0)).toEqual({ statement: '0', idle: '0' });
  } finally {
    await database.drop();
  }
});
