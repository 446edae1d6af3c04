import { z } from 'zod';
import { perVisitor } from '../../domain/per-visitor';
import type { VisitRevenue } from '../read-visit-revenue';

const money = (description: string) => z.string().meta({ description, example: '49.00' });

/** What was paid beside some visitors, by currency. */
export const visitRevenueSchema = z
  .array(
    z.strictObject({
      currency: z.string(),
      net: money('Gross less refunds'),
      payments: z.int().nonnegative(),
      customers: z.int().nonnegative(),
      perVisitor: money(
        'Net over the visitors beside it, with two decimals more than the currency has; null without visitors',
      ).nullable(),
    }),
  )
  .meta({
    description:
      'With `include=revenue`: the payments of the window by accounts whose recorded first visit was on this site and ' +
      'had the value of the row. Rows have it by the dimensions that revenue has, too; it is left out of a row that is ' +
      'not among the 500 of the largest net. Never added across currencies',
  });

type VisitRevenueJson = z.infer<typeof visitRevenueSchema>;

/** Of all visitors, or of those of a row of the breakdown; undefined where it is not known. */
export function visitRevenueJson(
  { answer, grouped, complete }: VisitRevenue,
  visitors: number,
  key?: string,
): VisitRevenueJson | undefined {
  if (key !== undefined && !grouped) return undefined;
  const sums = answer.currencies.flatMap(({ currency, breakdown, ...total }) => {
    const of = key === undefined ? total : breakdown.find((row) => row.key === key);
    return of ? [{ currency, of }] : [];
  });
  if (key !== undefined && sums.length === 0 && !complete) return undefined;
  return sums.map(({ currency, of: { net, payments, customers } }) => ({
    currency,
    net,
    payments,
    customers,
    perVisitor: perVisitor(net, visitors),
  }));
}
