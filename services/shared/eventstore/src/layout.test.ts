import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { ONE_NODE, statementForLayout, plainTable, shardingKey, storedTable } from './layout';
import { migrationFiles } from './migration-files';

const SHARDED = { cluster: 'events', replicated: false };
const REPLICATED = { cluster: 'events', replicated: true };

const statements = migrationFiles(join(packageRoot('@headwater/eventstore'), 'migrations')).flatMap(
  (file) => file.statements,
);

describe('a statement of a migration', () => {
  it('is unchanged on one node', () => {
    expect(statements.map((statement) => statementForLayout(ONE_NODE, statement))).toEqual(statements);
  });

  it.each([
    [
      'CREATE TABLE IF NOT EXISTS events (events UInt64)',
      'CREATE TABLE IF NOT EXISTS events_local (events UInt64)',
    ],
    [
      'CREATE MATERIALIZED VIEW IF NOT EXISTS drops_view TO drops AS SELECT count() AS events FROM dropped_events',
      'CREATE MATERIALIZED VIEW IF NOT EXISTS drops_view TO drops_local AS SELECT count() AS events FROM dropped_events_local',
    ],
    ['DROP TABLE IF EXISTS events SYNC', 'DROP TABLE IF EXISTS events_local SYNC'],
    ['ALTER TABLE events ADD COLUMN x UInt8', 'ALTER TABLE events_local ADD COLUMN x UInt8'],
    [
      'ALTER TABLE a_view MODIFY QUERY SELECT 1 FROM events',
      'ALTER TABLE a_view MODIFY QUERY SELECT 1 FROM events_local',
    ],
    ['INSERT INTO a (b) SELECT b FROM events', 'INSERT INTO a_local (b) SELECT b FROM events_local'],
    ['SELECT * FROM system.tables, FROM numbers(3)', 'SELECT * FROM system.tables, FROM numbers(3)'],
  ])('names the tables of the shard: %s', (statement, placed) => {
    expect(statementForLayout(SHARDED, statement)).toBe(placed);
  });

  it('creates replicated tables with the same deduplication window', () => {
    expect(
      statementForLayout(
        REPLICATED,
        'CREATE TABLE a (n UInt64) ENGINE = SummingMergeTree(n) ORDER BY n SETTINGS non_replicated_deduplication_window = 5',
      ),
    ).toBe(
      "CREATE TABLE a_local (n UInt64) ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', n) " +
        'ORDER BY n SETTINGS replicated_deduplication_window = 5, replicated_deduplication_window_seconds = 604800',
    );
  });

  it('leaves no plain engine or plain deduplication window with replicas, in any migration', () => {
    const all = statements.map((statement) => statementForLayout(REPLICATED, statement)).join(';\n');
    const engines = [...all.matchAll(/ENGINE = (\w+)/g)].map(([, engine]) => engine);
    expect(engines.length).toBeGreaterThan(5);
    expect(engines.filter((engine) => !engine?.startsWith('Replicated'))).toEqual([]);
    expect(all).not.toContain('non_replicated');
  });
});

test('uses the plain name for the distributed table and another name for the stored rows', () => {
  expect(storedTable(SHARDED, 'events')).toBe('events_local');
  expect(plainTable(SHARDED, 'events_local')).toBe('events');
  expect([storedTable(ONE_NODE, 'events'), plainTable(ONE_NODE, 'events')]).toEqual(['events', 'events']);
});

test('shards by visitor', () => {
  expect(shardingKey('events', ['site_id', 'visitor_id'])).toBe('visitor_id');
  expect(shardingKey('drops', ['site_id', 'reason'])).toBe('cityHash64(site_id)');
});

test('distributes tables that views fill over all shards', () => {
  expect(shardingKey('arrivals', ['site_id', 'quarter'])).toBe('rand()');
});
