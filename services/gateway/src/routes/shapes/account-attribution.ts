import type { LookUpAttributionResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/LookUpAttributionResponse';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';

const count = z.int().nonnegative();
const time = z.string().meta({ format: 'date-time' });
const money = z.string().meta({ description: 'Major units', example: '49.00' });
const text = z.string();

/** What is known of one account: the record, what came after it, and what was paid. Visitors are counted, never listed. */
export const accountAttributionSchema = z
  .strictObject({
    found: z.boolean().meta({ description: 'Whether there is such an account' }),
    channel: z.enum(CHANNELS).exactOptional(),
    source: text.exactOptional(),
    campaign: text.exactOptional(),
    landing: text.exactOptional(),
    referrer: text.exactOptional(),
    firstSeenAt: time.exactOptional(),
    recordedAt: time.exactOptional(),
    rulesVersion: count.exactOptional(),
    visitors: count.meta({ description: 'Visitors linked to the account' }),
    pendingVisitors: count.meta({ description: 'Of them, those whose first session has not arrived yet' }),
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
          'Sessions of the 100 visitors linked last that began after the recorded one, newest first, at most 50. They decide nothing',
      }),
    laterTouchCount: count.meta({ description: 'All such sessions of the last 731 days' }),
    payments: count.meta({ description: 'Payments of the account, refunds among them' }),
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
          'What the account paid, credited to its channel when it has one. Never added across currencies',
      }),
    latestPayments: z
      .array(
        z.strictObject({ payment_id: text, type: text, amount: money, currency: text, occurredAt: time }),
      )
      .meta({ description: 'The newest 10, newest first' }),
  })
  .meta({ id: 'AccountAttribution' });

export function accountAttributionJson(answer: LookUpAttributionResponse__Output): object {
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
