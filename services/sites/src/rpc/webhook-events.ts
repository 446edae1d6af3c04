import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { RecordedNotice__Output } from '@headwater/protos/gen/headwater/sites/v1/RecordedNotice';
import { WEBHOOK_EVENT_TYPES } from '@headwater/protos/webhook-events';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import type { WebhookEvent } from '../domain/webhook-event';
import { countEventsOfUsers, listEvents, recordEvents, removeUserIds } from '../store/webhook-events';
import { pageSize } from './validate';

const MAX_RECORDED = 1_000;
const MAX_LISTED = 500;

/** Stores events of other services, each once by its id. */
export function createRecordNotices({ db }: Dependencies): Handlers<SitesDefinition>['RecordNotices'] {
  return async ({ notices: events }) => {
    if (events.length > MAX_RECORDED)
      throw failure('invalid_request', `Too many events: ${events.length} (limit ${MAX_RECORDED} per call).`);
    await recordEvents(db, events.map(readEvent));
    return {};
  };
}

/** Removes user ids from the workspace's events. */
export function createRemoveUserIds({ db }: Dependencies): Handlers<SitesDefinition>['RemoveUserIds'] {
  return async ({ userIds, dryRun }, call) => {
    if (userIds.length > MAX_RECORDED)
      throw failure(
        'invalid_request',
        `Too many user ids: ${userIds.length} (limit ${MAX_RECORDED} per call).`,
      );
    if (dryRun) return { webhookEvents: await countEventsOfUsers(db, call.workspaceId(), userIds) };
    await removeUserIds(db, call.workspaceId(), userIds);
    return {};
  };
}

/** Returns the workspace's events in their order. */
export function createListNotices({ db }: Dependencies): Handlers<SitesDefinition>['ListNotices'] {
  return async ({ after, types, limit }, call) => {
    const page = { after, types, limit: pageSize(limit, MAX_LISTED) };
    const events = await listEvents(db, call.workspaceId(), page);
    return {
      notices: events.map(({ id, type, at, data, place }) => ({
        ...{ id, type, place },
        ...{ atMs: at, dataJson: JSON.stringify(data) },
      })),
    };
  };
}

/** @throws `invalid_request` for an event without an id or of an unknown type: a bug of another service. */
function readEvent({
  workspaceId,
  notice: event,
}: RecordedNotice__Output): WebhookEvent & { readonly workspaceId: number } {
  if (!event || event.id === '' || !(WEBHOOK_EVENT_TYPES as readonly string[]).includes(event.type))
    throw failure(
      'invalid_request',
      `An event needs an id and one of the types ${WEBHOOK_EVENT_TYPES.join(', ')}.`,
    );
  const { id, type, atMs: at, dataJson } = event;
  return { workspaceId, id, type, at, data: JSON.parse(dataJson) as WebhookEvent['data'] };
}
