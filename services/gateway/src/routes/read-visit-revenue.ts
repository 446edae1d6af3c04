import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { QueryRevenueResponse__Output } from '@headwater/protos/gen/headwater/identity/v1/QueryRevenueResponse';
import type { QueryStatsResponse__Output } from '@headwater/protos/gen/headwater/analytics/v1/QueryStatsResponse';
import type { IdentityDefinition } from '@headwater/protos/services';
import { REVENUE_DIMENSIONS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import type { QueryFilter } from '../domain/parse-query';

/** What visits and revenue can both be grouped and filtered by. */
const SHARED: readonly string[] = VISIT_DIMENSIONS.filter((key) =>
  (REVENUE_DIMENSIONS as readonly string[]).includes(key),
);
const MAX_ROWS = 500;

/** What was paid beside the visits of stats. */
export interface VisitRevenue {
  readonly answer: QueryRevenueResponse__Output;
  /** Whether the breakdown is of the same dimension. */
  readonly grouped: boolean;
  /** Whether it has every key. */
  readonly complete: boolean;
}

/** @throws AppError `unknown_filter` where a filter tells nothing of who paid. */
export function checkSharedFilters(filters: readonly QueryFilter[]): void {
  const other = filters.filter(({ key }) => !SHARED.includes(key));
  if (other.length === 0) return;
  const message = `must be a filter of one of ${SHARED.join(', ')} when revenue is included`;
  throw failure('unknown_filter', `Revenue can not be filtered so: a key ${message}.`, {
    fields: other.map(({ key }) => ({ field: `filter[${key}]`, message })),
  });
}

/** The payments of the stats' very window, of accounts whose recorded first visit was on the site. */
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
      limit: MAX_ROWS,
      ...(grouped ? { dimension } : {}),
    },
    call,
  );
  const complete = answer.currencies.every(({ breakdown }) => breakdown.length < MAX_ROWS);
  return { answer, grouped, complete };
}
