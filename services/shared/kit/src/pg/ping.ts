import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';

/** The message `SSLRequest` of the protocol. Postgres and poolers answer it with one byte, before the login. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Resolves when the server answers. Needs no role and no free connection.
 *
 * @throws when the connection is refused or closed
 */
export async function pingPostgres(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const { host, port } = new Client({ connectionString: databaseUrl });
  const socket = host.startsWith('/')
    ? connect({ path: `${host}/.s.PGSQL.${port}` })
    : connect({ host, port });
  try {
    socket.write(SSL_REQUEST);
    await Promise.race([once(socket, 'data', { signal }), once(socket, 'end', { signal })]);
  } finally {
    socket.destroy();
  }
}
