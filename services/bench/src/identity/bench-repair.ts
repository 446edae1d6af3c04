import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEngines } from '@headwater/engines/start-engines';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { createLog } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate } from '@headwater/kit/pg/migrate';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { startServer, type ServerProcess } from '../collector/server-process';
import { arrive, seedPendingLinks } from './pending-links';

const ROUNDS = 8;
/** Visitors of a round whose links wait for them, and others whom nobody waits for. */
const AWAITED = 1_000;
const PASSERS_BY = 20_000;
const IDLE_MS = 20_000;
const POLL_MS = 100;

/**
 * How long links take to settle after their visitors' events were stored, while a million others wait, with two replicas
 * of identity. @param pending links that wait, 1,000,000 by default
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
    console.log(`${links} links wait.`);
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
      await arrive(clickhouse, { round, awaited: AWAITED, passersBy: PASSERS_BY, links });
      seconds.push(await settled(pool, (round + 1) * AWAITED));
      console.log(`round ${round + 1}: ${AWAITED} links settled after ${seconds.at(-1)?.toFixed(1)} s`);
    }
    await swept(pool);
    console.log(`the sweep that a start begins with ended after ${since(begin).toFixed(0)} s`);
    const before = servers.map((server) => server.cpuMs());
    await pause(IDLE_MS);
    const used = servers.map((server, place) => server.cpuMs() - (before[place] ?? 0));
    console.log(
      `at rest, CPU ms a second: analytics ${used.map((ms) => Math.round((ms * 1_000) / IDLE_MS)).join(', identity ')}`,
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

/** Seconds until so many links are settled. */
async function settled(pool: Pool, count: number): Promise<number> {
  const begin = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM identity.attributions');
    if ((rows[0]?.n ?? 0) >= count) return since(begin);
    await pause(POLL_MS);
  }
}

/** Until nobody sweeps. */
async function swept(pool: Pool): Promise<void> {
  for (let free = false; !free; await pause(POLL_MS)) {
    const { rows } = await pool.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('identity sweeps links', 0)) AS free`,
    );
    free = rows[0]?.free === true;
  }
}

function since(begin: number): number {
  return (performance.now() - begin) / 1_000;
}

function program(name: string): string {
  return join(packageRoot('@headwater/bench'), '../../dist', `${name}.js`);
}
