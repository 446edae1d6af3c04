import { bucketsOf, type Bucket } from '@headwater/kit/calendar/buckets';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { resolveWindow } from '@headwater/kit/calendar/window';
import type { FieldError } from '@headwater/kit/errors';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { Cohort } from '@headwater/protos/gen/headwater/identity/v1/Cohort';
import { LEDGER_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import { COHORT_GRAINS, COHORT_METRICS, type CohortMetric } from '@headwater/protos/vocabulary';
import type { Dependencies } from '../dependencies';
import { paybackPeriod, perCustomer, ratio } from '../domain/cost';
import { decimalsOf, formatAmount, parseCurrency } from '../domain/money';
import { parseCustomerQuery } from '../domain/revenue-query';
import { numberEarlierChanges } from '../store/earlier-changes';
import type { CohortPart } from '../store/cohorts';
import { sumCosts, type CostSum } from '../store/costs';
import { costsOf } from './customers';

const INVALID = 'The cohort query is invalid. Correct the parameters listed under errors.';
const { maxPeriods, defaultPeriods, maxCohortValues, defaultCohortDays } = LEDGER_LIMITS;

/** Returns the cohorts of a window, each with its value by period since the acquisition. */
export function createQueryCohorts({
  db,
  numberChanges,
  reports,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['QueryCohorts'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const {
      range = `${defaultCohortDays}d`,
      cohort: cohortText = 'month',
      metric: metricText = 'net',
    } = request;
    const { periods = defaultPeriods } = request;
    const cohort = COHORT_GRAINS.find((one) => one === cohortText);
    const metric = COHORT_METRICS.find((one) => one === metricText);
    const requested = request.currency === undefined ? undefined : parseCurrency(request.currency);
    const parsed = parseCustomerQuery({ ...request, range, grain: cohort ?? 'month' }, now);
    const problems: FieldError[] = [
      ...(parsed.ok ? [] : parsed.problems),
      ...(cohort ? [] : [{ field: 'cohort', message: `must be one of ${COHORT_GRAINS.join(', ')}` }]),
      ...(metric ? [] : [{ field: 'metric', message: `must be one of ${COHORT_METRICS.join(', ')}` }]),
      ...(requested && !requested.ok ? requested.problems : []),
      ...(Number.isInteger(periods) && periods >= 0 && periods <= maxPeriods
        ? []
        : [{ field: 'periods', message: `must be a whole number from 0 to ${maxPeriods}` }]),
    ];
    if (!parsed.ok || !cohort || !metric || problems.length > 0)
      throw failure(parsed.ok ? 'invalid_request' : parsed.code, INVALID, { fields: problems });
    const { window, dimension, filters, limit, model, lookback } = parsed.query;
    const days = { from: formatCalendarDate(window.from), to: formatCalendarDate(window.to) };
    // Payments count until today, also if the window of the acquisition ends earlier.
    const today = resolveWindow({ kind: 'range', days: 1 }, window.zone, now);
    const to = Math.max(window.to, today.to);
    const buckets = bucketsOf(
      resolveWindow({ kind: 'dates', from: window.from, to }, window.zone, now),
      cohort,
    );
    const lastBucket = buckets.findLastIndex(({ startMs }) => startMs <= now);
    const values = buckets
      .filter(({ startMs }) => startMs < window.endMs)
      .reduce((sum, _, bucket) => sum + Math.min(periods, Math.max(lastBucket - bucket, 0)) + 1, 0);
    if (dimension !== undefined) refuseManyValues(values, limit);
    await numberEarlierChanges({ db, numberChanges }, call);
    const [parts, costs] = await Promise.all([
      reports.cohorts(
        {
          ...{ workspaceId, basis: 'identified', dimension, filters, limit, model, lookback },
          startMs: window.startMs,
          endMs: window.endMs,
          bucketStarts: buckets.map(({ startMs }) => startMs),
        },
        metric === 'paying',
      ),
      request.excludesCosts
        ? []
        : costsOf(filters, dimension, (selection) =>
            sumCosts(db, { workspaceId, ...days, ...selection, cohort }),
          ),
    ]);
    const currency = (requested?.ok ? requested.value : undefined) ?? mainCurrency(parts, costs);
    const report = {
      buckets,
      lastBucket,
      periodsOf: groupPeriods(parts, currency),
      costOf: new Map(
        costs.flatMap((cost) =>
          cost.currency === currency ? [[cohortId(cost.cohort, cost.key), cost.amountMinor]] : [],
        ),
      ),
      currency,
      metric,
      periods,
      isWeekly: cohort === 'week',
    };
    return {
      ...days,
      timezone: window.zone,
      ...{ cohort, metric, currency: currency ?? '', model },
      ...(model === 'first_touch' ? {} : { lookback }),
      ...(dimension === undefined ? {} : { dimension }),
      cohorts: parts.flatMap((part) => (part.kind === 'size' ? [cohortOf(part, report)] : [])),
    };
  };
}

/** The currency with the highest number of payments, otherwise the first one of the costs. */
function mainCurrency(parts: readonly CohortPart[], costs: readonly CostSum[]): string | undefined {
  const payments = new Map<string, number>();
  for (const part of parts)
    if (part.kind === 'revenue')
      payments.set(part.currency, (payments.get(part.currency) ?? 0) + part.payments);
  const [first] = [...payments].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return first?.[0] ?? costs[0]?.currency;
}

/** Refuses a query whose answer could be too large. @param values by key */
function refuseManyValues(values: number, limit: number): void {
  const maxLimit = Math.floor(maxCohortValues / values);
  if (limit <= maxLimit) return;
  const message =
    `must be at most ${maxLimit} for these cohorts, which have ${values} periods: an answer has at most ${maxCohortValues} ` +
    'values. For more keys, request fewer days or periods, or cohort=month';
  throw failure('invalid_request', INVALID, { fields: [{ field: 'limit', message }] });
}

/** The numbers of a cohort in one period. */
interface PeriodNumbers {
  net: bigint;
  subscriptions: bigint;
  payers: number;
  firstPayers: number;
}

const NO_NUMBERS: Readonly<PeriodNumbers> = { net: 0n, subscriptions: 0n, payers: 0, firstPayers: 0 };

type NumbersByPeriod = ReadonlyMap<number, Readonly<PeriodNumbers>>;

/** The key of a cohort in a map. @param cohort index of its bucket, or its first day */
function cohortId(cohort: number | string | null, key: string | null): string {
  return `${cohort} ${key ?? ''}`;
}

/** The payers and the revenue in `currency` of each cohort, by `cohortId` and period. */
function groupPeriods(
  parts: readonly CohortPart[],
  currency: string | undefined,
): ReadonlyMap<string, NumbersByPeriod> {
  const cohorts = new Map<string, Map<number, PeriodNumbers>>();
  for (const part of parts) {
    if (part.kind === 'size' || (part.kind === 'revenue' && part.currency !== currency)) continue;
    const id = cohortId(part.bucket, part.key);
    const periods = cohorts.get(id) ?? new Map<number, PeriodNumbers>();
    cohorts.set(id, periods);
    const numbers = periods.get(part.period) ?? { ...NO_NUMBERS };
    periods.set(part.period, numbers);
    if (part.kind === 'revenue') [numbers.net, numbers.subscriptions] = [part.net, part.subscriptions];
    else [numbers.payers, numbers.firstPayers] = [part.payers, part.firstPayers];
  }
  return cohorts;
}

interface Report {
  readonly buckets: readonly Bucket[];
  /** Index of the bucket that contains now. */
  readonly lastBucket: number;
  /** By `cohortId` of the bucket. */
  readonly periodsOf: ReadonlyMap<string, NumbersByPeriod>;
  /** Minor units of `currency`, by `cohortId` of the first day. */
  readonly costOf: ReadonlyMap<string, bigint>;
  readonly currency: string | undefined;
  readonly metric: CohortMetric;
  readonly periods: number;
  readonly isWeekly: boolean;
}

function cohortOf(size: CohortPart & { readonly kind: 'size' }, report: Report): Cohort {
  const { currency, metric } = report;
  const { bucket, key, customers } = size;
  const own = report.periodsOf.get(cohortId(bucket, key));
  const last = Math.max(report.lastBucket - bucket, 0);
  const values = Array.from({ length: last + 1 }, (_, period) => own?.get(period) ?? NO_NUMBERS);
  const sums = { net: 0n, subscriptions: 0n, payers: 0 };
  const cumulative = values.map(({ net, subscriptions, firstPayers }) => {
    sums.net += net;
    sums.subscriptions += subscriptions;
    sums.payers += firstPayers;
    return { ...sums };
  });
  const money = (minor: bigint): string =>
    currency === undefined ? '0' : formatAmount(minor, decimalsOf(currency));
  const periods = values.slice(0, report.periods + 1).map((value, period) => {
    const sum = cumulative[period] ?? sums;
    if (metric === 'paying') {
      // A share in percent, with two decimals.
      const perCent = () =>
        formatAmount((BigInt(sum.payers) * 20_000n + BigInt(customers)) / (2n * BigInt(customers)), 2);
      return {
        ...{ period, value: String(value.payers), cumulative: String(sum.payers) },
        ...(customers === 0 ? {} : { perCustomer: perCent() }),
      };
    }
    const [amount, all] = metric === 'net' ? [value.net, sum.net] : [value.subscriptions, sum.subscriptions];
    const each = () => (currency === undefined ? '0' : perCustomer(all, customers, currency));
    return {
      ...{ period, value: money(amount), cumulative: money(all) },
      ...(customers === 0 ? {} : { perCustomer: each() }),
    };
  });
  const name = report.buckets[bucket]?.key ?? '';
  const day = report.isWeekly ? name : `${name}-01`;
  const cost = report.costOf.get(cohortId(day, key));
  return {
    cohort: name,
    ...(key === null ? {} : { key }),
    customers,
    periods,
    ...(cost !== undefined && currency !== undefined
      ? economicsOf(cost, { customers, currency, net: values.map(({ net }) => net) })
      : {}),
  };
}

/** @param of.net net revenue by period */
function economicsOf(
  cost: bigint,
  { customers, currency, net }: { customers: number; currency: string; net: readonly bigint[] },
): Pick<Cohort, 'cost' | 'cac' | 'roas' | 'paybackPeriod'> {
  const payback = paybackPeriod(net, cost);
  const all = net.reduce((sum, each) => sum + each, 0n);
  return {
    cost: formatAmount(cost, decimalsOf(currency)),
    ...(customers === 0 ? {} : { cac: perCustomer(cost, customers, currency) }),
    ...(cost === 0n ? {} : { roas: ratio(all, cost) }),
    ...(payback === undefined ? {} : { paybackPeriod: payback }),
  };
}
