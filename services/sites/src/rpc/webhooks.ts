import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { TEST_NOTICE } from '@headwater/protos/notices';
import type { SitesDefinition } from '@headwater/protos/services';
import { accepted, refused, type Checked } from '../domain/checked';
import { checkDescription, checkNoticeTypes, checkWebhookUrl } from '../domain/webhooks/check-webhook';
import { requireFields } from './require-fields';
import type { SitesParts } from './sites-parts';
import { deliveryMessage, requireWebhookId, webhookMessage, webhookNotFound } from './webhook-message';

type Methods =
  | 'CreateWebhook'
  | 'ListWebhooks'
  | 'GetWebhook'
  | 'UpdateWebhook'
  | 'DeleteWebhook'
  | 'RotateWebhookSecret'
  | 'TestWebhook'
  | 'ListDeliveries'
  | 'ReplayWebhook';

/** How many a workspace may have. */
const MOST_WEBHOOKS = 20;
const MOST_LISTED = 500;
const MOST_REPLAYED = 10_000;
/** How long a secret signs beside the one in its place. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000;

/** Where a workspace's notices are sent. */
export function webhookHandlers(parts: SitesParts): Pick<Handlers<SitesDefinition>, Methods> {
  const { webhooks, clock, webhookTargets } = parts;
  return {
    CreateWebhook: async ({ url, description, events }, call) => {
      const checked = requireFields({
        url: checkWebhookUrl(url, webhookTargets),
        description: checkDescription(description),
        events: checkNoticeTypes(events),
      });
      const secret = parts.newWebhookSecret();
      const made = { ...checked, secret, at: clock.now(), most: MOST_WEBHOOKS };
      const webhook = await webhooks.insertWebhook(call.workspaceId(), made);
      if (!webhook)
        throw failure(
          'invalid_request',
          `A workspace has at most ${MOST_WEBHOOKS} webhooks. Delete one first.`,
        );
      return { webhook: webhookMessage(webhook), secret };
    },
    ListWebhooks: async (_, call) => ({
      webhooks: (await webhooks.listWebhooks(call.workspaceId())).map(webhookMessage),
    }),
    GetWebhook: async ({ id }, call) => {
      const webhook = await webhooks.getWebhook(call.workspaceId(), requireWebhookId(id));
      if (!webhook) throw webhookNotFound();
      return webhookMessage(webhook);
    },
    UpdateWebhook: async ({ id, url, description, events, status }, call) => {
      const changes = requireFields({
        ...(url === undefined ? {} : { url: checkWebhookUrl(url, webhookTargets) }),
        ...(description === undefined ? {} : { description: checkDescription(description) }),
        ...(events ? { events: checkNoticeTypes(events.values) } : {}),
        ...(status === undefined ? {} : { status: checkStatus(status) }),
      });
      const which = { workspaceId: call.workspaceId(), id: requireWebhookId(id), at: clock.now() };
      const webhook = await webhooks.updateWebhook(which, changes);
      if (!webhook) throw webhookNotFound();
      return webhookMessage(webhook);
    },
    DeleteWebhook: async ({ id }, call) => {
      if (!(await webhooks.deleteWebhook(call.workspaceId(), requireWebhookId(id)))) throw webhookNotFound();
      return { id };
    },
    RotateWebhookSecret: async ({ id }, call) => {
      const rotation = { secret: parts.newWebhookSecret(), previousUntil: clock.now() + OVERLAP_MS };
      const which = { workspaceId: call.workspaceId(), id: requireWebhookId(id) };
      const webhook = await webhooks.rotateSecret(which, rotation);
      if (!webhook) throw webhookNotFound();
      const { secret, previousUntil: previousUntilMs } = rotation;
      return { webhook: webhookMessage(webhook), secret, previousUntilMs };
    },
    TestWebhook: async ({ id }, call) => {
      const notice = { id: parts.newNoticeId(), type: TEST_NOTICE, at: clock.now(), data: { webhookId: id } };
      const which = { workspaceId: call.workspaceId(), id: requireWebhookId(id) };
      if (!(await webhooks.queueNotice(which, notice))) throw webhookNotFound();
      return { noticeId: notice.id };
    },
    ListDeliveries: async ({ id, before, limit }, call) => {
      const which = { workspaceId: call.workspaceId(), id: requireWebhookId(id) };
      const page = { limit: Math.min(Math.max(limit, 1), MOST_LISTED), ...(before > 0 ? { before } : {}) };
      const [webhook, deliveries] = await Promise.all([
        webhooks.getWebhook(which.workspaceId, which.id),
        webhooks.listDeliveries(which, page),
      ]);
      if (!webhook) throw webhookNotFound();
      return { deliveries: deliveries.map(deliveryMessage) };
    },
    ReplayWebhook: async ({ id, after, sinceMs: since }, call) => {
      const which = { workspaceId: call.workspaceId(), id: requireWebhookId(id) };
      if (!(await webhooks.getWebhook(which.workspaceId, which.id))) throw webhookNotFound();
      const from = { ...(after === undefined ? {} : { after }), ...(since === undefined ? {} : { since }) };
      return webhooks.queueReplay(which, { ...from, now: clock.now(), most: MOST_REPLAYED });
    },
  };
}

function checkStatus(status: string): Checked<'active' | 'disabled'> {
  return status === 'active' || status === 'disabled'
    ? accepted(status)
    : refused('must be active or disabled');
}
