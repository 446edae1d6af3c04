import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEngines } from '@headwater/engines/start-engines';

/** What a run started, for jest.global-teardown.ts; undefined where the environment named engines of its own. */
export interface TestEngines {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  stop(): Promise<void>;
}

declare global {
  var testEngines: TestEngines | undefined;
}

/**
 * One Postgres and one ClickHouse for the whole run, their URLs in TEST_DATABASE_URL and TEST_CLICKHOUSE_URL:
 * those the environment names already, else official images (TEST_ENGINES=containers), else embedded engines.
 */

export default async function globalSetup(): Promise<void> {
  // The browser script and the processes that tests start, from the sources as they are now.
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: __dirname });
  if (process.env['TEST_DATABASE_URL'] && process.env['TEST_CLICKHOUSE_URL']) return;
  const engines = process.env['TEST_ENGINES'] === 'containers' ? await containers() : await embedded();
  process.env['TEST_DATABASE_URL'] = engines.databaseUrl;
  process.env['TEST_CLICKHOUSE_URL'] = engines.clickhouseUrl;
  globalThis.testEngines = engines;
}

async function embedded(): Promise<TestEngines> {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-test-'));
  // As root, Postgres runs under another account, which has to pass through.
  chmodSync(directory, 0o711);
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const engines = await startEngines({ directory, durable: false });
    return {
      ...engines,
      stop: async () => {
        await engines.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function containers(): Promise<TestEngines> {
  // Loaded only when asked for: it takes most of a second.
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const { ClickHouseContainer } = await import('@testcontainers/clickhouse');
  const [postgres, clickhouse] = await Promise.all([
    new PostgreSqlContainer('postgres:18-alpine').withDatabase('headwater').start(),
    new ClickHouseContainer('clickhouse/clickhouse-server:26.7-alpine').withDatabase('default').start(),
  ]);
  return {
    databaseUrl: postgres.getConnectionUri(),
    clickhouseUrl: clickhouse.getConnectionUrl(),
    stop: async () => {
      await Promise.all([postgres.stop(), clickhouse.stop()]);
    },
  };
}
