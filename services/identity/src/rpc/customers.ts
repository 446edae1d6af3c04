import { bucketsOf } from '@headwater/kit/calendar/buckets';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { resolveWindow, type Window } from '@headwater/kit/calendar/window';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { AcquisitionCost } from '@headwater/protos/gen/headwater/identity/v1/AcquisitionCost';
import type { CustomerRow } from '@headwater/protos/gen/headwater/identity/v1/CustomerRow';
import type { CustomerSums } from '@headwater/protos/gen/headwater/identity/v1/CustomerSums';
import type { IdentityDefinition } from '@headwater/protos/services';
import { CUSTOMER_BASES, type CustomerDimension } from '@headwater/protos/vocabulary';
import type { Dependencies } from '../dependencies';
import { openSince } from '../domain/attribution';
import { paybackPeriod, perCustomer, ratio } from '../domain/cost';
import { decimalsOf, formatAmount } from '../domain/money';
import { parseCustomerQuery, refuse, type Filter } from '../domain/revenue-query';
import { numberEarlierChanges } from '../store/earlier-changes';
import { sumCosts, type CostDimension, type CostSum } from '../store/costs';
import type { CustomerCounts, CustomerSelection } from '../store/customers';

const INVALID = 'The customer query is invalid. Correct the parameters listed under errors.';

const NOBODY: CustomerCounts = {
  ...{ bucket: undefined, key: undefined, revenue: [] },
  ...{ customers: 0, linked: 0, pending: 0, withoutVisitorId: 0, paying: 0, mrr: '0' },
};

