import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';

const timestamp = z.iso.datetime({ precision: 3 });
const id = z.int().positive();
const userId = z.string().nullable().meta({ description: 'Your own id of the account, where you sent one' });
const whence = {
  channel: z.enum(CHANNELS),
  source: z.string().nullable(),
  siteId: id.nullable().meta({ description: "Of the account's first session" }),
};

const of = <T extends string, D extends z.ZodRawShape>(type: T, data: D, description: string) =>
  z.strictObject({ type: z.literal(type), timestamp, data: z.strictObject(data) }).meta({ description });

/** What each type of notice tells: the body that is sent, and what the feed lists. Never an address or a visitor. */
export const NOTICE_SCHEMAS = {
  'site.installed': of(
    'site.installed',
    { siteId: id, domain: z.string() },
    'The first event of the site came from its own pages',
  ),
  'site.deleted': of('site.deleted', { siteId: id, domain: z.string() }, 'The site was moved to the bin'),
  'site.purged': of(
    'site.purged',
    { siteId: id, rows: z.record(z.string(), z.int()) },
    'All that was kept of the site is deleted; rows by table',
  ),
  'identity.linked': of(
    'identity.linked',
    { userId, ...whence },
    'A visitor was linked to an account, whose recorded channel is known',
  ),
  'payment.attributed': of(
    'payment.attributed',
    {
      paymentId: z.string(),
      userId,
      paymentType: z.enum(['sale', 'refund', 'subscription']),
      amount: z.string().meta({ example: '49.00' }),
      currency: z.string().length(3),
      occurredAt: timestamp,
      ...whence,
    },
    'The channel of a payment is known: once for each payment',
  ),
  'goal.reached': of(
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
        .meta({ description: 'More than were told before: they sum up to `total`' }),
      total: z.int().positive(),
    },
    'How much more often a goal was reached in an hour; looked at every five minutes, late events too',
  ),
  'webhook.test': of('webhook.test', { webhookId: id }, 'Sent to one webhook on request'),
} as const;

/** A notice of any type, with its id. */
export const noticeSchema = z
  .discriminatedUnion('type', [
    NOTICE_SCHEMAS['site.installed'].extend({ id: z.string() }),
    NOTICE_SCHEMAS['site.deleted'].extend({ id: z.string() }),
    NOTICE_SCHEMAS['site.purged'].extend({ id: z.string() }),
    NOTICE_SCHEMAS['identity.linked'].extend({ id: z.string() }),
    NOTICE_SCHEMAS['payment.attributed'].extend({ id: z.string() }),
    NOTICE_SCHEMAS['goal.reached'].extend({ id: z.string() }),
    NOTICE_SCHEMAS['webhook.test'].extend({ id: z.string() }),
  ])
  .meta({
    id: 'Notice',
    description:
      'What happened. Sent to webhooks as a POST of all but `id`, which is the header `webhook-id`; beside it stand ' +
      '`webhook-timestamp` and `webhook-signature` (Standard Webhooks). The same id may come twice and out of order.',
  });
