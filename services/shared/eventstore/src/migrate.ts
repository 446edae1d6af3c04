import type { ClickHouseClient } from '@clickhouse/client';
import { MIGRATIONS, refuseBreakingEventStore } from './breaking-migrations';
import { createDistributedTables, refuseOtherLayout, statementForLayout, type Layout } from './layout';
import { migrationFiles, type MigrationFile } from './migration-files';
import { singleNode, type EventStoreTopology } from './topology';

const CREATE_RECORD = `CREATE TABLE IF NOT EXISTS schema_migrations
(
    version UInt32,
    name String,
    checksum String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY version`;

/** The reason of a breaking migration. The column exists from the first one on. */
const ADD_BREAKING = `ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS breaking String DEFAULT ''`;

/** The file names of the applied migrations, in order; empty when the schema was current. */
export interface MigrationResult {
  readonly applied: readonly string[];
}

/** Migrates the event store in the client's database to the newest schema; see `migrateNodes`. */
export function migrateEventStore(client: ClickHouseClient): Promise<MigrationResult> {
  return migrateNodes(singleNode(client));
}

/**
 * Migrates an event store to the newest schema, on each of its nodes.
 *
 * ClickHouse has neither locks nor transactions for schema changes, so the statements make it safe: each is idempotent
 * (`IF NOT EXISTS`), a migration is recorded after its last statement, and an interrupted one runs again completely. Concurrent
 * migrators therefore do the same work. Recorded migrations of a newer release are ignored, so that services can be rolled back.
 *
 * Each node has its own record: a shard that lost its disk gets all tables in the next run. All nodes apply one file before the
 * next, because replicas of a table must be created alike.
 *
 * @throws BreakingMigrationError when the event store is too new for this program; Error when an applied file was changed, or
 * when the database has another layout.
 */
export async function migrateNodes(
  topology: EventStoreTopology,
  folder = MIGRATIONS,
): Promise<MigrationResult> {
  const { layout, nodes } = topology;
  const states = await Promise.all(
    nodes.map(async (node) => {
      await refuseBreakingEventStore(node, folder);
      return { node, recorded: await recordOf(node, layout) };
    }),
  );
  const applied: string[] = [];
  for (const file of migrationFiles(folder)) {
    const lacking = states.filter(({ recorded }) => isLacking(recorded, file));
    if (lacking.length === 0) continue;
    if (file.breaking !== undefined)
      for (const { node } of lacking) await recordBreaking(node, file, file.breaking);
    for (const { node } of lacking) await apply(node, file, layout);
    await createDistributedTables(layout, nodes);
    for (const { node } of lacking) await record(node, file);
    applied.push(file.name);
  }
  // No migration was pending, but the cluster may have been renamed.
  if (applied.length === 0) await createDistributedTables(layout, nodes);
  return { applied };
}

type Recorded = ReadonlyMap<number, string>;

async function recordOf(node: ClickHouseClient, layout: Layout): Promise<Recorded> {
  await refuseOtherLayout(node, layout);
  await node.command({ query: CREATE_RECORD });
  return readRecorded(node);
}

function isLacking(recorded: Recorded, file: MigrationFile): boolean {
  const checksum = recorded.get(file.version);
  if (checksum !== undefined && checksum !== file.checksum)
    throw new Error(
      `Migration ${file.name} was changed after it was applied. Restore the released file and put the change into a new one.`,
    );
  return checksum === undefined;
}

async function readRecorded(client: ClickHouseClient): Promise<Recorded> {
  const result = await client.query({
    query: `SELECT version, checksum FROM schema_migrations FINAL WHERE checksum != ''`,
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ version: number; checksum: string }>();
  return new Map(rows.map((row) => [row.version, row.checksum]));
}

/**
 * Runs TTL changes, `MATERIALIZE TTL` and `MATERIALIZE INDEX` in the background. By default ClickHouse answers when every part is
 * rewritten, which takes longer than any client's timeout.
 */
const IN_BACKGROUND = { materialize_ttl_after_modify: 0, mutations_sync: '0' } as const;

/** Waits for all replicas: the same change on the next replica fails while that replica has not applied this one. */
const ON_ALL_REPLICAS = { alter_sync: '2' } as const;

async function apply(client: ClickHouseClient, file: MigrationFile, layout: Layout): Promise<void> {
  for (const statement of file.statements)
    await client.command({
      query: statementForLayout(layout, withTableSettings(statement)),
      clickhouse_settings: { ...IN_BACKGROUND, ...ON_ALL_REPLICAS },
    });
}

/**
 * Records the marker of a breaking migration before it is applied, without a checksum: older programs already refuse to start while
 * it runs, and after it failed on some nodes.
 */
async function recordBreaking(
  client: ClickHouseClient,
  file: MigrationFile,
  breaking: string,
): Promise<void> {
  await client.command({ query: ADD_BREAKING, clickhouse_settings: ON_ALL_REPLICAS });
  await client.insert({
    table: 'schema_migrations',
    format: 'JSONEachRow',
    values: [{ version: file.version, name: file.name, checksum: '', breaking }],
  });
}

async function record(client: ClickHouseClient, file: MigrationFile): Promise<void> {
  await client.insert({
    table: 'schema_migrations',
    format: 'JSONEachRow',
    values: [
      {
        ...{ version: file.version, name: file.name, checksum: file.checksum },
        ...(file.breaking === undefined ? {} : { breaking: file.breaking }),
      },
    ],
  });
}

/**
 * Settings that a table can only get when it is created, found after its migration was released. Released migrations never change,
 * so these are inserted when the statement runs. Existing tables keep their settings.
 */
const TABLE_SETTINGS: Readonly<Record<string, string>> = {
  // Measured in services/analytics/SPEED.md. deploy/UPGRADING.md describes how to change an existing table.
  events: 'index_granularity = 4096',
};

const CREATE_TABLE = /\bCREATE TABLE IF NOT EXISTS (\w+)\b/;

/** Returns a migration's statement with the current table settings; other statements are unchanged. */
function withTableSettings(statement: string): string {
  const settings = TABLE_SETTINGS[CREATE_TABLE.exec(statement)?.[1] ?? ''];
  return settings === undefined ? statement : statement.replace(/\bSETTINGS\b/, `SETTINGS ${settings},`);
}
