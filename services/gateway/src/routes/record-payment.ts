import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { paymentFields, paymentMessage } from './shapes/payment-fields';

const recorded = z
  .strictObject({
    ok: z.literal(true),
    attributed: z.boolean().meta({ description: 'Whether the account has a recorded channel by now' }),
    channel: z.enum(CHANNELS).exactOptional(),
  })
  .meta({ id: 'RecordedPayment' });

/** `POST /api/v1/payments`: records one payment, once; its account's recorded channel earned it. */
export const recordPayment = defineEndpoint({
  operationId: 'recordPayment',
  summary: 'Record a payment; before its identify, too: it is attributed when the link settles',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments',
  scope: 'payments',
  body: z.strictObject(paymentFields),
  responses: {
    201: { description: 'The payment was recorded', schema: recorded },
    200: { description: 'This very payment was recorded before', schema: recorded },
  },
  failures: ['payment_conflict'],
  run: async ({ body, call }, { identity }) => {
    const answer = await identity.RecordPayment({ payment: paymentMessage(body) }, call);
    const { created, attributed, channel } = answer;
    return {
      status: created ? 201 : 200,
      body: { ok: true, attributed, ...(attributed && channel ? { channel } : {}) },
    };
  },
});
