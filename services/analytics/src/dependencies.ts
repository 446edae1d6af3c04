import type { ClickHouseClient } from '@clickhouse/client';
import type { StoredIds } from '@headwater/eventstore/stored-ids';
import type { WithTopology } from '@headwater/eventstore/topology';
import type { CachedConnection } from './clickhouse/cache';
import type { Connection } from './clickhouse/run';
import type { Rollups } from './rollups/with-rollups';

/** The dependencies of every handler. `clickhouse`, `limits` and `cache` serve all queries but exports and purges. */
export interface Dependencies extends CachedConnection {
  /** For exports: allows statements to run as long as the reader takes. */
  readonly exports: Connection;
  readonly purge: PurgeConnection;
  /** Returns the ids of visitors, once it is known that VISITOR_KEY is the key of the event store. @throws AppError */
  readonly storedIds: (signal: AbortSignal) => Promise<StoredIds>;
  /** Undefined: queries read events only. */
  readonly rollups: Rollups | undefined;
}

/** For purges: the client's limits allow a statement to read all rows of a site. */
export interface PurgeConnection {
  readonly clickhouse: ClickHouseClient;
  /** Connects to every node of the event store while `work` runs. */
  readonly withTopology: WithTopology;
}