/** Returns the customers of a window, with a series and a breakdown. */
export function createQueryCustomers({
  db,
  numberChanges,
  reports,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['QueryCustomers'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const parsed = parseCustomerQuery(request, now);
    const basis = CUSTOMER_BASES.find((one) => one === (request.basis ?? 'identified'));
    const invalid = !parsed.ok
      ? parsed
      : basis === undefined &&
        refuse('invalid_request', 'basis', `must be one of ${CUSTOMER_BASES.join(', ')}`);
    if (invalid) throw failure(invalid.code, INVALID, { fields: invalid.problems });
    if (!parsed.ok || basis === undefined) throw new Error('An invalid query was not refused.');
    const { window, grain, dimension, filters, limit, model, lookback } = parsed.query;
    const buckets = bucketsOf(window, grain);
    const days = { from: formatCalendarDate(window.from), to: formatCalendarDate(window.to) };
    await numberEarlierChanges({ db, numberChanges }, call);
    const selection = {
      ...{ workspaceId, basis, dimension, filters, limit, model, lookback },
      startMs: window.startMs,
      endMs: window.endMs,
      bucketStarts: buckets.map(({ startMs }) => startMs),
    };
    const [counts, costs] = await Promise.all([
      reports.customers(selection, openSince(now)),
      // Only the breakdown has costs.
      dimension === undefined
        ? []
        : costsOf(filters, dimension, (ofCosts) => sumCosts(db, { workspaceId, ...days, ...ofCosts })),
    ]);
    const months = request.withPayback
      ? await queryPayback(reports, { selection, window, now }, costs)
      : new Map();
    const total = counts.find(({ bucket, key }) => bucket === undefined && key === undefined) ?? NOBODY;
    const byBucket = new Map(counts.map((row) => [row.bucket, row]));
    return {
      ...days,
      timezone: window.zone,
      grain,
      ...{ model, basis },
      ...(model === 'first_touch' ? {} : { lookback }),
      ...(dimension === undefined ? {} : { dimension }),
      total: sumsOf(total),
      linked: total.linked,
      pending: total.pending,
      unattributed: total.customers - total.linked - total.pending,
      withoutVisitorId: total.withoutVisitorId,
      series: buckets.map(({ key: bucket }, index) => {
        const { customers, paying } = byBucket.get(index) ?? NOBODY;
        return { bucket, customers, paying };
      }),
      breakdown: breakdownOf(counts, { costs, months }, limit),
    };
  };
}

const COST_DIMENSIONS: Readonly<Partial<Record<CustomerDimension, CostDimension>>> = {
  channel: 'channel',
  source: 'source',
  campaign: 'campaign',
  utm_campaign: 'campaign',
};

/** The costs that belong to a query. */
export interface CostSelection {
  readonly dimension: CostDimension | undefined;
  readonly filters: readonly Filter<CostDimension>[];
}

/** Reads the costs of a query's keys; none if costs have no such dimension or filter. */
export async function costsOf(
  filters: readonly Filter<CustomerDimension>[],
  dimension: CustomerDimension | undefined,
  read: (selection: CostSelection) => Promise<CostSum[]>,
): Promise<CostSum[]> {
  const ofCosts = filters.flatMap((filter) => {
    const own = COST_DIMENSIONS[filter.dimension];
    return own === undefined ? [] : [{ ...filter, dimension: own }];
  });
  const own = dimension && COST_DIMENSIONS[dimension];
  if (ofCosts.length < filters.length || (dimension !== undefined && own === undefined)) return [];
  return read({ dimension: own, filters: ofCosts });
}

/** The months until each cost is paid back; costs that are not have none. */
type Payback = ReadonlyMap<CostSum, number>;

/** Counts revenue by the calendar month since the acquisition, until today. */
async function queryPayback(
  reports: Dependencies['reports'],
  {
    selection,
    window,
    now,
  }: { readonly selection: CustomerSelection; readonly window: Window; readonly now: number },
  costs: readonly CostSum[],
): Promise<Payback> {
  const { dimension } = selection;
  const values = [...new Set(costs.flatMap(({ key }) => (key === null ? [] : [key])))];
  if (dimension === undefined || values.length === 0) return new Map();
  const today = resolveWindow({ kind: 'range', days: 1 }, window.zone, now);
  const to = Math.max(window.to, today.to);
  const months = bucketsOf(
    resolveWindow({ kind: 'dates', from: window.from, to }, window.zone, now),
    'month',
  );
  const parts = await reports.cohorts(
    {
      ...selection,
      bucketStarts: months.map(({ startMs }) => startMs),
      filters: [...selection.filters, { dimension, operator: 'is', values }],
      limit: values.length,
    },
    false,
  );
  const netOf = ({ currency, key }: CostSum): bigint[] => {
    const net = Array.from(months, () => 0n);
    for (const part of parts)
      if (part.kind === 'revenue' && part.currency === currency && part.key === key)
        net[part.period] = (net[part.period] ?? 0n) + part.net;
    return net;
  };
  return new Map(
    costs.flatMap((cost) => {
      const period = paybackPeriod(netOf(cost), cost.amountMinor);
      return period === undefined ? [] : [[cost, period]];
    }),
  );
}

/** The keys with customers, then those with costs only. */
function breakdownOf(
  counts: readonly CustomerCounts[],
  { costs, months }: { readonly costs: readonly CostSum[]; readonly months: Payback },
  limit: number,
): CustomerRow[] {
  const rows = counts.filter(({ key }) => key !== undefined);
  const known = new Set(rows.map(({ key }) => key));
  const unknown = [
    ...new Set(costs.flatMap(({ key }) => (key === null || known.has(key) ? [] : [key]))),
  ].sort();
  // With more keys than `limit`, a missing key may have customers.
  const costsOnly = rows.length < limit ? unknown.slice(0, limit - rows.length) : [];
  return [...rows, ...costsOnly.map((key) => ({ ...NOBODY, key }))].map((row) => ({
    key: row.key ?? '',
    sums: sumsOf(row),
    costs: costs
      .filter(({ key }) => key === row.key)
      .map((cost) => acquisitionCost(cost, row, months.get(cost))),
  }));
}

function acquisitionCost(
  { currency, amountMinor }: CostSum,
  row: CustomerCounts,
  paybackMonths: number | undefined,
): AcquisitionCost {
  const paid = row.revenue.find((each) => each.currency === currency);
  return {
    currency,
    amount: formatAmount(amountMinor, decimalsOf(currency)),
    ...(row.customers === 0 ? {} : { cac: perCustomer(amountMinor, row.customers, currency) }),
    ...(amountMinor === 0n ? {} : { roas: ratio(paid ? paid.gross - paid.refunds : 0n, amountMinor) }),
    ...(paybackMonths === undefined ? {} : { paybackMonths }),
  };
}

function sumsOf({ customers, paying, mrr, revenue }: CustomerCounts): CustomerSums {
  return {
    ...{ customers, paying, mrr },
    revenue: revenue.map(({ currency, gross, refunds }) => {
      const money = (minor: bigint): string => formatAmount(minor, decimalsOf(currency));
      return { currency, gross: money(gross), refunds: money(refunds), net: money(gross - refunds) };
    }),
  };
}
