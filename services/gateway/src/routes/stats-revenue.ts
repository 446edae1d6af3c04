import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { QueryStatsResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryStatsResponse';
import type { QueryRevenueResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/QueryRevenueResponse';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import { REVENUE_DIMENSIONS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import type { QueryFilter } from '../domain/parse-query';
import { perVisitor } from '../domain/format';

/** Dimensions that both visits and revenue support. */
const SHARED: readonly string[] = VISIT_DIMENSIONS.filter((key) =>
  (REVENUE_DIMENSIONS as readonly string[]).includes(key),
);

/** The revenue of the visits in a stats response. */
export interface VisitRevenue {
  readonly answer: QueryRevenueResponse__Output;
  /** True if the revenue breakdown has the same dimension as the stats. */
  readonly grouped: boolean;
  /** True if the revenue breakdown contains every key. */
  readonly complete: boolean;
}

/**
 * Rows for keys with revenue but without visitors, for example of customers who first visited before the window. None if
 * the breakdown is full: then the visitors of other keys are unknown.
 */
export function rowsWithoutVisitors(
  { answer, grouped }: VisitRevenue,
  { breakdown }: QueryStatsResponse__Output,
  limit: number,
) {
  if (!grouped) return [];
  const visited = new Set(breakdown.map(({ key }) => key));
  const paid = new Set(answer.currencies.flatMap((currency) => currency.breakdown.map(({ key }) => key)));
  return [...paid]
    .filter((key) => !visited.has(key))
    .slice(0, Math.max(0, limit - breakdown.length))
    .map((key) => ({ key, visitors: 0, sessions: 0, pageviews: 0, bounceRate: 0 }));
}

/** @throws AppError `unknown_filter` for a filter that revenue does not support. */
export function checkSharedFilters(filters: readonly QueryFilter[]): void {
  const other = filters.filter(({ key }) => !SHARED.includes(key));
  if (other.length === 0) return;
  const message = `must be a filter of one of ${SHARED.join(', ')} when revenue is included`;
  throw failure('unknown_filter', `Revenue does not support this filter: the key ${message}.`, {
    fields: other.map(({ key }) => ({ field: `filter[${key}]`, message })),
  });
}

/** Reads the payments in the window of the stats by accounts whose recorded first visit was on the site. */
export async function readVisitRevenue(
  identity: Client<IdentityDefinition>,
  {
    siteId,
    stats,
    filters,
  }: {
    readonly siteId: number;
    readonly stats: QueryStatsResponse__Output;
    readonly filters: readonly QueryFilter[];
  },
  call: CallOptions,
): Promise<VisitRevenue> {
  const { from, to, timezone, dimension } = stats;
  const grouped = dimension !== undefined && SHARED.includes(dimension);
  const answer = await identity.QueryRevenue(
    {
      from,
      to,
      timezone,
      grain: 'month',
      filters: [...filters, { key: 'site', operator: 'is', value: String(siteId) }],
      limit: QUERY_LIMITS.maxRows,
      ...(grouped ? { dimension } : {}),
    },
    call,
  );
  const complete = answer.currencies.every(({ breakdown }) => breakdown.length < QUERY_LIMITS.maxRows);
  return { answer, grouped, complete };
}

const money = (description: string) => z.string().meta({ description, examples: ['49.00'] });

/** Revenue of a group of visitors, by currency. */
export const visitRevenueSchema = z
  .array(
    z.strictObject({
      currency: z.string(),
      net: money('Gross minus refunds'),
      payments: z.int().nonnegative(),
      customers: z.int().nonnegative(),
      perVisitor: money(
        'Net divided by visitors, with two decimals more than the currency; null without visitors',
      ).nullable(),
    }),
  )
  .meta({
    description:
      'With `include=revenue`: payments in the window by accounts whose recorded first visit was on this site and has ' +
      `the value of the row. Rows have revenue only for dimensions that \`/revenue\` supports, and only the ${QUERY_LIMITS.maxRows} rows ` +
      'with the largest net. Never summed across currencies',
  });

type VisitRevenueJson = z.infer<typeof visitRevenueSchema>;

/** The revenue of all visitors, or of a breakdown row with `key`. Undefined if it is unknown. */
export function visitRevenueJson(
  { answer, grouped, complete }: VisitRevenue,
  visitors: number,
  key?: string,
): VisitRevenueJson | undefined {
  if (key !== undefined && !grouped) return undefined;
  const sums = answer.currencies.flatMap(({ currency, breakdown, ...total }) => {
    const sum = key === undefined ? total : breakdown.find((row) => row.key === key);
    return sum ? [{ currency, sum }] : [];
  });
  if (key !== undefined && sums.length === 0 && !complete) return undefined;
  return sums.map(({ currency, sum: { net, payments, customers } }) => ({
    currency,
    net,
    payments,
    customers,
    perVisitor: perVisitor(net, visitors),
  }));
}
