import type { LookUpAttributionResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/LookUpAttributionResponse';
import { ATTRIBUTION_LIMITS, BATCH_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { accountJson, accountSchema } from './shapes/account';
import { idText } from './shapes/scalars';

const count = z.int().nonnegative();
const time = z.string().meta({ format: 'date-time' });
const money = z.string().meta({ description: 'Major units', examples: ['49.00'] });
const text = z.string();

/** The attribution of one account: its record, later sessions and payments. Visitors are counted, never listed. */
const accountAttributionSchema = z
  .strictObject({
    found: z.boolean().meta({ description: 'Whether the account exists' }),
    channel: z.enum(CHANNELS).exactOptional(),
    source: text.exactOptional(),
    campaign: text.exactOptional(),
    landing: text.exactOptional(),
    referrer: text.exactOptional(),
    firstSeenAt: time.exactOptional(),
    recordedAt: time.exactOptional(),
    rulesVersion: count.exactOptional(),
    visitors: count.meta({ description: 'Visitors linked to the account' }),
    pendingVisitors: count.meta({ description: 'Linked visitors whose first session has not arrived yet' }),
    laterTouches: z
      .array(
        z.strictObject({
          at: time,
          channel: z.enum(CHANNELS),
          source: text,
          campaign: text,
          landing: text,
          referrer: text,
        }),
      )
      .meta({
        description:
          `Sessions after the recorded one, newest first, up to ${ATTRIBUTION_LIMITS.maxTouches}, of the ${ATTRIBUTION_LIMITS.maxVisitors} visitors linked last. ` +
          "They don't affect attribution",
      }),
    laterTouchCount: count.meta({
      description: `Number of later sessions in the last ${QUERY_LIMITS.maxDays} days`,
    }),
    payments: count.meta({ description: 'Payments of the account, including refunds' }),
    revenue: z
      .array(
        z.strictObject({
          currency: text,
          gross: money,
          refunds: money,
          net: money,
          payments: count.meta({ description: 'Sales and subscriptions' }),
        }),
      )
      .meta({
        description:
          'Revenue of the account, credited to its channel if it has one. Never summed across currencies',
      }),
    latestPayments: z
      .array(
        z.strictObject({ payment_id: text, type: text, amount: money, currency: text, occurredAt: time }),
      )
      .meta({ description: `The newest ${ATTRIBUTION_LIMITS.maxPayments} payments, newest first` }),
  })
  .meta({ id: 'AccountAttribution' });

function accountAttributionJson(answer: LookUpAttributionResponse__Output): object {
  const { found, attribution, visitors, pendingVisitors, laterTouchCount, payments } = answer;
  return {
    found,
    ...(attribution ? recordJson(attribution) : {}),
    visitors,
    pendingVisitors,
    laterTouches: answer.laterTouches.map(({ atMs, channel, source, campaign, landing, referrer }) => ({
      at: isoTime(atMs),
      channel,
      source,
      campaign,
      landing,
      referrer,
    })),
    laterTouchCount,
    payments,
    revenue: answer.revenue.map(({ currency, gross, refunds, net, payments: paid }) => ({
      currency,
      gross,
      refunds,
      net,
      payments: paid,
    })),
    latestPayments: answer.latestPayments.map(({ paymentId, type, amount, currency, occurredAtMs }) => ({
      payment_id: paymentId,
      type,
      amount,
      currency,
      occurredAt: isoTime(occurredAtMs),
    })),
  };
}

function recordJson(record: NonNullable<LookUpAttributionResponse__Output['attribution']>): object {
  const { channel, source, campaign, landing, referrer, firstSeenAtMs, recordedAtMs, rulesVersion } = record;
  const times = { firstSeenAt: isoTime(firstSeenAtMs), recordedAt: isoTime(recordedAtMs) };
  return { channel, source, campaign, landing, referrer, ...times, rulesVersion };
}

const account = z.strictObject({
  email: z
    .string()
    .min(1)
    .exactOptional()
    .meta({ description: 'Send either `email` or `user_id`. Hashed on arrival' }),
  user_id: idText((text) => text.min(1)).exactOptional(),
});

const lookedUp = z.strictObject({
  index: count.meta({ description: 'Index of the account in the request' }),
  found: z.boolean().meta({ description: 'Whether the account exists' }),
  error: z.string().exactOptional().meta({ description: 'Why the entry is invalid' }),
  ...accountSchema.partial().shape,
  visitors: count.exactOptional().meta({ description: 'Visitors linked to the account' }),
  pendingVisitors: count.exactOptional(),
});

/** `POST /api/v1/attribution/lookup/bulk` */
export const lookUpAttributionInBulk = defineEndpoint({
  operationId: 'lookUpAttributionInBulk',
  summary: 'Look up the attribution of many accounts',
  description:
    `Returns up to ${BATCH_LIMITS.rows} accounts with recorded attribution and revenue, in the order of the request. ` +
    'Later sessions and single payments are left out. An invalid entry has an `error`; the others are looked up.',
  tag: 'Identify',
  method: 'post',
  readOnly: true,
  path: '/api/v1/attribution/lookup/bulk',
  example: { body: { accounts: [{ email: 'ada@example.com' }, { user_id: 'u-2' }] } },
  scope: 'identify',
  allSites: true,
  audited: 'sampled',
  body: z.strictObject({ accounts: z.array(account).max(BATCH_LIMITS.rows) }),
  itemsOf: ({ accounts }) => accounts.length,
  responses: {
    200: {
      description: 'The accounts, in the order of the request',
      schema: z.strictObject({ accounts: z.array(lookedUp) }).meta({ id: 'AccountAttributions' }),
    },
  },
  failures: [],
  run: async ({ body, call }, { identity }) => {
    const keys = body.accounts.map(accountKey);
    const { accounts } = await identity.LookUpAttributions({ accounts: keys }, call);
    const answers = accounts.map(({ problem, account: found, visitors, pendingVisitors }, index) => ({
      index,
      found: found != null,
      ...(problem === '' ? {} : { error: problem }),
      ...(found ? { ...accountJson(found), visitors, pendingVisitors } : {}),
    }));
    return { status: 200, body: { accounts: answers } };
  },
});

function accountKey({ email, user_id: userId }: z.infer<typeof account>) {
  return { ...(email === undefined ? {} : { email }), ...(userId === undefined ? {} : { userId }) };
}

/** `POST /api/v1/attribution/lookup`. A POST because proxies log URLs, and the email must not be logged. */
export const lookUpAttribution = defineEndpoint({
  operationId: 'lookUpAttribution',
  summary: "Look up an account's attribution",
  description: 'Returns the channel recorded for the account, its later sessions, and its payments.',
  tag: 'Identify',
  method: 'post',
  readOnly: true,
  path: '/api/v1/attribution/lookup',
  example: { body: { email: 'ada@example.com' } },
  scope: 'identify',
  allSites: true,
  audited: 'sampled',
  body: account,
  responses: {
    200: { description: 'The attribution of the account', schema: accountAttributionSchema },
  },
  failures: ['query_too_heavy'],
  run: async ({ body, call }, { identity }) => ({
    status: 200,
    body: accountAttributionJson(await identity.LookUpAttribution(accountKey(body), call)),
  }),
});
