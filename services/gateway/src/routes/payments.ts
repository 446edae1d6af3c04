import type { Payment } from '@headwater/protos/gen/headwater/identity/v1/Payment';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import { CHANNELS, PAYMENT_TYPES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { bulkResultSchema, importRows, strictRow } from './bulk-rows';
import { idText } from './shapes/scalars';

/** The fields of a payment. The identity service checks them further. */
const paymentFields = {
  payment_id: idText((text) =>
    text
      .min(1)
      .max(200)
      .meta({ examples: ['inv_1001'] }),
  ).meta({
    description: 'Your id of the payment. A payment sent again counts once. A number is stored as text',
  }),
  email: z.string().min(1).exactOptional().meta({
    description: 'Email of the account; send either `email` or `user_id`. Hashed on arrival, never stored',
  }),
  user_id: idText((text) => text.min(1))
    .exactOptional()
    .meta({
      description:
        'Your internal id of the account. Of several accounts with this id, the oldest has the payment. Ids with an email address or a ' +
        'JWT are refused. A number is stored as text',
    }),
  amount: z.union([z.string(), z.number()], { error: 'must be a decimal string or a number' }).meta({
    description: 'Major units, not negative, with up to as many decimals as the currency has',
    examples: ['49.00'],
  }),
  currency: z
    .string()
    .length(3)
    .meta({ description: 'ISO 4217', examples: ['EUR'] }),
  type: z
    .enum(PAYMENT_TYPES)
    .default('sale')
    .meta({ description: 'For a refund, the amount is the refunded amount. It lowers net revenue' }),
  occurred_at: z
    .string()
    .exactOptional()
    .meta({ description: 'Default: now', format: 'date-time', examples: ['2026-10-25T02:00:00.000Z'] }),
};

function paymentMessage(payment: z.infer<z.ZodObject<typeof paymentFields>>): Payment {
  const { payment_id: paymentId, user_id: userId, email, amount, currency, type } = payment;
  return {
    paymentId,
    ...(email === undefined ? {} : { email }),
    ...(userId === undefined ? {} : { userId }),
    // String() returns the shortest digits of the number, which are the digits that the caller wrote.
    amount: String(amount),
    currency,
    type,
    ...(payment.occurred_at === undefined ? {} : { occurredAt: payment.occurred_at }),
  };
}

const recorded = z
  .strictObject({
    ok: z.literal(true),
    attributed: z.boolean().meta({ description: 'Whether the account already has a recorded channel' }),
    channel: z
      .enum(CHANNELS)
      .exactOptional()
      .meta({ description: 'Absent for tokens that are limited to certain sites' }),
  })
  .meta({ id: 'RecordedPayment' });

/** `POST /api/v1/payments` */
export const recordPayment = defineEndpoint({
  operationId: 'recordPayment',
  summary: 'Record a payment',
  description: 'You may record a payment before `identify`; it is attributed once the account is linked.',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments',
  example: {
    body: { payment_id: 'in-1', email: 'ada@example.com', amount: '49.00', currency: 'EUR', type: 'sale' },
  },
  scope: 'payments',
  body: z.strictObject(paymentFields),
  answersFacts: true,
  responses: {
    201: { description: 'The payment was recorded', schema: recorded },
    200: { description: 'The same payment was already recorded', schema: recorded },
  },
  failures: ['payment_conflict'],
  run: async ({ principal, body, call }, { identity }) => {
    const payment = paymentMessage(body);
    const { created, attributed, channel } = await identity.RecordPayment({ payment }, call);
    return {
      status: created ? 201 : 200,
      // The channel may be of a site that the token can't access.
      body: {
        ok: true,
        attributed,
        ...(attributed && channel && principal.sites === null ? { channel } : {}),
      },
    };
  },
});

const row = z.strictObject(paymentFields).meta({ id: 'PaymentRow' });

/** `POST /api/v1/payments/bulk` */
export const recordPayments = defineEndpoint({
  operationId: 'recordPayments',
  summary: 'Record payments in bulk',
  description: `Takes up to ${BATCH_LIMITS.rows} payments, for example past ones. Invalid rows are skipped and counted.`,
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/bulk',
  example: {
    body: {
      payments: [{ payment_id: 'in-2', user_id: 'u-1', amount: '9.50', currency: 'EUR', type: 'refund' }],
    },
  },
  scope: 'payments',
  body: z.strictObject({ payments: z.array(z.unknown()).max(BATCH_LIMITS.rows) }),
  documentedBody: z.strictObject({ payments: z.array(row).max(BATCH_LIMITS.rows) }),
  itemsOf: ({ payments }) => payments.length,
  responses: { 200: { description: 'The number of imported and skipped rows', schema: bulkResultSchema } },
  failures: [],
  run: async ({ body, call }, { identity }) => {
    const { imported, skipped, errors } = await importRows(body.payments, {
      check: strictRow(row),
      message: paymentMessage,
      save: (rows) =>
        identity.RecordPayments(
          { payments: rows.map(({ index, value: payment }) => ({ index, payment })) },
          call,
        ),
    });
    return { status: 200, body: { ok: true, imported, skipped, errors } };
  },
});
