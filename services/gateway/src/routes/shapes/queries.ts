import { LEDGER_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import { COMPARISONS, DIMENSION_COLUMNS, GRAINS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { z } from 'zod';

/** Filter keys of the event analysis. */
export const EVENT_FILTERS = [...DIMENSION_COLUMNS, 'props.<key>'];
/** Filter keys of all other queries about events and visits. */
export const VISIT_FILTERS = [...VISIT_DIMENSIONS, 'props.<key>'];

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-10-25');
const limitMessage = `must be a whole number from 1 to ${QUERY_LIMITS.maxRows}`;

/** A number of breakdown rows. */
export const rowsSchema = (description: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/, limitMessage)
    .transform(Number)
    .refine((limit) => limit <= QUERY_LIMITS.maxRows, limitMessage)
    .exactOptional()
    .meta({ description, type: 'integer', minimum: 1, maximum: QUERY_LIMITS.maxRows });

/** Window, series and breakdown of a query. The analytics service checks dates, ranges and dimensions. */
export const breakdownQuery = z.object({
  from: date.exactOptional().meta({
    description: 'First day. Use `from` and `to` together; they take precedence over `range`',
    format: 'date',
  }),
  to: date.exactOptional().meta({ description: 'Last day, inclusive', format: 'date' }),
  range: z
    .string()
    .exactOptional()
    .meta({
      description: `Last N days including today, N from 1 to ${QUERY_LIMITS.maxRangeDays}. Default: ${QUERY_LIMITS.defaultDays}d`,
      examples: ['7d'],
    }),
  grain: z.enum(GRAINS).exactOptional().meta({ description: 'Bucket size of the series. Default: day' }),
  series: z.enum(['none']).exactOptional().meta({
    description:
      '`none`: the series is empty, and `grain` has no effect. Faster, for calls that need only totals',
  }),
  dimension: z
    .string()
    .exactOptional()
    .meta({ description: 'Breakdown key: a column or `props.<key>`', examples: ['pathname'] }),
  limit: rowsSchema(`Breakdown rows, 1 to ${QUERY_LIMITS.maxRows}. Default: ${QUERY_LIMITS.defaultRows}`),
  timezone: z
    .string()
    .exactOptional()
    .meta({
      description: "IANA time zone of days and buckets. Default: the site's zone",
      examples: ['Europe/Berlin'],
    }),
});

interface WithSeries {
  readonly series?: 'none';
  readonly grain?: string;
}

/** The window and the grain for a service. Without a series, the grain is that with the fewest buckets. */
export function withGrain<Query extends WithSeries>({ series, ...query }: Query) {
  return series === 'none' ? { ...query, grain: 'month' } : query;
}

/** A series, or an empty one if the query is without. */
export const seriesOf = <Row>({ series }: WithSeries, rows: readonly Row[]): Row[] =>
  series === 'none' ? [] : [...rows];

/** The comparison of a query with an earlier window. */
export const compareSchema = z
  .enum(COMPARISONS)
  .exactOptional()
  .meta({
    description:
      '`previous_period`: the preceding period of equal length. `previous_year`: the same dates one year earlier. Adds ' +
      '`comparison` to the totals and to the rows of breakdowns',
  });

const { maxLookbackDays, defaultLookbackDays } = LEDGER_LIMITS;
const lookbackMessage = `must be a whole number from 0 to ${maxLookbackDays}`;

/** The lookback of an attribution model. */
export const lookbackSchema = z
  .string()
  .regex(/^\d{1,4}$/, lookbackMessage)
  .transform(Number)
  .refine((days) => days <= maxLookbackDays, lookbackMessage)
  .exactOptional()
  .meta({
    description: `Days before the payment in which visits count; 0: all visits. Default: ${defaultLookbackDays}`,
    type: 'integer',
    minimum: 0,
    maximum: maxLookbackDays,
  });

/** The window of a query without series and breakdown. */
export const windowQuery = breakdownQuery.pick({ from: true, to: true, range: true, timezone: true });

const MAX_ROWS = 200;

/** Page size and cursor of a list. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `must be a whole number from 1 to ${MAX_ROWS}`)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_ROWS, `must be a whole number from 1 to ${MAX_ROWS}`)
    .optional()
    .meta({ description: 'Rows per page. Default: 50', type: 'integer', minimum: 1, maximum: MAX_ROWS }),
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page' }),
};

/** In the response to a query about a site: days that the site's retention removed. */
export const removedDays = {
  removedBefore: z.iso.date().exactOptional().meta({
    description:
      'The retention of the site removed events before this day, so the numbers lack them. Absent if the window starts later',
  }),
};

/** @param from first day of the window. */
export function removedDaysJson(
  { retention }: Site__Output,
  from: string,
): { readonly removedBefore?: string } {
  const removedBefore = retention?.removedBeforeDay;
  return removedBefore !== undefined && from < removedBefore ? { removedBefore } : {};
}
