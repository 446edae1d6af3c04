import type { BlockList } from 'node:net';
import type { StoredIds } from '@headwater/eventstore/stored-ids';
import type { CheckVisitorKey } from '@headwater/eventstore/visitor-key-record';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import type { BodyBudget } from '@headwater/kit/http/body-budget';
import type { IsDatacenter, LocationOf } from './domain/ip-address';
import type { IsTooFast } from './domain/step';
import type { ClaimIds } from './ingest/event-claims';
import type { ClaimImportedIds } from './ingest/import-claims';
import type { EventLog } from './ingest/log/durable-event-log';
import type { CollectorMetrics } from './metrics/collector-metrics';
import type { InstalledMarker } from './sites/installed-marker';
import type { CachedVerdict } from './sites/site-verdicts';
import type { DropRecorder } from './traffic/drop-recorder';
import type { SenderLimits } from './traffic/sender-limits';

/** Everything that the routes and rpc handlers use, as module.ts creates it. */
export interface Dependencies {
  /** For queries with short deadlines. */
  readonly clickhouse: ClickHouseClient;
  /** For imports, which take longer. */
  readonly importClickhouse: ClickHouseClient;
  /** Runs a limited number of imports concurrently. */
  readonly limitImports: <T>(work: () => Promise<T>) => Promise<T>;
  readonly clock: Clock;
  readonly events: EventLog;
  readonly claimIds: ClaimIds;
  readonly claimImportedIds: ClaimImportedIds;
  readonly drops: DropRecorder;
  readonly metrics: CollectorMetrics;
  readonly limits: SenderLimits;
  readonly locationOf: LocationOf;
  readonly isDatacenter: IsDatacenter;
  readonly isTooFast: IsTooFast;
  readonly storedIds: StoredIds;
  readonly checkVisitorKey: CheckVisitorKey;
  readonly verifySiteKey: CachedVerdict;
  readonly installed: InstalledMarker;
  readonly trustedProxies: BlockList;
  readonly bodies: BodyBudget;
}
