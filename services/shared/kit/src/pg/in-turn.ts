import { Client } from 'pg';

/**
 * Runs `work` when all others that run theirs under this name have ended: they wait for each other on an advisory lock of a
 * session, so that this is nothing for a pooler. Should the connection be lost while `work` runs, the next one begins.
 *
 * @param name of the lock and, in pg_stat_activity, of the connection
 * @param work is given the connection that has the lock
 */
export async function inTurn<T>(
  { databaseUrl, name }: { readonly databaseUrl: string; readonly name: string },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, application_name: name });
  // A connection cut between two statements is told by the next one; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`headwater ${name}`]);
    return await work(client);
  } finally {
    await client.end(); // ends the session, and with it the lock
  }
}
