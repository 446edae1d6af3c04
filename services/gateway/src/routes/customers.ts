import type { CustomerSums__Output } from '@headwater/protos/gen/headwater/identity/v1/CustomerSums';
import type { QueryCustomersResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/QueryCustomersResponse';
import {
  ATTRIBUTION_MODELS,
  CUSTOMER_BASES,
  CUSTOMER_DIMENSIONS,
  CUSTOMER_MODEL_DIMENSIONS,
  GRAINS,
} from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { breakdownQuery, lookbackSchema, seriesOf, withGrain } from './shapes/queries';
import { bucketJson, bucketKeys } from './shapes/series';

const count = z.int().nonnegative();
const money = (description: string) => z.string().meta({ description, examples: ['49.00'] });
const { from, to, range, grain, series, limit } = breakdownQuery.shape;

/** Parameters that queries about customers share. */
export const customerQuery = {
  from,
  to,
  timezone: z
    .string()
    .exactOptional()
    .meta({ description: 'IANA time zone of days and buckets. Default: UTC' }),
  dimension: z
    .string()
    .exactOptional()
    .meta({ description: `One of ${CUSTOMER_DIMENSIONS.join(', ')}`, examples: ['channel'] }),
  limit,
  model: z
    .enum(ATTRIBUTION_MODELS)
    .exactOptional()
    .meta({
      description:
        'How revenue is divided among the visits of an account. Default: first_touch, the recorded attribution. Customers, paying customers ' +
        `and MRR count by the recorded attribution in all models. The other models support the dimensions ${CUSTOMER_MODEL_DIMENSIONS.join(', ')}`,
    }),
  lookback: lookbackSchema,
};

const currencyRevenue = z.strictObject({
  currency: z.string(),
  gross: money('Sales and subscriptions to date'),
  refunds: money('Refunded amounts'),
  net: money('Gross minus refunds; may be negative'),
});

const customerSums = {
  customers: count.meta({ description: 'Accounts' }),
  paying: count.meta({ description: 'Accounts with a positive net in a currency' }),
  mrr: z.string().meta({ description: 'Current MRR. Not currency-converted', examples: ['490'] }),
  revenue: z
    .array(currencyRevenue)
    .meta({ description: 'Revenue of these accounts to date. Never summed across currencies' }),
};

const cost = z.strictObject({
  currency: z.string(),
  amount: money('Costs of the window for this key'),
  cac: money('Cost per customer').nullable(),
  roas: z
    .string()
    .nullable()
    .meta({ description: 'Net revenue to date in this currency, divided by the cost', examples: ['3.20'] }),
  paybackMonths: count
    .nullable()
    .exactOptional()
    .meta({
      description:
        'With `include=payback`: the calendar month after that of the acquisition in which net revenue reaches the cost. ' +
        '0: the month of the acquisition. Null: not yet',
    }),
});

/** The lookback of an answer. */
export const lookbackJson = z.int().exactOptional().meta({ description: 'Days; absent with first_touch' });

const customersSchema = z
  .strictObject({
    range: z.string().meta({ examples: ['2026-10-01 to 2026-10-30'] }),
    timezone: z.string(),
    grain: z.enum(GRAINS),
    basis: z.enum(CUSTOMER_BASES),
    model: z.enum(ATTRIBUTION_MODELS),
    lookback: lookbackJson,
    data: z.strictObject({
      ...customerSums,
      linked: count.meta({ description: 'Accounts with a recorded channel' }),
      pending: count.meta({ description: 'Accounts that may still get a channel' }),
      unattributed: count.meta({ description: 'All other accounts' }),
      unattributedReasons: z
        .strictObject({
          noVisitorId: count.meta({ description: 'Neither an identify call nor a payment had a visitor id' }),
          noVisit: count.meta({
            description: 'No visit with the visitor id was counted within 30 days',
          }),
        })
        .meta({ description: 'Why accounts are unattributed. Adds up to `unattributed`' }),
      series: z.array(
        z.strictObject({ ...bucketKeys, customers: customerSums.customers, paying: customerSums.paying }),
      ),
      dimension: z.enum(CUSTOMER_DIMENSIONS).nullable(),
      breakdown: z.array(
        z.strictObject({
          key: z.string(),
          ...customerSums,
          costs: z
            .array(cost)
            .exactOptional()
            .meta({
              description:
                'With the dimensions `channel`, `source` and `campaign`, and without filters by another dimension: the costs that you sent for ' +
                'the days of the window. A currency without costs is missing. Only for callers with the scope `payments`; other callers also get no ' +
                'keys with costs only',
            }),
        }),
      ),
    }),
  })
  .meta({ id: 'Customers' });

interface Shown {
  /** False for callers that can't list costs. */
  readonly seesCosts: boolean;
  readonly withPayback: boolean;
}

function customersJson(answer: QueryCustomersResponse__Output, { seesCosts, withPayback }: Shown): object {
  const { timezone, basis, model, lookback, dimension, linked, pending, unattributed, withoutVisitorId } =
    answer;
  return {
    range: `${answer.from} to ${answer.to}`,
    ...{ timezone, grain: answer.grain, basis, model },
    ...(lookback === undefined ? {} : { lookback }),
    data: {
      ...sumsJson(answer.total),
      ...{ linked, pending, unattributed },
      unattributedReasons: { noVisitorId: withoutVisitorId, noVisit: unattributed - withoutVisitorId },
      series: answer.series.map(({ bucket, customers, paying }) => ({
        ...bucketJson(answer.grain, bucket),
        ...{ customers, paying },
      })),
      dimension: dimension ?? null,
      breakdown: answer.breakdown
        // A key with neither customers nor revenue has costs: it may name a paid campaign.
        .filter(({ sums }) => seesCosts || (sums !== null && (sums.customers > 0 || sums.revenue.length > 0)))
        .map(({ key, sums, costs }) => ({
          key,
          ...sumsJson(sums),
          ...(costs.length === 0 || !seesCosts
            ? {}
            : {
                costs: costs.map(({ currency, amount, cac = null, roas = null, paybackMonths = null }) => ({
                  ...{ currency, amount, cac, roas },
                  ...(withPayback ? { paybackMonths } : {}),
                })),
              }),
        })),
    },
  };
}

function sumsJson(sums: CustomerSums__Output | null): object {
  const { customers = 0, paying = 0, mrr = '0', revenue = [] } = sums ?? {};
  return {
    ...{ customers, paying, mrr },
    revenue: revenue.map(({ currency, gross, refunds, net }) => ({ currency, gross, refunds, net })),
  };
}

/** `GET /api/v1/customers` */
export const getCustomers = defineEndpoint({
  operationId: 'getCustomers',
  summary: 'Get customers by acquisition',
  description:
    'Counts the accounts that were acquired in the window, with their MRR and revenue to date, by a dimension of the attribution. ' +
    'Linked, pending and unattributed accounts add up to the customers.',
  tag: 'Customers',
  method: 'get',
  path: '/api/v1/customers',
  example: { query: 'range=30d&dimension=channel' },
  query: z.object({
    ...customerQuery,
    range,
    grain,
    series,
    basis: z
      .enum(CUSTOMER_BASES)
      .exactOptional()
      .meta({
        description:
          'The day on which an account counts. `identified` (default): its first identify or payment. `first_visit`: its recorded first ' +
          'session; accounts without a session are left out',
      }),
    include: z
      .enum(['payback'])
      .exactOptional()
      .meta({ description: '`payback`: adds `paybackMonths` to the costs. The request takes longer' }),
  }),
  filters: CUSTOMER_DIMENSIONS,
  chargesTime: true,
  responses: { 200: { description: 'The customers', schema: customersSchema } },
  failures: ['unknown_dimension', 'unknown_filter'],
  run: async ({ principal, query: { include, ...query }, filters, call }, { identity }) => {
    const seesCosts = principal.scopes.includes('payments');
    const withPayback = include === 'payback' && seesCosts;
    const answer = await identity.QueryCustomers(
      { ...withGrain(query), filters: [...filters], withPayback },
      call,
    );
    const shown = { ...answer, series: seriesOf(query, answer.series) };
    return { status: 200, body: customersJson(shown, { seesCosts, withPayback }) };
  },
});
