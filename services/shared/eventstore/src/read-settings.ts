/**
 * What every question to the event store says; on one node it changes nothing. All of a visitor lies on one shard: a
 * question within a question stays on its shard, one by visitor is added up there, and one about a visitor asks no other.
 * A shard that does not answer fails the question: numbers are never those of a part.
 */
export const READ_SETTINGS = {
  distributed_product_mode: 'local',
  optimize_skip_unused_shards: 1,
  optimize_distributed_group_by_sharding_key: 1,
  skip_unavailable_shards: 0,
} as const;
