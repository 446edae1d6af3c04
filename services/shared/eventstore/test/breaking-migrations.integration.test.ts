import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BreakingMigrationError } from '@headwater/kit/breaking-migration';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { MIGRATIONS, refuseBreakingAtStart, refuseBreakingEventStore } from '../src/breaking-migrations';
import { migrateEventStore, migrateNodes } from '../src/migrate';
import { migrationFiles } from '../src/migration-files';
import { pendingEventStoreMigrations } from '../src/pending-migrations';
import { singleNode } from '../src/topology';

const NEXT = String(migrationFiles(MIGRATIONS).length + 1).padStart(4, '0');
let clickhouse: TestClickhouse;
let folder: string;

beforeEach(async () => {
  clickhouse = await testClickhouse();
  folder = mkdtempSync(join(tmpdir(), 'headwater-eventstore-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await clickhouse.drop();
});

/** Migrates with a later release, which has one more migration. */
async function migrateWithLater(sql: string): Promise<void> {
  writeFileSync(join(folder, `${NEXT}_later.sql`), sql);
  await migrateNodes(singleNode(clickhouse.client), folder);
}

test('a program starts on the event store of a later program without a breaking migration', async () => {
  await migrateWithLater('ALTER TABLE events ADD COLUMN IF NOT EXISTS later UInt8;\n');
  await refuseBreakingEventStore(clickhouse.client);
  expect(await pendingEventStoreMigrations(clickhouse.client)).toEqual([]);
  expect(await migrateEventStore(clickhouse.client)).toEqual({ applied: [] });
});

test('a program refuses to start, wait or migrate on an event store with a breaking migration that it does not have', async () => {
  await migrateEventStore(clickhouse.client);
  await refuseBreakingEventStore(clickhouse.client);
  await migrateWithLater(
    '-- breaking: inserts need the column later\nALTER TABLE events ADD COLUMN IF NOT EXISTS later UInt8;\n',
  );
  for (const attempt of [refuseBreakingEventStore, pendingEventStoreMigrations, migrateEventStore]) {
    const error: unknown = await attempt(clickhouse.client).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BreakingMigrationError);
    expect((error as Error).message).toContain(`${NEXT}_later.sql (inserts need the column later)`);
  }
  await expect(refuseBreakingAtStart(clickhouse.client, silentLog())).rejects.toThrow(BreakingMigrationError);
  await refuseBreakingEventStore(clickhouse.client, folder);
  expect(await migrateNodes(singleNode(clickhouse.client), folder)).toEqual({ applied: [] });
});

test('an earlier program refuses to start after a breaking migration that failed half-way, and a repeat completes it', async () => {
  await migrateEventStore(clickhouse.client);
  const sql = '-- breaking: inserts need the column later\n';
  const broken = 'ALTER TABLE no_such_table ADD COLUMN later UInt8;\n';
  await expect(migrateWithLater(sql + broken)).rejects.toThrow();
  await expect(refuseBreakingEventStore(clickhouse.client)).rejects.toThrow(BreakingMigrationError);
  await migrateWithLater(`${sql}ALTER TABLE events ADD COLUMN IF NOT EXISTS later UInt8;\n`);
  expect(await migrateNodes(singleNode(clickhouse.client), folder)).toEqual({ applied: [] });
});

test('a program starts on an empty database', async () => {
  await refuseBreakingEventStore(clickhouse.client);
});

test('a service starts unchecked while ClickHouse is unreachable', async () => {
  const client = createClickhouse({ clickhouseUrl: 'http://127.0.0.1:9/none', applicationName: 'test' });
  const { log, lines } = recordedLog();
  await refuseBreakingAtStart(client, log);
  expect(lines.join()).toContain('check for breaking migrations failed');
  await client.close();
});
