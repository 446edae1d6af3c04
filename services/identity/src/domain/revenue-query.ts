import { parseCalendarDate, type CalendarDate } from '@headwater/kit/calendar/calendar-date';
import { daysOf, resolveWindow, type Period, type Window } from '@headwater/kit/calendar/window';
import { isTimeZone } from '@headwater/kit/calendar/zone';
import type { FieldError } from '@headwater/kit/errors';
import { LEDGER_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import {
  ATTRIBUTION_MODELS,
  CUSTOMER_DIMENSIONS,
  CUSTOMER_MODEL_DIMENSIONS,
  FILTER_OPERATORS,
  GRAINS,
  MODEL_DIMENSIONS,
  NONE,
  REVENUE_DIMENSIONS,
  type AttributionModel,
  type CustomerDimension,
  type FilterOperator,
  type Grain,
  type RevenueDimension,
} from '@headwater/protos/vocabulary';
import { accepted, refused, type Parsed } from './parsed';
import { hasControlCharacter } from './parse-text';

/** The parameters of a report as they arrived. */
export interface RawReportQuery {
  readonly timezone?: string;
  readonly from?: string;
  readonly to?: string;
  readonly range?: string;
  readonly grain?: string;
  readonly dimension?: string;
  readonly filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
  readonly limit?: number;
  readonly model?: string;
  readonly lookback?: number;
}

/** Matches any of the values, which may include `(none)`. */
export interface Filter<D extends string> {
  readonly dimension: D;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** A filter of revenue. */
export type RevenueFilter = Filter<RevenueDimension>;

export interface ReportQuery<D extends string> extends CreditRule {
  readonly window: Window;
  readonly grain: Grain;
  readonly dimension: D | undefined;
  readonly filters: readonly Filter<D>[];
  readonly limit: number;
}

/** The parsed query, or the invalid parameters with their common error code. */
export type ParsedReportQuery<D extends string> =
  { readonly ok: true; readonly query: ReportQuery<D> } | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly code: 'invalid_request' | 'unknown_dimension' | 'unknown_filter';
  readonly problems: readonly FieldError[];
}

const { defaultDays, maxRangeDays, maxDays, maxHourlyDays, defaultRows, maxRows } = QUERY_LIMITS;

const isRecorded = ({ model }: RawReportQuery): boolean => model === undefined || model === 'first_touch';

/** Parses a revenue query. */
export function parseRevenueQuery(raw: RawReportQuery, nowMs: number): ParsedReportQuery<RevenueDimension> {
  return parseReportQuery<RevenueDimension>(
    isRecorded(raw) ? REVENUE_DIMENSIONS : MODEL_DIMENSIONS,
    raw,
    nowMs,
  );
}

/** Parses a query of customers or cohorts. */
export function parseCustomerQuery(raw: RawReportQuery, nowMs: number): ParsedReportQuery<CustomerDimension> {
  return parseReportQuery<CustomerDimension>(
    isRecorded(raw) ? CUSTOMER_DIMENSIONS : CUSTOMER_MODEL_DIMENSIONS,
    raw,
    nowMs,
  );
}

/** Parses a query of a report. Only absent parameters get defaults; invalid ones are refused. @param nowMs defines today */
function parseReportQuery<D extends string>(
  dimensions: readonly D[],
  raw: RawReportQuery,
  nowMs: number,
): ParsedReportQuery<D> {
  const dimension = dimensions.find((one) => one === raw.dimension);
  if (raw.dimension !== undefined && dimension === undefined)
    return refuse('unknown_dimension', 'dimension', `must be one of ${dimensions.join(', ')}`);
  const filters = parseFilters(dimensions, raw.filters);
  if (!Array.isArray(filters)) return filters;

  const problems: FieldError[] = [];
  const check = (isValid: boolean, field: string, message: string): void => {
    if (!isValid) problems.push({ field, message });
  };
  const { timezone: zone = 'UTC', limit = defaultRows } = raw;
  check(isTimeZone(zone), 'timezone', 'must be an IANA time zone, such as Europe/Berlin');
  const credit = parseCredit(raw);
  if (!credit.ok) problems.push(...credit.problems);
  check(
    Number.isInteger(limit) && limit >= 1 && limit <= maxRows,
    'limit',
    `must be a whole number from 1 to ${maxRows}`,
  );
  const grain: Grain | undefined = raw.grain === undefined ? 'day' : GRAINS.find((one) => one === raw.grain);
  check(grain !== undefined, 'grain', `must be one of ${GRAINS.join(', ')}`);
  const period = parsePeriod(raw);
  if (Array.isArray(period)) problems.push(...period);
  if (problems.length > 0 || grain === undefined || Array.isArray(period) || !credit.ok)
    return { ok: false, code: 'invalid_request', problems };

  if (grain === 'hour' && daysOf(period) > maxHourlyDays)
    return refuse(
      'invalid_request',
      'grain',
      `must be day, week or month for more than ${maxHourlyDays} days`,
    );
  const window = resolveWindow(period, zone, nowMs);
  return { ok: true, query: { window, grain, dimension, filters, limit, ...credit.value } };
}

/** A model, and the days before a payment in which touches count; 0: all touches. */
export interface CreditRule {
  readonly model: AttributionModel;
  readonly lookback: number;
}

/** Parses a model and its lookback. */
export function parseCredit({
  model = 'first_touch',
  lookback = LEDGER_LIMITS.defaultLookbackDays,
}: Pick<RawReportQuery, 'model' | 'lookback'>): Parsed<CreditRule> {
  const found = ATTRIBUTION_MODELS.find((one) => one === model);
  if (found === undefined) return refused('model', `must be one of ${ATTRIBUTION_MODELS.join(', ')}`);
  const { maxLookbackDays: max } = LEDGER_LIMITS;
  if (!Number.isInteger(lookback) || lookback < 0 || lookback > max)
    return refused('lookback', `must be a whole number from 0 to ${max}`);
  return accepted({ model: found, lookback });
}

/** The period, or its problems. `from` and `to` take precedence over `range`. */
function parsePeriod({ from, to, range }: RawReportQuery): Period | FieldError[] {
  if (from === undefined && to === undefined) return parseRange(range);
  if (from === undefined || to === undefined)
    return [{ field: from === undefined ? 'from' : 'to', message: 'is missing: give from and to, or range' }];
  const dates = { from: parseDate(from), to: parseDate(to) };
  if (dates.from === undefined || dates.to === undefined)
    return (['from', 'to'] as const)
      .filter((field) => dates[field] === undefined)
      .map((field) => ({ field, message: 'must be a valid date from 1971 to 2100, YYYY-MM-DD' }));
  const period: Period = { kind: 'dates', from: dates.from, to: dates.to };
  const days = daysOf(period);
  if (days < 1) return [{ field: 'from', message: 'must not be after to' }];
  return days > maxDays ? [{ field: 'from', message: `must be at most ${maxDays} days before to` }] : period;
}

function parseRange(range = `${defaultDays}d`): Period | FieldError[] {
  const days = Number(/^([1-9]\d{0,2})d$/.exec(range)?.[1]);
  return days <= maxRangeDays
    ? { kind: 'range', days }
    : [{ field: 'range', message: `must be 1d to ${maxRangeDays}d, such as 30d` }];
}

function parseDate(text: string): CalendarDate | undefined {
  return text < '1971' || text > '2101' ? undefined : parseCalendarDate(text);
}

/** The filters, with those of one key and operator merged into one filter with several values. */
function parseFilters<D extends string>(
  dimensions: readonly D[],
  raw: RawReportQuery['filters'],
): Filter<D>[] | Refusal {
  const { maxFilters, maxFilterValueLength: maxLength } = QUERY_LIMITS;
  if (raw.length > maxFilters)
    return refuse('invalid_request', 'filter', `may be given at most ${maxFilters} times`);
  const filters = new Map<string, Filter<D>>();
  for (const { key, operator: operatorText, value } of raw) {
    const field = filterField(key, operatorText);
    const invalid = (message: string): Refusal => refuse('invalid_request', field, message);
    const dimension = dimensions.find((one) => one === key);
    if (dimension === undefined)
      return refuse('unknown_filter', field, `must filter by one of ${dimensions.join(', ')}`);
    const operator = FILTER_OPERATORS.find((one) => one === operatorText);
    if (operator === undefined)
      return invalid(`must have one of the operators ${FILTER_OPERATORS.join(', ')}`);
    if (value === '' || value.length > maxLength || hasControlCharacter(value))
      return invalid(`must have 1 to ${maxLength} characters and no control characters`);
    if (value === NONE && operator !== 'is' && operator !== 'is_not')
      return invalid(`must not be ${NONE} with ${operator}: use is or is_not`);
    const id = `${operator} ${dimension}`;
    filters.set(id, { dimension, operator, values: [...(filters.get(id)?.values ?? []), value] });
  }
  return [...filters.values()];
}

/** The filter parameter as the caller spelled it, with bounded length. */
function filterField(key: string, operator: string): string {
  const suffix = operator === 'is' ? '' : `[${operator.slice(0, 32)}]`;
  return `filter[${key.slice(0, 80)}]${suffix}`;
}

/** A refusal that names one parameter. */
export function refuse(code: Refusal['code'], field: string, message: string): Refusal {
  return { ok: false, code, problems: [{ field, message }] };
}
