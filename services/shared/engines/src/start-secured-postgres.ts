import { chmodSync, chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from './postgres';

/** Files of a certificate and its key, in PEM. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A Postgres that takes no connection but by TLS. */
export interface SecuredPostgres {
  /** At `localhost`, without `sslmode`. */
  readonly url: string;
  /** It shows another certificate from now on, and ends the connections that there are. */
  show(files: CertificateFiles): Promise<void>;
  /** Runs a statement in spite of TLS. */
  ask(statement: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it in a directory. For tests: nothing is durable. */
export async function startSecuredPostgres(
  directory: string,
  files: CertificateFiles,
): Promise<SecuredPostgres> {
  const postgres = await startPostgres({ directory, durable: false });
  const data = join(directory, 'data');
  layCertificate(data, files);
  // A connection that is open stays: what comes later is asked on one from before there was TLS.
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => undefined); // ended with the server
  await client.connect();
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\n');
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  const url = new URL(postgres.url);
  url.hostname = 'localhost';
  return {
    url: url.toString(),
    show: async (shown) => {
      layCertificate(data, shown);
      await client.query('SELECT pg_reload_conf()');
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
    },
    ask: async (statement) => {
      await client.query(statement);
    },
    stop: async () => {
      await client.end();
      await postgres.stop();
    },
  };
}

/** Where Postgres looks for them by itself, as it wants them. */
function layCertificate(data: string, { cert, key }: CertificateFiles): void {
  const { uid, gid } = statSync(data);
  for (const [from, name] of [
    [cert, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    const path = join(data, name);
    copyFileSync(from, path);
    chmodSync(path, 0o600);
    chownSync(path, uid, gid);
  }
}
