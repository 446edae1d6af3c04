import type { QueryCohortsResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/QueryCohortsResponse';
import { LEDGER_LIMITS } from '@headwater/protos/limits';
import {
  ATTRIBUTION_MODELS,
  COHORT_GRAINS,
  COHORT_METRICS,
  CUSTOMER_DIMENSIONS,
} from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { defineEndpoint } from '../http/endpoint';
import { customerQuery, lookbackJson } from './customers';

const count = z.int().nonnegative();
const money = (description: string) => z.string().meta({ description, examples: ['49.00'] });
const value = z.string().meta({
  description: 'By metric: an amount of money in major units, or a number of accounts',
  examples: ['490.00'],
});

const cohortsSchema = z
  .strictObject({
    range: z.string().meta({ description: 'Days of acquisition' }),
    timezone: z.string(),
    cohort: z.enum(COHORT_GRAINS),
    metric: z.enum(COHORT_METRICS),
    model: z.enum(ATTRIBUTION_MODELS),
    lookback: lookbackJson,
    currency: z.string().nullable().meta({
      description:
        'Currency of money and costs; null without payments, and without costs that the token may read',
    }),
    data: z.strictObject({
      dimension: z.enum(CUSTOMER_DIMENSIONS).nullable(),
      cohorts: z.array(
        z.strictObject({
          cohort: z
            .string()
            .meta({ description: 'The month, or the Monday of the week', examples: ['2026-04'] }),
          key: z.string().nullable().meta({ description: 'Value of the dimension; null without one' }),
          customers: count,
          periods: z
            .array(
              z.strictObject({
                period: count.meta({ description: 'Months or weeks since the acquisition' }),
                value,
                cumulative: value,
                perCustomer: z
                  .string()
                  .nullable()
                  .meta({
                    description:
                      'LTV to date: `cumulative` per customer. With the metric `paying`: percent of the customers. Null without customers: a model ' +
                      'credits payments of the cohort to the key',
                  }),
              }),
            )
            .meta({ description: 'From the period of acquisition to the current one' }),
          costs: money('Costs in `currency`').nullable().meta({
            description:
              'Costs in `currency`. Null: none are known, or the token lacks the scope `payments`, and `cac`, `roas` and `paybackPeriod` are null, too',
          }),
          cac: money('Cost per customer').nullable(),
          roas: z.string().nullable().meta({ description: 'Net revenue to date, divided by the costs' }),
          paybackPeriod: count
            .nullable()
            .meta({ description: 'First period in which cumulative net revenue covers the costs' }),
        }),
      ),
    }),
  })
  .meta({ id: 'Cohorts' });

/** @param seesCosts false for callers that can't list costs */
function cohortsJson(answer: QueryCohortsResponse__Output, seesCosts: boolean): object {
  const { timezone, cohort, metric, model, lookback, currency, dimension } = answer;
  return {
    range: `${answer.from} to ${answer.to}`,
    ...{ timezone, cohort, metric, model, currency: currency === '' ? null : currency },
    ...(lookback === undefined ? {} : { lookback }),
    data: {
      dimension: dimension ?? null,
      cohorts: answer.cohorts.map((row) => ({
        cohort: row.cohort,
        key: row.key ?? null,
        customers: row.customers,
        periods: row.periods.map(({ period, value: own, cumulative, perCustomer = null }) => ({
          ...{ period, value: own, cumulative, perCustomer },
        })),
        costs: (seesCosts && row.cost) || null,
        cac: (seesCosts && row.cac) || null,
        roas: (seesCosts && row.roas) || null,
        paybackPeriod: seesCosts ? (row.paybackPeriod ?? null) : null,
      })),
    },
  };
}

/** `GET /api/v1/cohorts` */
export const getCohorts = defineEndpoint({
  operationId: 'getCohorts',
  summary: 'Get cohorts of customers',
  description:
    'Groups customers by the month or week of their identification, and returns revenue, paying customers or subscription payments by ' +
    'the time since then. With costs in the same currency, also acquisition cost, ROAS and payback period. The metric `paying` is the same in ' +
    'all models.',
  tag: 'Customers',
  method: 'get',
  path: '/api/v1/cohorts',
  example: { query: 'cohort=month&metric=net&dimension=channel' },
  query: z.object({
    ...customerQuery,
    range: z
      .string()
      .exactOptional()
      .meta({
        description: `Days of acquisition: the last N. Default: ${LEDGER_LIMITS.defaultCohortDays}d`,
        examples: ['180d'],
      }),
    cohort: z.enum(COHORT_GRAINS).exactOptional().meta({ description: 'Default: month' }),
    metric: z
      .enum(COHORT_METRICS)
      .exactOptional()
      .meta({
        description:
          '`net` (default): net revenue. `paying`: accounts with a positive net to date in a currency, in the periods of their ' +
          'sales and subscriptions. `mrr`: payments of the type `subscription`',
      }),
    currency: z
      .string()
      .exactOptional()
      .meta({ description: 'ISO 4217. Default: the currency with the most payments', examples: ['EUR'] }),
    periods: z
      .string()
      .regex(/^\d{1,2}$/, `must be a whole number from 0 to ${LEDGER_LIMITS.maxPeriods}`)
      .transform(Number)
      .refine(
        (periods) => periods <= LEDGER_LIMITS.maxPeriods,
        `must be a whole number from 0 to ${LEDGER_LIMITS.maxPeriods}`,
      )
      .exactOptional()
      .meta({
        description: `Periods after the first one. Default: ${LEDGER_LIMITS.defaultPeriods}`,
        type: 'integer',
        minimum: 0,
        maximum: LEDGER_LIMITS.maxPeriods,
      }),
  }),
  filters: CUSTOMER_DIMENSIONS,
  chargesTime: true,
  responses: { 200: { description: 'The cohorts', schema: cohortsSchema } },
  failures: ['unknown_dimension', 'unknown_filter'],
  run: async ({ principal, query, filters, call }, { identity }) => {
    const seesCosts = principal.scopes.includes('payments');
    const request = { ...query, filters: [...filters], excludesCosts: !seesCosts };
    return { status: 200, body: cohortsJson(await identity.QueryCohorts(request, call), seesCosts) };
  },
});
