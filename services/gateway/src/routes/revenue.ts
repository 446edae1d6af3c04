import type { QueryRevenueResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/QueryRevenueResponse';
import {
  ATTRIBUTION_MODELS,
  GRAINS,
  MODEL_DIMENSIONS,
  REVENUE_DIMENSIONS,
  type Grain,
} from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { breakdownQuery, lookbackSchema, seriesOf, withGrain } from './shapes/queries';

const { from, to, range, grain, series, limit } = breakdownQuery.shape;

/** The query parameters of the revenue report, without filters. */
const revenueQuery = z.object({
  from,
  to,
  range,
  grain,
  series,
  limit,
  timezone: z
    .string()
    .exactOptional()
    .meta({ description: 'IANA time zone of days and buckets. Default: UTC' }),
  dimension: z
    .string()
    .exactOptional()
    .meta({
      description: `One of ${REVENUE_DIMENSIONS.join(', ')}`,
      examples: ['channel'],
    }),
  model: z
    .enum(ATTRIBUTION_MODELS)
    .exactOptional()
    .meta({
      description:
        'How a payment is divided among the visits of its account. Default: first_touch, the recorded attribution. Other models use ' +
        `the visits up to the payment, and support the dimensions ${MODEL_DIMENSIONS.join(', ')}`,
    }),
  lookback: lookbackSchema,
});

const count = z.int().nonnegative();
const money = (description: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .meta({ description, examples: ['49.00'] });
const bucketKey = (description: string) => z.string().exactOptional().meta({ description });
const sums = {
  gross: money('Sales and subscriptions'),
  refunds: money('Refunded amounts'),
  net: money('Gross minus refunds; may be negative'),
  payments: count.meta({ description: 'Sales and subscriptions' }),
  customers: count.meta({ description: 'Distinct accounts with a sale or subscription' }),
};

/** The response of the revenue report. */
const revenueSchema = z
  .strictObject({
    range: z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] }),
    timezone: z.string(),
    grain: z.enum(GRAINS),
    model: z.enum(ATTRIBUTION_MODELS),
    lookback: z.int().exactOptional().meta({ description: 'Days; absent with first_touch' }),
    data: z.strictObject({
      dimension: z.enum(REVENUE_DIMENSIONS).nullable(),
      currencies: z
        .array(
          z.strictObject({
            currency: z.string(),
            ...sums,
            unattributed: money('Part of `net` from accounts without a recorded channel'),
            series: z.array(
              z.strictObject({
                hour: bucketKey('With grain hour: `2026-10-25T02:00:00+01:00`'),
                day: bucketKey('With grain day: `2026-10-25`'),
                week: bucketKey('With grain week: the Monday, `2026-10-19`'),
                month: bucketKey('With grain month: `2026-10`'),
                net: sums.net,
                payments: sums.payments,
              }),
            ),
            breakdown: z.array(z.strictObject({ key: z.string(), ...sums })),
          }),
        )
        .meta({ description: 'Never summed across currencies' }),
      pending: z
        .array(z.strictObject({ currency: z.string(), net: sums.net, payments: sums.payments }))
        .meta({
          description: 'Part of `unattributed` that may still be attributed, up to 30 days after the payment',
        }),
      newMrr: z
        .array(
          z.strictObject({
            channel: z.string().meta({ description: 'Recorded channel, or `(none)`' }),
            mrr: z.string().meta({ description: 'Current MRR of the accounts', examples: ['490'] }),
            accounts: count.meta({ description: 'Accounts with an MRR above 0' }),
          }),
        )
        .meta({
          description:
            'MRR of accounts first identified in this period, by channel, with the same filters. Not currency-converted',
        }),
    }),
  })
  .meta({ id: 'Revenue' });

function revenueJson(answer: QueryRevenueResponse__Output): object {
  const { from, to, timezone, model, dimension } = answer;
  const grain = answer.grain as Grain;
  return {
    range: `${from} to ${to}`,
    timezone,
    grain,
    model,
    ...(answer.lookback === undefined ? {} : { lookback: answer.lookback }),
    data: {
      dimension: dimension ?? null,
      currencies: answer.currencies.map(({ currency, unattributed, series, breakdown, ...own }) => ({
        currency,
        ...sumsOf(own),
        unattributed,
        series: series.map(({ bucket, net, payments }) => ({ [grain]: bucket, net, payments })),
        breakdown: breakdown.map(({ key, ...row }) => ({ key, ...sumsOf(row) })),
      })),
      pending: answer.pending.map(({ currency, net, payments }) => ({ currency, net, payments })),
      newMrr: answer.newMrr.map(({ channel, mrr, accounts }) => ({ channel, mrr, accounts })),
    },
  };
}

type Sums = Readonly<Record<'gross' | 'refunds' | 'net', string>> &
  Readonly<Record<'payments' | 'customers', number>>;

function sumsOf({ gross, refunds, net, payments, customers }: Sums): Sums {
  return { gross, refunds, net, payments, customers };
}

/** `GET /api/v1/revenue` */
export const getRevenue = defineEndpoint({
  operationId: 'getRevenue',
  summary: 'Get revenue by currency and channel',
  description: 'Returns exact sums per currency, a series, and a breakdown by a dimension of the accounts.',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/revenue',
  example: { query: 'range=30d&dimension=channel' },
  query: revenueQuery,
  filters: REVENUE_DIMENSIONS,
  chargesTime: true,
  responses: { 200: { description: 'The revenue report', schema: revenueSchema } },
  failures: ['unknown_dimension', 'unknown_filter'],
  run: async ({ query, filters, call }, { identity }) => {
    const answer = await identity.QueryRevenue({ ...withGrain(query), filters: [...filters] }, call);
    const currencies = answer.currencies.map((each) => ({ ...each, series: seriesOf(query, each.series) }));
    return { status: 200, body: revenueJson({ ...answer, currencies }) };
  },
});
