import { chmodSync, chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from './postgres';

/** PEM files of a certificate and its key. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** A Postgres that accepts only TLS connections. */
export interface SecuredPostgres {
  /** With the host `localhost`, without `sslmode`. */
  readonly url: string;
  /** Replaces the certificate and ends all connections. */
  show(files: CertificateFiles): Promise<void>;
  /** Runs a statement on a connection without TLS. */
  query(statement: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Postgres in a directory. For tests: nothing is durable. */
export async function startSecuredPostgres(
  directory: string,
  files: CertificateFiles,
): Promise<SecuredPostgres> {
  const postgres = await startPostgres({ directory, durable: false });
  const data = join(directory, 'data');
  installCertificate(data, files);
  // Open connections stay usable: this one predates TLS.
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => undefined); // the server closes the connection
  await client.connect();
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\n');
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query('SELECT pg_reload_conf()');
  const url = new URL(postgres.url);
  url.hostname = 'localhost';
  return {
    url: url.toString(),
    show: async (shown) => {
      installCertificate(data, shown);
      await client.query('SELECT pg_reload_conf()');
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
    },
    query: async (statement) => {
      await client.query(statement);
    },
    stop: async () => {
      await client.end();
      await postgres.stop();
    },
  };
}

/** Copies the files to Postgres's default paths, with the owner and mode that it requires. */
function installCertificate(data: string, { cert, key }: CertificateFiles): void {
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
