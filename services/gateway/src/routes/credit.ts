import { ATTRIBUTION_MODELS, PAYMENT_TYPES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { lookbackSchema } from './shapes/queries';
import { touchJson, touchSchema } from './shapes/touch';

const money = z.string().meta({ description: 'Major units', examples: ['49.00'] });

const creditedTouchSchema = touchSchema
  .extend({
    at: touchSchema.shape.at
      .nullable()
      .meta({ description: 'Null: the account was erased; its channel is kept' }),
  })
  .meta({ id: 'CreditedTouch' });

const creditSchema = z
  .strictObject({
    paymentId: z.string(),
    amount: money,
    currency: z.string(),
    type: z.enum(PAYMENT_TYPES),
    model: z.enum(ATTRIBUTION_MODELS),
    lookback: z.int().nonnegative().meta({ description: 'Days; 0: all visits' }),
    shares: z
      .array(
        z.strictObject({
          touch: creditedTouchSchema
            .nullable()
            .meta({ description: 'Null: neither a visit nor a channel is known' }),
          share: z.number().meta({ description: 'Percent' }),
          amount: money,
          reason: z.enum(['touch', 'recorded', 'none']).meta({
            description:
              '`touch`: a visit within the lookback. `recorded`: the recorded attribution, because there is no such visit or the model ' +
              'is first_touch. `none`: neither is known',
          }),
        }),
      )
      .meta({ description: 'By time. The amounts add up to `amount`' }),
  })
  .meta({ id: 'Credit' });

/** `GET /api/v1/payments/{paymentId}/credit` */
export const getCredit = defineEndpoint({
  operationId: 'getCredit',
  summary: 'Explain the attribution of a payment',
  description:
    'Returns how a model divides one payment among the visits of its account. Parts are whole minor units and add up to the amount: the ' +
    'largest remainders are rounded up, on ties those of earlier visits.',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/payments/{paymentId}/credit',
  example: { path: { paymentId: 'in-1' }, query: 'model=linear' },
  scope: 'payments',
  allSites: true,
  audited: 'sampled',
  params: z.object({
    paymentId: z
      .string()
      .max(200)
      .meta({ description: 'Your id of the payment', examples: ['in-1'] }),
  }),
  query: z.object({
    model: z.enum(ATTRIBUTION_MODELS).exactOptional().meta({ description: 'Default: first_touch' }),
    lookback: lookbackSchema,
  }),
  responses: { 200: { description: 'The shares of the payment', schema: creditSchema } },
  failures: ['payment_not_found'],
  run: async ({ params, query, call }, { identity }) => {
    const credit = await identity.GetCredit({ ...params, ...query }, call);
    const { paymentId, amount, currency, type, model, lookback } = credit;
    const shares = credit.shares.map(({ touch, share, amount: part, reason }) => ({
      touch: touch ? { ...touchJson(touch), ...(touch.atMs === 0 ? { at: null } : {}) } : null,
      ...{ share, amount: part, reason },
    }));
    return { status: 200, body: { paymentId, amount, currency, type, model, lookback, shares } };
  },
});
