import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '@headwater/kit/pg/pool';
import { silentLog } from '@headwater/kit/testing/silent-log';

/**
 * Copies an embedded Postgres while it is at work into a folder that another can start on: what pg_basebackup does, by the
 * functions that it is made of, as it is not among the embedded programs.
 *
 * @param from folder of the engine, as `startPostgres` was given it.
 */
export async function copyPostgres(databaseUrl: string, from: string, to: string): Promise<void> {
  const pool = createPool({ databaseUrl, applicationName: 'backup', log: silentLog(), max: 1 });
  const client = await pool.connect();
  try {
    // The backup is the session's, and its checkpoint may take its time.
    await client.query('SET statement_timeout = 0');
    mkdirSync(to, { recursive: true, mode: 0o711 });
    cpSync(join(from, 'password'), join(to, 'password'));
    const data = join(to, 'data');
    await client.query("SELECT pg_backup_start('test', fast => true)");
    // With the owner, who is another account where tests run as root.
    copyLive(join(from, 'data'), data);
    const stopped = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    // What was written meanwhile: the copy becomes whole by it.
    rmSync(join(data, 'pg_wal'), { recursive: true });
    copyLive(join(from, 'data', 'pg_wal'), join(data, 'pg_wal'));
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, file), { force: true });
    const label = join(data, 'backup_label');
    writeFileSync(label, stopped.rows[0]?.labelfile ?? '');
    const { uid, gid } = statSync(data);
    chownSync(label, uid, gid);
  } finally {
    client.release();
    await pool.end();
  }
}

/** Files of a server at work come and go while they are copied, such as those of its caches: none of those is missed. */
function copyLive(from: string, to: string): void {
  const { status, stderr, error } = spawnSync('cp', ['-a', from, to], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error) throw error;
  const complaints = stderr.split('\n').filter((line) => line !== '');
  const onlyGone =
    complaints.length > 0 && complaints.every((line) => line.endsWith(': No such file or directory'));
  if (status !== 0 && !onlyGone) throw new Error(`cp ended with ${status}: ${stderr}`);
}
