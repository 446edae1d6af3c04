import { QUERY_LIMITS } from '@headwater/protos/limits';
import { COMPARISONS, GRAINS, type Comparison, type Grain } from '@headwater/protos/vocabulary';
import type { Period } from '@headwater/kit/calendar/window';
import { isTimeZone } from '@headwater/kit/calendar/zone';
import { dimensionOf, listedKeys, type BreakdownPlan, type Dimension, type KeyList } from './dimensions';
import { parseFilters, type Filter, type RawFilter } from './filters';
import { invalid, isProblem, requestError, type Problem } from './problem';
import { parsePeriod, windowProblems, type RawWindow } from './window';

/** The parameters of every query as received, not validated yet. An absent field takes its default. */
export interface RawQuery extends RawWindow {
  readonly siteId: number;
  readonly timezone: string;
  readonly grain?: string | undefined;
  readonly dimension?: string | undefined;
  readonly filters: readonly RawFilter[];
  readonly limit?: number | undefined;
}

/** The parameters of every query, parsed: each has a type with enumerated values. */
export interface Query {
  readonly siteId: number;
  readonly zone: string;
  readonly period: Period;
  readonly grain: Grain;
  readonly dimension: Dimension | undefined;
  /** All must match. */
  readonly filters: readonly Filter[];
  /** Max breakdown rows. */
  readonly limit: number;
}

/** A parsed query, or the problems of its parameters. */
export type Parsed<Q extends Query = Query> =
  { readonly ok: true; readonly query: Q } | { readonly ok: false; readonly problems: readonly Problem[] };

const { defaultRows, maxRows, maxDimensions } = QUERY_LIMITS;
const DEFAULT_GRAIN: Grain = 'day';
const LIMIT_MESSAGE = `must be a whole number from 1 to ${maxRows}`;

/** Reads the query of a request. @param keys accepted dimensions and filters. @throws AppError with every problem. */
export function readQuery(raw: RawQuery | null, keys: KeyList): Query {
  if (raw === null) throw requestError([invalid('question', 'is required')]);
  return validQuery(parseQuery(raw, keys));
}

/** The parsed query, if its window and grain can be combined. @throws AppError with every problem. */
export function validQuery<Q extends Query>(parsed: Parsed<Q>): Q {
  const problems = parsed.ok ? windowProblems(parsed.query) : parsed.problems;
  if (parsed.ok && problems.length === 0) return parsed.query;
  throw requestError(problems);
}

/** Parses each parameter on its own; `windowProblems` checks their combinations. */
export function parseQuery(raw: RawQuery, keys: KeyList): Parsed {
  const problems: Problem[] = [];
  const collect = <T>(part: T | Problem): T | undefined => {
    if (!isProblem(part)) return part;
    problems.push(part);
    return undefined;
  };
  const siteId = collect(parseSiteId(raw.siteId));
  const zone = collect(parseZone(raw.timezone));
  const period = collect(parsePeriod(raw));
  const grain = collect(parseGrain(raw.grain));
  const dimension = collect(parseDimension(raw.dimension, keys));
  const limit = collect(parseLimit(raw.limit));
  const filters = parseFilters(raw.filters, keys);
  problems.push(...filters.problems);
  if (
    problems.length > 0 ||
    siteId === undefined ||
    zone === undefined ||
    period === undefined ||
    grain === undefined ||
    limit === undefined
  )
    return { ok: false, problems };
  return { ok: true, query: { siteId, zone, period, grain, dimension, filters: filters.filters, limit } };
}

function parseSiteId(value: number): number | Problem {
  return Number.isSafeInteger(value) && value > 0 ? value : invalid('siteId', 'must be a positive integer');
}

function parseZone(value: string): string | Problem {
  return isTimeZone(value) ? value : invalid('timezone', 'must be an IANA time zone, such as Europe/Berlin');
}

function parseGrain(text: string | undefined): Grain | Problem {
  if (text === undefined) return DEFAULT_GRAIN;
  return GRAINS.find((grain) => grain === text) ?? invalid('grain', `must be one of ${GRAINS.join(', ')}`);
}

function parseDimension(text: string | undefined, keys: KeyList): Dimension | undefined | Problem {
  return text === undefined ? undefined : (dimensionOf(text, keys) ?? unknownDimension('dimension', keys));
}

const unknownDimension = (field: string, keys: KeyList, position?: number): Problem => ({
  code: 'unknown_dimension',
  field,
  message: `${position === undefined ? 'must' : `item ${position} must`} be one of ${listedKeys(keys)}`,
});

/** Reads the dimensions of a request with several breakdowns of up to `limit` rows. @throws AppError with every problem. */
export function readBreakdowns(
  texts: readonly string[],
  limit: number,
  keys: KeyList,
): readonly BreakdownPlan[] {
  const dimensions = texts.map(
    (text, index) => dimensionOf(text, keys) ?? unknownDimension('dimensions', keys, index + 1),
  );
  const problems = dimensions.filter(isProblem).slice(0, 1);
  if (texts.length > maxDimensions)
    problems.push(invalid('dimensions', `must list at most ${maxDimensions} dimensions`));
  if (new Set(texts).size < texts.length)
    problems.push(invalid('dimensions', 'must list each dimension once'));
  if (isProblem(parseLimit(limit))) problems.push(invalid('dimensionsLimit', LIMIT_MESSAGE));
  if (problems.length > 0) throw requestError(problems);
  return dimensions
    .filter((dimension): dimension is Dimension => !isProblem(dimension))
    .map((dimension) => ({ dimension, limit }));
}

/** Reads the comparison of a request; undefined without one. @throws AppError if it is unknown. */
export function readComparison(text: string | undefined): Comparison | undefined {
  if (text === undefined) return undefined;
  const comparison = COMPARISONS.find((listed) => listed === text);
  if (!comparison) throw requestError([invalid('compare', `must be one of ${COMPARISONS.join(', ')}`)]);
  return comparison;
}

function parseLimit(value: number | undefined): number | Problem {
  if (value === undefined) return defaultRows;
  return Number.isInteger(value) && value >= 1 && value <= maxRows ? value : invalid('limit', LIMIT_MESSAGE);
}
