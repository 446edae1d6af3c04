import type { Clock } from '@headwater/kit/clock';
import type { Db } from '@headwater/kit/pg/pool';
import type { SealingKeys } from '@headwater/kit/seal';
import type { WebhookTargets } from './domain/webhook';

/** The dependencies of all handlers, created in module.ts. */
export interface Dependencies {
  /** Postgres with the schema `sites` migrated. In a method with effects, the transaction of the call. */
  readonly db: Db;
  readonly clock: Clock;
  /** Cryptographically random bytes. */
  readonly randomBytes: (size: number) => Buffer;
  /** Seal the webhooks' signing secrets. */
  readonly secretsKeys: SealingKeys;
  /** The public key that seals click ids. */
  readonly clickIdKey: string;
  readonly webhookTargets: WebhookTargets;
}
