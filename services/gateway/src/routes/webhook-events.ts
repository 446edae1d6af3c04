import { failure } from '@headwater/protos/error-codes';
import type { Notice__Output } from '@headwater/protos/gen/headwater/sites/v1/Notice';
import { WEBHOOK_LIMITS } from '@headwater/protos/limits';
import { ACCOUNT_STATUSES, CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { encodeCursor, decodeCursor } from '../domain/cursors';
import { EVENT_SCOPES_LIST, readableEvents } from '../domain/webhook-rights';
import { defineEndpoint } from '../http/endpoint';
import { pageQuery } from './shapes/queries';

const timestamp = z.iso.datetime({ precision: 3 });
const id = z.int().positive();
const userId = z.string().nullable().meta({ description: 'Your id of the account, if you sent one' });
const origin = {
  channel: z.enum(CHANNELS),
  source: z.string().nullable(),
  siteId: id.nullable().meta({ description: "Site of the account's first session" }),
};

const eventOf = <T extends string, D extends z.ZodRawShape>(type: T, data: D, description: string) =>
  z
    .strictObject({ type: z.literal(type), timestamp, data: z.strictObject(data), id: z.string() })
    .meta({ id: schemaName(type), description });

/** `SiteInstalledEvent` for `site.installed`. */
function schemaName(type: string): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** A webhook event of any type. Never contains an email or a visitor id. */
const eventSchema = z
  .discriminatedUnion('type', [
    eventOf(
      'site.installed',
      { siteId: id, domain: z.string() },
      "The first event from the site's own pages arrived",
    ),
    eventOf(
      'site.deleted',
      { siteId: id, domain: z.string() },
      'The site was deleted and can still be restored',
    ),
    eventOf(
      'site.purged',
      { siteId: id, rows: z.record(z.string(), z.int()) },
      'All data of the site was deleted; rows by table, without share links, which only the certificate counts',
    ),
    eventOf(
      'identity.linked',
      { userId, ...origin },
      'A visitor was linked to an account with a recorded channel',
    ),
    eventOf(
      'payment.attributed',
      {
        paymentId: z.string(),
        userId,
        paymentType: z.enum(['sale', 'refund', 'subscription']),
        amount: z.string().meta({ examples: ['49.00'] }),
        currency: z.string().length(3),
        occurredAt: timestamp,
        ...origin,
      },
      'A payment was attributed to a channel. Sent once per payment',
    ),
    eventOf(
      'attribution.changed',
      {
        accountId: id.exactOptional(),
        userId,
        status: z.enum(ACCOUNT_STATUSES).exactOptional(),
        previousChannel: z.enum(CHANNELS).nullable(),
        previousSource: z.string().nullable(),
        ...origin,
        recordedAt: timestamp.exactOptional(),
        rulesVersion: z.int().nullable().exactOptional(),
      },
      'The channel of an account was recorded (`previousChannel` is null), or an earlier session arrived late and corrected the ' +
        'recorded channel or source. Of several events of an account, the one with the latest `recordedAt` is its state. Its earlier ' +
        'payments follow; `payment.attributed` is not sent again. Events before this version lack `accountId`, `status` and `recordedAt`',
    ),
    eventOf(
      'goal.reached',
      {
        siteId: id,
        goalId: id,
        name: z.string(),
        from: timestamp,
        to: timestamp,
        conversions: z
          .int()
          .positive()
          .meta({ description: 'New conversions since the previous event. Their sum is `total`' }),
        total: z.int().positive(),
      },
      'New conversions of a goal in one hour. Checked every five minutes, including late events',
    ),
    eventOf('webhook.test', { webhookId: id }, 'A test event, sent to one webhook on request'),
  ])
  .meta({
    id: 'Notice',
    description:
      'A webhook event. Webhooks receive it as a POST. The `id` is in the header `webhook-id`, next to ' +
      '`webhook-timestamp` and `webhook-signature` (Standard Webhooks). An event may arrive twice and out of order.',
  });

/** `GET /api/v1/notices`: for callers that poll instead of receiving webhooks. */
export const listNotices = defineEndpoint({
  operationId: 'listNotices',
  summary: 'List webhook events',
  description:
    `Lists the events of the last ${WEBHOOK_LIMITS.retentionDays} days, oldest first. Poll this list as an alternative to webhooks. ` +
    `Contains only events whose scope the token has:\n\n${EVENT_SCOPES_LIST}`,
  tag: 'Webhooks',
  method: 'get',
  path: '/api/v1/notices',
  example: { query: 'limit=10' },
  scope: 'tokens:admin',
  audited: 'sampled',
  query: z.object(pageQuery),
  responses: {
    200: {
      description:
        'The events and the cursor of the next page. The cursor stays the same if there are no new events',
      schema: z
        .strictObject({ notices: z.array(eventSchema), nextCursor: z.string(), more: z.boolean() })
        .meta({ id: 'NoticeList' }),
    },
  },
  failures: [],
  run: async ({ principal, query: { limit = 50, cursor }, call }, { sites }) => {
    const types = readableEvents(principal);
    if (types.length === 0)
      throw failure(
        'insufficient_scope',
        'The token can read no event. Use a token with one of the scopes sites:read, identify, payments and stats:read.',
      );
    const after = cursor === undefined ? 0 : decodeCursor(cursor);
    const { notices } = await sites.ListNotices({ after, types, limit: limit + 1 }, call);
    const page = notices.slice(0, limit);
    const nextCursor = encodeCursor(page.at(-1)?.place ?? after);
    return {
      status: 200,
      body: { notices: page.map(eventJson), nextCursor, more: notices.length > limit },
    };
  },
});

function eventJson({ id, type, atMs, dataJson }: Notice__Output): object {
  return { id, type, timestamp: isoTime(atMs), data: JSON.parse(dataJson) as object };
}
