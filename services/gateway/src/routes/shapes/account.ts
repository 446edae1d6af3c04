import type { LedgerAccount__Output } from '@headwater/protos/gen/headwater/identity/v1/LedgerAccount';
import { LEDGER_LIMITS } from '@headwater/protos/limits';
import { ACCOUNT_STATUSES, CHANNELS, PAYMENT_TYPES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../../domain/format';
import { touchSchema } from './touch';

const count = z.int().nonnegative();
const time = z.iso.datetime({ precision: 3 });
const text = z.string();
const money = z.string().meta({ description: 'Major units', examples: ['49.00'] });

/** The fields of an account of the ledger. */
export const accountFields = {
  id: count.meta({ description: "Headwater's id of the account" }),
  userId: text.nullable().meta({ description: 'Your id of the account' }),
  company: text.nullable(),
  plan: text.nullable(),
  mrr: text.nullable().meta({ description: 'Monthly recurring revenue in major units', examples: ['49'] }),
  status: z.enum(ACCOUNT_STATUSES).meta({
    description:
      '`linked`: the channel is recorded. `pending`: an event can still resolve a link, for 30 days. `unattributed`: neither',
  }),
  channel: z.enum(CHANNELS).nullable(),
  source: text.nullable(),
  campaign: text.nullable(),
  landing: text.nullable(),
  referrer: text.nullable(),
  country: text.nullable(),
  device: text.nullable(),
  firstSeenAt: time.nullable(),
  identifiedAt: time,
  recordedAt: time.nullable(),
  rulesVersion: count.nullable(),
  changedAt: time.meta({ description: 'When the last change became visible in this list' }),
  revenue: z
    .array(
      z.strictObject({
        currency: text,
        gross: money,
        refunds: money,
        net: money,
        payments: count.meta({ description: 'Sales and subscriptions' }),
        firstPaidAt: time.nullable(),
        lastPaidAt: time.nullable(),
      }),
    )
    .meta({ description: 'Never summed across currencies' }),
};

/** An account of the ledger. Never contains its address or its visitors. */
export const accountSchema = z.strictObject(accountFields).meta({ id: 'Account' });

/** An account with its payments and visits. */
export const accountWithPayments = accountSchema
  .extend({
    payments: z
      .array(
        z.strictObject({
          paymentId: text,
          occurredAt: time,
          amount: money,
          currency: text,
          type: z.enum(PAYMENT_TYPES),
        }),
      )
      .max(LEDGER_LIMITS.maxPayments)
      .meta({ description: `The newest ${LEDGER_LIMITS.maxPayments} payments, newest first` }),
    touches: z
      .array(touchSchema)
      .max(LEDGER_LIMITS.maxTouches)
      .meta({
        description: `The newest ${LEDGER_LIMITS.maxTouches} visits of the account, newest first. Stored up to 20 minutes after their events`,
      }),
  })
  .meta({ id: 'AccountWithPayments' });

/** Maps an account to JSON. Unknown texts are null. */
export function accountJson(account: LedgerAccount__Output): z.infer<typeof accountSchema> {
  const { userId = null, company = null, plan = null, mrr = null, attribution } = account;
  const known = (value: string | undefined): string | null => value || null;
  return {
    ...{ id: account.id, userId, company, plan, mrr },
    status: account.status as z.infer<typeof accountFields.status>,
    channel: known(attribution?.channel) as z.infer<typeof accountFields.channel>,
    source: known(attribution?.source),
    campaign: known(attribution?.campaign),
    landing: known(attribution?.landing),
    referrer: known(attribution?.referrer),
    country: known(attribution?.country),
    device: known(attribution?.device),
    firstSeenAt: attribution ? isoTime(attribution.firstSeenAtMs) : null,
    identifiedAt: isoTime(account.identifiedAtMs),
    recordedAt: attribution ? isoTime(attribution.recordedAtMs) : null,
    rulesVersion: attribution?.rulesVersion ?? null,
    changedAt: isoTime(Math.floor(account.position / 1_000)),
    revenue: account.revenue.map(
      ({ firstPaidAtMs, lastPaidAtMs, currency, gross, refunds, net, payments }) => ({
        ...{ currency, gross, refunds, net, payments },
        firstPaidAt: firstPaidAtMs === undefined ? null : isoTime(firstPaidAtMs),
        lastPaidAt: lastPaidAtMs === undefined ? null : isoTime(lastPaidAtMs),
      }),
    ),
  };
}
