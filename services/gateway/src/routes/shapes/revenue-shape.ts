import type { QueryRevenueResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/QueryRevenueResponse';
import { ATTRIBUTION_MODELS, GRAINS, REVENUE_DIMENSIONS, type Grain } from '@headwater/protos/vocabulary';
import { z } from 'zod';

const count = z.int().nonnegative();
const money = (description: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .meta({ description, example: '49.00' });
const bucketKey = (description: string) => z.string().exactOptional().meta({ description });
const sums = {
  gross: money('Sales and subscriptions'),
  refunds: money('What was given back'),
  net: money('Gross less refunds; may be negative'),
  payments: count.meta({ description: 'Sales and subscriptions' }),
  customers: count.meta({ description: 'Distinct accounts with a sale or subscription' }),
};

/** The answer of the revenue report. */
export const revenueSchema = z
  .strictObject({
    range: z.string().meta({ example: '2026-10-01 to 2026-10-30' }),
    timezone: z.string(),
    grain: z.enum(GRAINS),
    model: z.enum(ATTRIBUTION_MODELS),
    data: z.strictObject({
      dimension: z.enum(REVENUE_DIMENSIONS).nullable(),
      currencies: z
        .array(
          z.strictObject({
            currency: z.string(),
            ...sums,
            unattributed: money('The part of net whose account has no recorded channel'),
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
        .meta({ description: 'Never added across currencies' }),
      pending: z
        .array(z.strictObject({ currency: z.string(), net: sums.net, payments: sums.payments }))
        .meta({ description: 'Within unattributed: what may still get a channel, up to 30 days after' }),
      newMrr: z
        .array(
          z.strictObject({
            channel: z.string().meta({ description: 'Recorded channel, or `(none)`' }),
            mrr: z.string().meta({ description: 'As told of the accounts by now', example: '490' }),
            accounts: count.meta({ description: 'With an MRR above 0' }),
          }),
        )
        .meta({
          description:
            'MRR of the accounts first made known in the window, by channel, under the same filters; without currency, as your own `mrr` is',
        }),
    }),
  })
  .meta({ id: 'Revenue' });

export function revenueJson(answer: QueryRevenueResponse__Output): object {
  const { from, to, timezone, model, dimension } = answer;
  const grain = answer.grain as Grain;
  return {
    range: `${from} to ${to}`,
    timezone,
    grain,
    model,
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
