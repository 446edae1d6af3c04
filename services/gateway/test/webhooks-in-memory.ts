import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import type { Webhook__Output } from '@headwater/protos/gen/headwater/sites/v1/Webhook';
import { failure } from '@headwater/protos/error-codes';
import { WEBHOOK_EVENT_TYPES } from '@headwater/protos/webhook-events';
import type { SitesDefinition } from '@headwater/protos/services';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const origin = { channel: 'Email', source: null, siteId: 1 };
/** Example data of each event type. */
const EXAMPLE_DATA: Readonly<Record<(typeof WEBHOOK_EVENT_TYPES)[number], object>> = {
  'site.installed': { siteId: 1, domain: 'shop.example' },
  'site.deleted': { siteId: 1, domain: 'shop.example' },
  'site.purged': { siteId: 1, rows: { events: 3 } },
  'identity.linked': { userId: null, ...origin },
  'payment.attributed': {
    ...{ paymentId: 'in-1', userId: 'u1', paymentType: 'sale', amount: '49.00', currency: 'EUR' },
    ...{ occurredAt: '2026-11-01T12:00:00.000Z', ...origin },
  },
  'attribution.changed': {
    ...{
      accountId: 17,
      userId: null,
      status: 'linked',
      previousChannel: 'Direct',
      previousSource: null,
      ...origin,
    },
    ...{ recordedAt: '2026-11-01T12:00:00.000Z', rulesVersion: 3 },
  },
  'goal.reached': {
    ...{ siteId: 1, goalId: 2, name: 'Signup', conversions: 3, total: 7 },
    ...{ from: '2026-11-01T12:00:00.000Z', to: '2026-11-01T13:00:00.000Z' },
  },
};

/** In-memory webhooks of all workspaces, without deliveries, and one event of each type. */
export function webhooksInMemory(now: number): Partial<Handlers<SitesDefinition>> {
  const rows: { readonly workspaceId: number; webhook: Webhook__Output }[] = [];
  const find = (id: number, call: CallContext) => {
    const row = rows.find((each) => each.webhook.id === id && each.workspaceId === call.workspaceId());
    if (!row) throw failure('webhook_not_found', 'This workspace has no such webhook.');
    return row;
  };
  return {
    CreateWebhook: ({ url, description, events, createdBy }, call) => {
      const webhook = {
        ...{ id: rows.length + 1, url, description, events, status: 'active', createdAtMs: now },
        ...(createdBy === undefined ? {} : { createdBy }),
      };
      rows.push({ workspaceId: call.workspaceId(), webhook });
      return Promise.resolve({ webhook, secret: SECRET });
    },
    ListWebhooks: (_, call) => {
      const own = rows.filter(({ workspaceId }) => workspaceId === call.workspaceId());
      return Promise.resolve({ webhooks: own.map(({ webhook }) => webhook) });
    },
    GetWebhook: ({ id }, call) => Promise.resolve(find(id, call).webhook),
    UpdateWebhook: ({ id, url, description, events, status }, call) => {
      const row = find(id, call);
      row.webhook = {
        ...row.webhook,
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(events ? { events: events.values } : {}),
        ...(status === 'disabled' ? { status, disabledReason: 'paused', disabledAtMs: now } : {}),
      };
      return Promise.resolve(row.webhook);
    },
    DeleteWebhook: ({ id }, call) => {
      rows.splice(rows.indexOf(find(id, call)), 1);
      return Promise.resolve({ id });
    },
    RotateWebhookSecret: ({ id }, call) => {
      const { webhook } = find(id, call);
      return Promise.resolve({ webhook, secret: SECRET, previousUntilMs: now + 1_000 });
    },
    TestWebhook: ({ id }, call) => {
      find(id, call);
      return Promise.resolve({ noticeId: 'msg_test' });
    },
    ListDeliveries: ({ id, before, limit }, call) => {
      find(id, call);
      const all = [3, 2, 1].map((delivery) => ({
        id: delivery,
        noticeId: `msg_${delivery}`,
        type: 'site.deleted',
        createdAtMs: now,
        ...(delivery === 3
          ? { status: 'pending', attempts: 1, problem: 'timed_out', nextAttemptAtMs: now }
          : { status: 'delivered', attempts: 1, httpStatus: 204, endedAtMs: now }),
      }));
      return Promise.resolve({
        deliveries: all.filter((each) => before === 0 || each.id < before).slice(0, limit),
      });
    },
    ReplayWebhook: ({ id, after }, call) => {
      find(id, call);
      return Promise.resolve(after === undefined ? { queued: 6 } : { queued: 2, moreAfter: after + 2 });
    },
    ListNotices: ({ after, limit, types }) => {
      const all = WEBHOOK_EVENT_TYPES.map((type, index) => ({
        ...{ id: `msg_${index}`, type, atMs: now, place: index + 1 },
        dataJson: JSON.stringify(EXAMPLE_DATA[type]),
      }));
      const selected = all.filter(
        ({ type, place }) => place > after && (types.length === 0 || types.includes(type)),
      );
      return Promise.resolve({ notices: selected.slice(0, limit) });
    },
  };
}
