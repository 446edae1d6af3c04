import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '@headwater/kit/pg/pool';
import { silentLog } from '@headwater/kit/testing/silent-log';

/**
 * Copies a running embedded Postgres to a folder that another one can start on, like pg_basebackup, which the embedded programs
 * lack.
 *
 * @param from the engine's folder.
 */
export async function copyPostgres(databaseUrl: string, from: string, to: string): Promise<void> {
  const pool = createPool({ databaseUrl, applicationName: 'backup', log: silentLog(), max: 1 });
  const client = await pool.connect();
  try {
    // The backup belongs to the session, and its checkpoint may be slow.
    await client.query('SET statement_timeout = 0');
    mkdirSync(to, { recursive: true, mode: 0o711 });
    cpSync(join(from, 'password'), join(to, 'password'));
    const data = join(to, 'data');
    await client.query("SELECT pg_backup_start('test', fast => true)");
    // With the owner, which is another account when tests run as root.
    copyLive(join(from, 'data'), data);
    const stopped = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    // The WAL written in the meantime makes the copy consistent.
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

/** Copies a running server's files. Ignores files that disappear during the copy, such as caches. */
function copyLive(from: string, to: string): void {
  const { status, stderr, error } = spawnSync('cp', ['-a', from, to], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error) throw error;
  const complaints = stderr.split('\n').filter((line) => line !== '');
  const onlyMissing =
    complaints.length > 0 && complaints.every((line) => line.endsWith(': No such file or directory'));
  if (status !== 0 && !onlyMissing) throw new Error(`cp ended with ${status}: ${stderr}`);
}
