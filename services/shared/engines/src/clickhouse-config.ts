import { createHash } from 'node:crypto';

/** The settings that differ between embedded ClickHouse engines. */
export interface ClickhouseConfig {
  /** Absolute path of the file with this configuration, including the users. */
  readonly file: string;
  /** Absolute folder of `BACKUP … TO File(…)`. */
  readonly backupsPath: string;
  /** Id of this start, returned in X-ClickHouse-Server-Display-Name to distinguish this engine from others. */
  readonly displayName: string;
  /** Plain-text password of the user `headwater`. The file contains it. */
  readonly password: string;
  /** The engine's memory limit in bytes. */
  readonly memoryBytes: number;
  /** Gives the user all rights except reading files. Otherwise `users.xml` contains its rights. */
  readonly isAdmin: boolean;
  /** Set if the engine is a shard of a cluster. */
  readonly cluster?: ClickhouseCluster;
}

/** A cluster of engines, each one shard without replicas. */
export interface ClickhouseCluster {
  /** Used by `Distributed` tables. */
  readonly name: string;
  /** Shared secret of the shards, so that queries keep their user across shards. */
  readonly secret: string;
  /** The native protocol's port of each shard, on 127.0.0.1. */
  readonly tcpPorts: readonly number[];
}

/**
 * The configuration file of an embedded engine, including its users. `config.d` beside it adds the files that compose and the chart
 * use, too. The engine needs a passwordless user `default` from loopback
 * to open its listeners. HTTP requests must name the user `headwater`, so that no other local process can use `default`.
 */
export function clickhouseConfig(config: ClickhouseConfig): string {
  const passwordHash = createHash('sha256').update(config.password).digest('hex');
  return `<clickhouse>
  <users_config>${config.file}</users_config>
  <display_name>${config.displayName}</display_name>
  <timezone>UTC</timezone>
  <!-- A stop waits until idle connections expire. -->
  <keep_alive_timeout>2</keep_alive_timeout>
  <max_server_memory_usage>${config.memoryBytes}</max_server_memory_usage>
  <mark_cache_size>268435456</mark_cache_size>
  <max_concurrent_queries>200</max_concurrent_queries>
  <background_pool_size>4</background_pool_size>
  <background_merges_mutations_concurrency_ratio>2</background_merges_mutations_concurrency_ratio>
  <background_schedule_pool_size>16</background_schedule_pool_size>
  <!-- This build defaults to zero, with which Distributed and Buffer tables never flush. -->
  <background_distributed_schedule_pool_size>2</background_distributed_schedule_pool_size>
  <background_buffer_flush_schedule_pool_size>1</background_buffer_flush_schedule_pool_size>
  <merge_tree>
    <old_parts_lifetime>480</old_parts_lifetime>
    <!-- Must not exceed the 8 slots of the pool above (its size × the ratio). -->
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>4</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_mutation>4</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>4</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>
${config.cluster ? clusterConfig(config.cluster) : ''}  <backups><allowed_path>${config.backupsPath}</allowed_path></backups>
${httpHandlers(config.password)}  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip><ip>::1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants><query>GRANT SYSTEM LISTEN ON *.*</query></grants>
    </default>
    <headwater>
      <password_sha256_hex>${passwordHash}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
${config.isAdmin ? ALL_RIGHTS : ''}    </headwater>
  </users>
</clickhouse>
`;
}

const ALL_RIGHTS = `      <grants>
        <query>GRANT ALL ON *.*</query>
        <query>REVOKE READ, WRITE ON FILE</query>
      </grants>
`;

/**
 * The two forms of credentials that HTTP requests may have. ClickHouse answers all others with 404 and checks the password.
 * The query parameters `user` and `password` cannot be combined with either.
 */
function httpHandlers(password: string): string {
  const basic = Buffer.from(`headwater:${password}`).toString('base64');
  const rules = [
    `<Authorization>Basic ${basic}</Authorization>`,
    '<X-ClickHouse-User>headwater</X-ClickHouse-User>',
  ].map(
    (header) => `    <rule>
      <headers>${header}</headers>
      <handler><type>dynamic_query_handler</type><query_param_name>query</query_param_name></handler>
    </rule>
`,
  );
  return `  <http_handlers>
${rules.join('')}  </http_handlers>
`;
}

function clusterConfig({ name, secret, tcpPorts }: ClickhouseCluster): string {
  const shards = tcpPorts.map(
    (port) => `      <shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>\n`,
  );
  return `  <remote_servers>
    <${name}>
      <secret>${secret}</secret>
${shards.join('')}    </${name}>
  </remote_servers>
`;
}
