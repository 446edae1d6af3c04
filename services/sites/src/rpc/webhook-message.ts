import type { AppError } from '@headwater/kit/errors';
import type { Delivery as DeliveryMessage } from '@headwater/protos/gen/headwater/sites/v1/Delivery';
import type { Notice as NoticeMessage } from '@headwater/protos/gen/headwater/sites/v1/Notice';
import type { Webhook as WebhookMessage } from '@headwater/protos/gen/headwater/sites/v1/Webhook';
import { failure } from '@headwater/protos/error-codes';
import type { PlacedNotice } from '../domain/notice';
import type { Webhook } from '../domain/webhooks/webhook';
import type { Delivery } from '../store/list-deliveries';

/** The one answer for an unknown id and for another workspace's webhook: they must not differ. */
export function webhookNotFound(): AppError {
  return failure(
    'webhook_not_found',
    'This workspace has no such webhook. List the webhooks to see their ids.',
  );
}

/** @throws `webhook_not_found` for a number that no webhook can have as its id. */
export function requireWebhookId(id: number): number {
  if (!Number.isSafeInteger(id) || id <= 0) throw webhookNotFound();
  return id;
}

export function webhookMessage(webhook: Webhook): WebhookMessage {
  const { id, url, description, events, disabled, failingSince, createdAt } = webhook;
  return {
    id,
    url,
    description,
    events: [...events],
    status: disabled ? 'disabled' : 'active',
    ...(disabled ? { disabledReason: disabled.reason, disabledAtMs: disabled.at } : {}),
    ...(failingSince === undefined ? {} : { failingSinceMs: failingSince }),
    createdAtMs: createdAt,
  };
}

export function deliveryMessage(delivery: Delivery): DeliveryMessage {
  const { createdAt, nextAt, endedAt, ...same } = delivery;
  return {
    ...same,
    createdAtMs: createdAt,
    ...(nextAt === undefined ? {} : { nextAttemptAtMs: nextAt }),
    ...(endedAt === undefined ? {} : { endedAtMs: endedAt }),
  };
}

export function noticeMessage({ id, type, at, data, place }: PlacedNotice): NoticeMessage {
  return { id, type, atMs: at, dataJson: JSON.stringify(data), place };
}
