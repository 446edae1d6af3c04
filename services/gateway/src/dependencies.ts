import type { Clock } from '@headwater/kit/clock';
import type { Pool } from '@headwater/kit/pg/pool';
import type { Client } from '@headwater/kit/rpc/types';
import type { SealingKeys } from '@headwater/kit/seal';
import type {
  AnalyticsDefinition,
  CollectorDefinition,
  IdentityDefinition,
  SitesDefinition,
} from '@headwater/protos/services';
import type { SignCertificate } from './domain/signing-keys';
import type { OpenClickId } from './domain/conversions';
import type { SessionTimes } from './domain/dashboard-session';
import type { RateLimit } from './http/rate-limit';
import type { SharePasswords } from './http/share-passwords';
import type { IngestEvents } from './ingest-events';
import type { ListSigningKeys } from './store/signing-keys';
import type { ReportBadSignature } from './store/provider-status';
import type { FindWorkspaceKey } from './store/workspace-keys';

/** What endpoints use beside their request: the database, the services behind the gateway, and facts of this process. */
export interface Dependencies {
  /** Pool of the schema `gateway`. */
  readonly db: Pool;
  readonly sites: Client<SitesDefinition>;
  readonly identity: Client<IdentityDefinition>;
  readonly analytics: Client<AnalyticsDefinition>;
  readonly collector: Client<CollectorDefinition>;
  readonly ingestEvents: IngestEvents;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  readonly passwords: SharePasswords;
  readonly reportBadSignature: ReportBadSignature;
  readonly sessionTimes: SessionTimes;
  /** SECRETS_KEY. */
  readonly secretsKeys: SealingKeys;
  readonly openClickId: OpenClickId;
  readonly signCertificate: SignCertificate;
  readonly listSigningKeys: ListSigningKeys;
  readonly workspaceKey: FindWorkspaceKey;
  /** URL at which browsers reach this gateway, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Max duration of an export, in milliseconds. */
  readonly exportDeadlineMs: number;
  /** URL of the browser script in the snippet. */
  readonly scriptUrl: string;
  /** Names of the unavailable dependencies: `postgres` and services. Empty if all are available. */
  readonly notReady: () => Promise<readonly string[]>;
  /** The OpenAPI document. */
  readonly openApiJson: () => Buffer;
  /** Aborts when the process stops accepting requests. */
  readonly stopping: AbortSignal;
}
