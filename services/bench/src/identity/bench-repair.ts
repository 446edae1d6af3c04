import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEngines } from '@headwater/engines/start-engines';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { createStoredIds } from '@headwater/eventstore/stored-ids';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { createLog } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate } from '@headwater/kit/pg/migrate';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { program, startServer, type ServerProcess } from '../processes';

const ROUNDS = 8;
/** Visitors of a round with a pending link, and without one. */
const AWAITED = 1_000;
const OTHERS = 20_000;
const IDLE_MS = 20_000;
const POLL_MS = 100;

/**
 * Measures how long links take to be resolved after the events of their visitors were stored, with a million other pending links
 * and two replicas of identity. @param pending number of pending links, 1,000,000 by default
 */
export async function benchRepair([pending = '1000000']: readonly string[]): Promise<void> {
  const links = Number(pending);
  const directory = mkdtempSync(join(tmpdir(), 'bench-repair-'));
  const engines = await startEngines({ directory });
  const { databaseUrl, clickhouseUrl } = engines;
  const pool = createPool({ databaseUrl, applicationName: 'bench', log: createLog('bench', 'silent') });
  const clickhouse = createClickhouse({ clickhouseUrl, applicationName: 'bench', requestTimeoutMs: 600_000 });
  const servers: ServerProcess[] = [];
  try {
    const migrations = join(packageRoot('@headwater/identity'), 'migrations');
    await migrate({ databaseUrl, schema: 'identity', directory: migrations });
    await migrateEventStore(clickhouse);
    await seedPendingLinks(pool, links);
    console.log(`${links} pending links`);
    const analytics = await startServer(
      [program('analytics')],
      { CLICKHOUSE_URL: clickhouseUrl, ANALYTICS_PORT: '0' },
      'grpc',
    );
    servers.push(analytics);
    const env = {
      IDENTITY_PORT: '0',
      DATABASE_URL: databaseUrl,
      HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      ANALYTICS_ADDRESS: `127.0.0.1:${analytics.port}`,
    };
    const begin = performance.now();
    const replicas = [1, 2].map(() => startServer([program('identity')], env, 'grpc'));
    servers.push(...(await Promise.all(replicas)));
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await storePageviews(clickhouse, { round, awaited: AWAITED, others: OTHERS, links });
      seconds.push(await resolved(pool, (round + 1) * AWAITED));
      console.log(`round ${round + 1}: ${AWAITED} links resolved after ${seconds.at(-1)?.toFixed(1)} s`);
    }
    await scanned(pool);
    console.log(`the initial scan of all pending links ended after ${since(begin).toFixed(0)} s`);
    const before = servers.map((server) => server.cpuMs());
    await pause(IDLE_MS);
    const used = servers.map((server, index) => server.cpuMs() - (before[index] ?? 0));
    console.log(
      `idle, CPU ms per second: analytics ${used.map((ms) => Math.round((ms * 1_000) / IDLE_MS)).join(', identity ')}`,
    );
    console.log(`slowest round: ${Math.max(...seconds).toFixed(1)} s`);
  } finally {
    for (const server of servers) await server.stop();
    await clickhouse.close();
    await pool.end();
    await engines.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Seconds until that many links are resolved. */
async function resolved(pool: Pool, count: number): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM identity.attributions');
    if ((rows[0]?.n ?? 0) >= count) return since(begin);
    await pause(POLL_MS);
  }
}

/** Waits until no replica scans pending links. */
async function scanned(pool: Pool): Promise<void> {
  for (let free = false; !free; await pause(POLL_MS)) {
    const { rows } = await pool.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('identity scans open links', 0)) AS free`,
    );
    free = rows[0]?.free === true;
  }
}

function since(begin: number): number {
  return (performance.now() - begin) / 1_000;
}

const WORKSPACE = 1;
/** Without a key, as the SQL below hashes the ids. */
const { ofVisitor } = createStoredIds('none');
/** Rows per statement, so that it takes less than the timeout of 5 s. */
const BATCH_ROWS = 5_000;

/** Inserts accounts with a pending link each, for `visitor 1`, `visitor 2`, …. */
async function seedPendingLinks(pool: Pool, count: number): Promise<void> {
  for (let from = 1; from <= count; from += BATCH_ROWS) {
    const to = Math.min(count, from + BATCH_ROWS - 1);
    await pool.query(
      `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, created_at, updated_at)
       SELECT $1, sha256(n::text::bytea), 'k1', now(), now() FROM generate_series($2::int, $3::int) AS n`,
      [WORKSPACE, from, to],
    );
    await pool.query(
      `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, created_at, visitor_key)
       SELECT $1::bigint, id, 'visitor ' || id, now(),
              substring(sha256('visitor'::bytea || '\\x00'::bytea || $1::bigint::text::bytea || '\\x00'::bytea
                               || ('visitor ' || id)::bytea) FROM 1 FOR 8)
         FROM identity.profiles
        WHERE workspace_id = $1 AND id BETWEEN $2 AND $3`,
      [WORKSPACE, from, to],
    );
  }
  await pool.query('ANALYZE identity.links, identity.profiles');
}

/** Stores a pageview of each awaited visitor of the round, and of visitors without a link. */
async function storePageviews(
  client: ReturnType<typeof createClickhouse>,
  { round, awaited, others, links }: { round: number; awaited: number; others: number; links: number },
): Promise<void> {
  const now = new Date().toISOString();
  const viewOf = (visitor: string) =>
    sampleEvent({ visitor_id: ofVisitor(WORKSPACE, visitor), ts: now, received_at: now });
  const events = [
    ...Array.from({ length: others }, (_, n) => viewOf(`other ${round} ${n}`)),
    // Spread over all pending links.
    ...Array.from({ length: awaited }, (_, n) =>
      viewOf(`visitor ${1 + round + n * Math.floor(links / awaited)}`),
    ),
  ];
  for (let at = 0; at < events.length; at += 1_000) await insertEvents(client, events.slice(at, at + 1_000));
}
