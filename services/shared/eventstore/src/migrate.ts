import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { packageRoot } from '@headwater/kit/package-root';
import { placeStatement, type Layout } from './layout';
import { madeWith } from './made-with';
import { migrationFiles, type MigrationFile } from './migration-files';
import { onOneNode, type Place } from './place';
import { refuseOtherLayout } from './refuse-other-layout';
import { spreadTables } from './spread-tables';

const CREATE_RECORD = `CREATE TABLE IF NOT EXISTS schema_migrations
(
    version UInt32,
    name String,
    checksum String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')
)
ENGINE = ReplacingMergeTree
ORDER BY version`;

/** What a migration did: the file names that it ran, in order; empty when all were there. */
export interface MigrationResult {
  readonly applied: readonly string[];
}

/** Brings the event store in the client's database to the newest schema; see `migrateNodes`. */
export function migrateEventStore(client: ClickHouseClient): Promise<MigrationResult> {
  return migrateNodes(onOneNode(client));
}

/**
 * Brings an event store to the newest schema, on each of its nodes.
 *
 * ClickHouse has no locks and no transactions over schema changes, so safety comes from the statements: each is
 * idempotent (`IF NOT EXISTS`), a migration is recorded only after all of its statements, and one that was cut short
 * runs again whole. Many migrators at once therefore do the same work and agree. Migrations of a newer release that
 * are recorded but unknown here are left alone, so that a rollback of the services can still start.
 *
 * Each node keeps a record of its own: a shard that lost its disk gets all tables by the next run. Nodes go file by file
 * together, as replicas of a table must be made alike, and what is recorded on one of them was done on all.
 *
 * @throws Error when a released file has been changed since it was applied, or tables lie otherwise than `place` says.
 */
export async function migrateNodes(place: Place): Promise<MigrationResult> {
  const { layout, nodes } = place;
  const states = await Promise.all(
    nodes.map(async (node) => ({ node, recorded: await recordOf(node, layout) })),
  );
  const applied: string[] = [];
  for (const file of migrationFiles(join(packageRoot('@headwater/eventstore'), 'migrations'))) {
    const lacking = states.filter(({ recorded }) => isLacking(recorded, file));
    if (lacking.length === 0) continue;
    for (const { node } of lacking) await apply(node, file, layout);
    await spreadTables(place);
    for (const { node } of lacking) await record(node, file);
    applied.push(file.name);
  }
  // Nothing was new: but the cluster may have got another name.
  if (applied.length === 0) await spreadTables(place);
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
    query: 'SELECT version, checksum FROM schema_migrations FINAL',
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ version: number; checksum: string }>();
  return new Map(rows.map((row) => [row.version, row.checksum]));
}

/**
 * Else ClickHouse answers only when every part of a table has been rewritten, which takes longer than any client waits: a
 * column that begins to forget, `MATERIALIZE TTL` and `MATERIALIZE INDEX` do their work in the background.
 */
const IN_BACKGROUND = { materialize_ttl_after_modify: 0, mutations_sync: '0' } as const;

/** The next replica is asked for the same a moment later, and refuses while it has not followed the one before. */
const ON_ALL_REPLICAS = { alter_sync: '2' } as const;

async function apply(client: ClickHouseClient, file: MigrationFile, layout: Layout): Promise<void> {
  for (const statement of file.statements)
    await client.command({
      query: placeStatement(layout, madeWith(statement)),
      clickhouse_settings: { ...IN_BACKGROUND, ...ON_ALL_REPLICAS },
    });
}

async function record(client: ClickHouseClient, file: MigrationFile): Promise<void> {
  await client.insert({
    table: 'schema_migrations',
    format: 'JSONEachRow',
    values: [{ version: file.version, name: file.name, checksum: file.checksum }],
  });
}
