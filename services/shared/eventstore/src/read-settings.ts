/**
 * Settings of every query of the event store; on one node they have no effect. All rows of a visitor are on one shard: subqueries
 * run locally unless they are GLOBAL, grouping by visitor is complete on each shard, and queries for one visitor use one shard. An
 * unreachable shard fails the query: results are never partial.
 */
export const READ_SETTINGS = {
  distributed_product_mode: 'local',
  optimize_skip_unused_shards: 1,
  optimize_distributed_group_by_sharding_key: 1,
  skip_unavailable_shards: 0,
} as const;

/**
 * Settings of INSERT … SELECT; on one node they have no effect but to wait. The node of the connection runs the SELECT and returns after
 * the shards have stored the rows.
 */
export const INSERT_SELECT_SETTINGS = {
  ...READ_SETTINGS,
  parallel_distributed_insert_select: '0',
  distributed_foreground_insert: 1,
  wait_end_of_query: 1,
} as const;
