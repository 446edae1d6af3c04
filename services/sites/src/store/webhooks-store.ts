import type { Pool } from '@headwater/kit/pg/pool';
import type { Notice, PlacedNotice } from '../domain/notice';
import type { Webhook, WebhookChanges } from '../domain/webhooks/webhook';
import {
  claimDeliveries,
  endAttempt,
  releaseDelivery,
  type AttemptEnd,
  type ClaimTurn,
  type DeliveryClaim,
} from './deliveries';
import { claimGoals, endGoalTurn, type GoalClaim } from './goal-counts';
import { listDeliveries, type Delivery } from './list-deliveries';
import { listNotices, recordNotices, sweepNotices, type NoticePage } from './notices';
import { queueNotice, queueReplay, type Replay } from './queue-deliveries';
import {
  deleteWebhook,
  getWebhook,
  insertWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
  type NewWebhook,
} from './webhooks';
import { webhookFigures, type WebhookFigures } from './webhook-figures';
import { checkWebhookSecrets, sealWebhookSecrets, type WebhookKeys } from './webhook-secrets';

interface WebhookOf {
  readonly workspaceId: number;
  readonly id: number;
}

/** Notices and where they are sent. Each member is the function of its name beside this file. Times: Unix ms. */
export interface WebhooksStore {
  recordNotices(notices: readonly (Notice & { readonly workspaceId: number })[]): Promise<void>;
  listNotices(workspaceId: number, page: NoticePage): Promise<PlacedNotice[]>;
  sweepNotices(before: number): Promise<number>;
  insertWebhook(workspaceId: number, webhook: NewWebhook): Promise<Webhook | undefined>;
  listWebhooks(workspaceId: number): Promise<Webhook[]>;
  getWebhook(workspaceId: number, id: number): Promise<Webhook | undefined>;
  updateWebhook(
    webhook: WebhookOf & { readonly at: number },
    changes: WebhookChanges,
  ): Promise<Webhook | undefined>;
  rotateSecret(
    webhook: WebhookOf,
    rotation: { readonly secret: string; readonly previousUntil: number },
  ): Promise<Webhook | undefined>;
  deleteWebhook(workspaceId: number, id: number): Promise<boolean>;
  checkWebhookSecrets(): Promise<void>;
  sealWebhookSecrets(now: number): Promise<void>;
  queueNotice(webhook: WebhookOf, notice: Notice): Promise<boolean>;
  queueReplay(webhook: WebhookOf, replay: Replay): ReturnType<typeof queueReplay>;
  listDeliveries(
    webhook: WebhookOf,
    page: { readonly before?: number; readonly limit: number },
  ): Promise<Delivery[]>;
  claimDeliveries(turn: ClaimTurn): Promise<DeliveryClaim[]>;
  endAttempt(claim: DeliveryClaim, end: AttemptEnd): Promise<void>;
  releaseDelivery(claim: DeliveryClaim): Promise<void>;
  webhookFigures(now: number): Promise<WebhookFigures>;
  claimGoals(turn: {
    readonly now: number;
    readonly nextAt: number;
    readonly most: number;
  }): Promise<GoalClaim[]>;
  endGoalTurn(claim: GoalClaim, end: Parameters<typeof endGoalTurn>[2]): Promise<void>;
}

/**
 * The store on a pool, whose Postgres has the schema `sites` migrated. Throws `pg`'s errors unchanged.
 *
 * @param keys seal the webhooks' secrets.
 */
export function createWebhooksStore(pool: Pool, keys: WebhookKeys): WebhooksStore {
  return {
    recordNotices: (notices) => recordNotices(pool, notices),
    listNotices: (workspaceId, page) => listNotices(pool, workspaceId, page),
    sweepNotices: (before) => sweepNotices(pool, before),
    insertWebhook: (workspaceId, webhook) => insertWebhook(pool, workspaceId, { ...webhook, keys }),
    listWebhooks: (workspaceId) => listWebhooks(pool, workspaceId),
    getWebhook: (workspaceId, id) => getWebhook(pool, workspaceId, id),
    updateWebhook: (webhook, changes) => updateWebhook(pool, webhook, changes),
    rotateSecret: (webhook, rotation) => rotateSecret(pool, webhook, { ...rotation, keys }),
    deleteWebhook: (workspaceId, id) => deleteWebhook(pool, workspaceId, id),
    checkWebhookSecrets: () => checkWebhookSecrets(pool, keys),
    sealWebhookSecrets: (now) => sealWebhookSecrets(pool, keys, now),
    queueNotice: (webhook, notice) => queueNotice(pool, webhook, notice),
    queueReplay: (webhook, replay) => queueReplay(pool, webhook, replay),
    listDeliveries: (webhook, page) => listDeliveries(pool, webhook, page),
    claimDeliveries: (turn) => claimDeliveries(pool, { ...turn, keys }),
    endAttempt: (claim, end) => endAttempt(pool, claim, end),
    releaseDelivery: (claim) => releaseDelivery(pool, claim),
    webhookFigures: (now) => webhookFigures(pool, now),
    claimGoals: (turn) => claimGoals(pool, turn),
    endGoalTurn: (claim, end) => endGoalTurn(pool, claim, end),
  };
}
