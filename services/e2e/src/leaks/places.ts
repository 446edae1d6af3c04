import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dumpDatabase } from '@headwater/kit/testing/dump-database';

/** Somewhere that something could have leaked to. */
export interface Place {
  readonly name: string;
  readonly content: Buffer;
}

/** Every table of both databases, as text. */
export async function* tablesOf(urls: { databaseUrl: string; clickhouseUrl: string }): AsyncGenerator<Place> {
  for await (const { table, text } of dumpDatabase(urls.databaseUrl))
    yield { name: `Postgres table ${table}`, content: Buffer.from(text) };
  const tables = await askClickhouse(
    urls.clickhouseUrl,
    `SELECT database, name FROM system.tables
      WHERE has_own_data AND database NOT IN ('INFORMATION_SCHEMA', 'information_schema')
        AND (database != 'system' OR name LIKE '%\\_log') FORMAT TSV`,
  );
  for (const [database, name] of tables
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')))
    yield {
      name: `ClickHouse table ${database}.${name}`,
      content: await askClickhouse(
        urls.clickhouseUrl,
        `SELECT * FROM \`${database}\`.\`${name}\` FORMAT JSONEachRow`,
      ),
    };
}

/** Every file below a folder as it lies there: tables, the write-ahead log, logs, and what was forgotten about. */
export function* filesOf(folder: string): Generator<Place> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      yield { name: path, content: readFileSync(path) };
    } catch (error) {
      // The engines remove files of theirs while they run.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

async function askClickhouse(url: string, query: string): Promise<Buffer> {
  const { origin, username, password, pathname } = new URL(url);
  const response = await fetch(`${origin}/?database=${pathname.slice(1) || 'default'}`, {
    method: 'POST',
    body: query,
    headers: {
      'X-ClickHouse-User': decodeURIComponent(username),
      'X-ClickHouse-Key': decodeURIComponent(password),
    },
  });
  const body = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`ClickHouse: ${body.toString()}`);
  return body;
}
