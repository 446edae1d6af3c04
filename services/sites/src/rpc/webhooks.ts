import type { AppError } from '@headwater/kit/errors';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { Delivery as DeliveryMessage } from '@headwater/protos/gen/headwater/sites/v1/Delivery';
import type { Webhook as WebhookMessage } from '@headwater/protos/gen/headwater/sites/v1/Webhook';
import { WEBHOOK_LIMITS } from '@headwater/protos/limits';
import { TEST_EVENT_TYPE } from '@headwater/protos/webhook-events';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { SECRET_BYTES, webhookSecret } from '../domain/delivery';
import {
  checkDescription,
  checkEventTypes,
  checkStatus,
  checkWebhookUrl,
  type Webhook,
} from '../domain/webhook';
import { listDeliveries, queueEvent, queueReplay, type Delivery } from '../store/deliveries';
import {
  deleteWebhook,
  getWebhook,
  insertWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
  type WebhookReference,
} from '../store/webhooks';
import { pageSize, requireFields } from './validate';

type Method<M extends keyof Handlers<SitesDefinition>> = Handlers<SitesDefinition>[M];

const { maxWebhooks: MAX_WEBHOOKS } = WEBHOOK_LIMITS;
const MAX_LISTED = 500;
const MAX_REPLAYED = 10_000;
/** How long the previous secret also signs after a rotation. */
const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1_000;

export function createCreateWebhook({
  db,
  clock,
  randomBytes,
  secretsKeys,
  webhookTargets,
}: Dependencies): Method<'CreateWebhook'> {
  return async ({ url, description, events, createdBy }, call) => {
    const fields = requireFields({
      url: checkWebhookUrl(url, webhookTargets),
      description: checkDescription(description),
      events: checkEventTypes(events),
    });
    const secret = webhookSecret(randomBytes(SECRET_BYTES));
    const webhook = await insertWebhook(db, call.workspaceId(), {
      ...fields,
      ...{ secret, createdBy, keys: secretsKeys, at: clock.now(), max: MAX_WEBHOOKS },
    });
    if (!webhook)
      throw failure('invalid_request', `A workspace has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    return { webhook: webhookMessage(webhook), secret };
  };
}

export function createListWebhooks({ db }: Dependencies): Method<'ListWebhooks'> {
  return async (_, call) => ({
    webhooks: (await listWebhooks(db, call.workspaceId())).map(webhookMessage),
  });
}

export function createGetWebhook({ db }: Dependencies): Method<'GetWebhook'> {
  return async ({ id }, call) => {
    const reference = referenceTo(id, call);
    return webhookMessage(required(await getWebhook(db, reference)));
  };
}

/** Changes the given fields. A given list replaces the whole list. */
export function createUpdateWebhook({ db, clock, webhookTargets }: Dependencies): Method<'UpdateWebhook'> {
  return async ({ id, url, description, events, status }, call) => {
    const changes = requireFields({
      ...(url === undefined ? {} : { url: checkWebhookUrl(url, webhookTargets) }),
      ...(description === undefined ? {} : { description: checkDescription(description) }),
      ...(events ? { events: checkEventTypes(events.values) } : {}),
      ...(status === undefined ? {} : { status: checkStatus(status) }),
    });
    const reference = { ...referenceTo(id, call), at: clock.now() };
    return webhookMessage(required(await updateWebhook(db, reference, changes)));
  };
}

export function createDeleteWebhook({ db }: Dependencies): Method<'DeleteWebhook'> {
  return async ({ id }, call) => {
    if (!(await deleteWebhook(db, referenceTo(id, call)))) throw webhookNotFound();
    return { id };
  };
}

/** Replaces the signing secret. For a day both secrets sign. */
export function createRotateWebhookSecret({
  db,
  clock,
  randomBytes,
  secretsKeys: keys,
}: Dependencies): Method<'RotateWebhookSecret'> {
  return async ({ id }, call) => {
    const secret = webhookSecret(randomBytes(SECRET_BYTES));
    const previousUntil = clock.now() + ROTATION_OVERLAP_MS;
    const webhook = await rotateSecret(db, referenceTo(id, call), { secret, previousUntil, keys });
    return { webhook: webhookMessage(required(webhook)), secret, previousUntilMs: previousUntil };
  };
}

/** Sends an event of the type `webhook.test` to one webhook. */
export function createTestWebhook({ db, clock, randomBytes }: Dependencies): Method<'TestWebhook'> {
  return async ({ id }, call) => {
    const eventId = `msg_${randomBytes(16).toString('hex')}`;
    const event = { id: eventId, type: TEST_EVENT_TYPE, at: clock.now(), data: { webhookId: id } };
    if (!(await queueEvent(db, referenceTo(id, call), event))) throw webhookNotFound();
    return { noticeId: eventId };
  };
}

/** Returns a webhook's deliveries, newest first. */
export function createListDeliveries({ db }: Dependencies): Method<'ListDeliveries'> {
  return async ({ id, before, limit }, call) => {
    const reference = referenceTo(id, call);
    const page = { limit: pageSize(limit, MAX_LISTED), ...(before > 0 ? { before } : {}) };
    const [webhook, deliveries] = await Promise.all([
      getWebhook(db, reference),
      listDeliveries(db, reference, page),
    ]);
    required(webhook);
    return { deliveries: deliveries.map(deliveryMessage) };
  };
}

/** Queues past events again, after a place or since a time. */
export function createReplayWebhook({ db, clock }: Dependencies): Method<'ReplayWebhook'> {
  return async ({ id, after, sinceMs: since }, call) => {
    const reference = referenceTo(id, call);
    required(await getWebhook(db, reference));
    const from = { ...(after === undefined ? {} : { after }), ...(since === undefined ? {} : { since }) };
    return queueReplay(db, reference, { ...from, now: clock.now(), max: MAX_REPLAYED });
  };
}

/** For an unknown id and another workspace's webhook: the responses must not differ. */
function webhookNotFound(): AppError {
  return failure(
    'webhook_not_found',
    'This workspace has no such webhook. List the webhooks to see their ids.',
  );
}

/** @throws `webhook_not_found` for a number that cannot be a webhook's id. */
function referenceTo(id: number, call: CallContext): WebhookReference {
  const workspaceId = call.workspaceId();
  if (!Number.isSafeInteger(id) || id <= 0) throw webhookNotFound();
  return { workspaceId, id };
}

/** @throws `webhook_not_found` */
function required(webhook: Webhook | undefined): Webhook {
  if (!webhook) throw webhookNotFound();
  return webhook;
}

function webhookMessage(webhook: Webhook): WebhookMessage {
  const { id, url, description, events, disabled, failingSince, createdAt, createdBy } = webhook;
  return {
    id,
    url,
    description,
    events: [...events],
    status: disabled ? 'disabled' : 'active',
    ...(disabled ? { disabledReason: disabled.reason, disabledAtMs: disabled.at } : {}),
    ...(failingSince === undefined ? {} : { failingSinceMs: failingSince }),
    createdAtMs: createdAt,
    ...(createdBy === undefined ? {} : { createdBy }),
  };
}

function deliveryMessage({ eventId, createdAt, nextAt, endedAt, ...same }: Delivery): DeliveryMessage {
  return {
    ...same,
    noticeId: eventId,
    createdAtMs: createdAt,
    ...(nextAt === undefined ? {} : { nextAttemptAtMs: nextAt }),
    ...(endedAt === undefined ? {} : { endedAtMs: endedAt }),
  };
}
