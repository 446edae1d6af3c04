import { Client } from 'pg';

/** Runs SQL on Postgres over a connection of its own; rows as arrays. */
export async function askPostgres(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** Runs SQL on ClickHouse over HTTP; the answer as tab-separated text. */
export async function askClickhouse(url: string, sql: string): Promise<string> {
  const { origin, username, password } = new URL(url);
  const response = await fetch(origin, {
    method: 'POST',
    body: sql,
    headers: { 'X-ClickHouse-User': username, 'X-ClickHouse-Key': password, connection: 'close' },
  });
  const answer = (await response.text()).trim();
  if (!response.ok) throw new Error(answer);
  return answer;
}
