import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEngines } from '@headwater/engines/start-engines';
import { engineUrls } from '@headwater/kit/testing/engine-urls';
import { dropSharedTemplates } from '@headwater/kit/testing/shared-template';

/** The databases of a test run, for jest.global-teardown.ts; undefined if the environment names databases. */
export interface TestEngines {
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  stop(): Promise<void>;
}

declare global {
  var testEngines: TestEngines | undefined;
}

/**
 * Starts one Postgres and one ClickHouse for the whole run and sets TEST_DATABASE_URL and TEST_CLICKHOUSE_URL.
 * Uses the databases that these variables already name, official images (TEST_ENGINES=containers), or embedded engines by default.
 */
export default async function globalSetup(): Promise<void> {
  // Tests start the browser script and the processes from these builds.
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: __dirname });
  process.env['TEST_RUN'] = randomBytes(4).toString('hex');
  if (process.env['TEST_DATABASE_URL'] && process.env['TEST_CLICKHOUSE_URL']) {
    globalThis.testEngines = { ...engineUrls(), stop: dropSharedTemplates };
    return;
  }
  const engines = process.env['TEST_ENGINES'] === 'containers' ? await containers() : await embedded();
  process.env['TEST_DATABASE_URL'] = engines.databaseUrl;
  process.env['TEST_CLICKHOUSE_URL'] = engines.clickhouseUrl;
  globalThis.testEngines = engines;
}

async function embedded(): Promise<TestEngines> {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-test-'));
  // As root, Postgres runs under another account, which needs access to the folder.
  chmodSync(directory, 0o711);
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const engines = await startEngines({ directory, durable: false, isAdmin: true });
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
  // Loading it takes most of a second.
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const { ClickHouseContainer } = await import('@testcontainers/clickhouse');
  const [postgres, clickhouse] = await Promise.all([
    new PostgreSqlContainer('postgres:18-alpine').withDatabase('headwater').start(),
    new ClickHouseContainer('clickhouse/clickhouse-server:26.7.5.10').withDatabase('default').start(),
  ]);
  return {
    databaseUrl: postgres.getConnectionUri(),
    clickhouseUrl: clickhouse.getConnectionUrl(),
    stop: async () => {
      await Promise.all([postgres.stop(), clickhouse.stop()]);
    },
  };
}
