import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** Runs SQL on Postgres with a new connection. Returns rows as arrays. */
export async function queryPostgres(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** Runs SQL on ClickHouse over HTTP. Returns tab-separated text. */
export async function queryClickhouse(url: string, sql: string): Promise<string> {
  const { origin, username, password } = new URL(url);
  const response = await fetch(origin, {
    method: 'POST',
    body: sql,
    headers: { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password, connection: 'close' },
  });
  const body = (await response.text()).trim();
  if (!response.ok) throw new Error(body);
  return body;
}

/** Creates an empty directory that other accounts can traverse. */
export function scratchDirectory(): { directory: string; remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-engines-'));
  chmodSync(directory, 0o711);
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
