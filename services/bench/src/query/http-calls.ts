import { BREAKDOWNS, overviewPaths, ROWS, SOURCES_BREAKDOWN } from '@headwater/dashboard/overview-requests';
import { VISIT_DIMENSIONS, type Comparison } from '@headwater/protos/vocabulary';
import { EVENT_QUERIES } from './event-queries';
import { sum, type QueryScope, type Result } from './query-definition';
import { breakdownBySql, comparedBySql, overviewBySql, retentionBySql, realtimeBySql } from './fastest-sql';
import { VISIT_QUERIES } from './visit-queries';

/** Ids of a goal and of a funnel of the site. */
export interface HttpScope extends QueryScope {
  readonly goalId: number;
  readonly funnelId: number;
}

type Numbers<Source> = (sources: readonly Source[]) => readonly number[];

/** What a user waits for: the requests of a page or of a call, sent concurrently. */
export interface HttpCall {
  readonly name: string;
  /** Path and query of each request. */
  paths(scope: HttpScope): readonly string[];
  /** The fastest known statements for the same numbers on the same table, executed concurrently. */
  sql?(scope: HttpScope): readonly string[];
  /** Numbers that responses and statements must have in common. */
  readonly compare?: { readonly http: Numbers<Body>; readonly sql: Numbers<Result> };
}

/** The parts of a response that are compared. */
export interface Body {
  readonly data: {
    readonly visitors?: number;
    readonly sessions?: number;
    readonly breakdown?: readonly object[];
    readonly breakdowns?: readonly { readonly dimension: string; readonly rows: readonly object[] }[];
  };
}

const siteOf = ({ siteId }: HttpScope): string => `/api/v1/sites/${siteId}`;
const daysOf = ({ from, to }: QueryScope): string => `from=${from}&to=${to}`;

/** Dimensions of the cards of a newly opened overview. */
const SHOWN = [...BREAKDOWNS, SOURCES_BREAKDOWN].flatMap(({ dimensions }) =>
  dimensions.slice(0, 1).map(({ key }) => key),
);
const COUNTRY = 'DE';

/** The overview as the dashboard opens it. */
function overview(
  name: string,
  { compare, country }: { readonly compare?: Comparison; readonly country?: string } = {},
): HttpCall {
  const filters = country === undefined ? [] : [{ key: 'country', operator: 'is' as const, value: country }];
  const condition = country === undefined ? '1' : `country = '${country}'`;
  return {
    name,
    paths: ({ siteId, from, to }) =>
      overviewPaths(siteId, {
        ...{ window: { from, to }, grain: undefined, timezone: undefined },
        ...{ compare, filters },
      }),
    sql: (scope) => [
      ...overviewBySql(scope, { dimensions: SHOWN, condition }),
      ...(compare === undefined ? [] : comparedBySql(scope)),
      ...realtimeBySql(scope, condition),
    ],
    compare: {
      http: (bodies) => [
        bodies[0]?.data.visitors ?? 0,
        bodies[0]?.data.sessions ?? 0,
        ...SHOWN.map((key) => sum(rowsBy(key, bodies), 'visitors')),
      ],
      sql: ([series, , ...breakdowns]) => [
        ...totalsOf(series),
        ...SHOWN.map((_, index) => sum(breakdowns[index]?.data, 'visitors')),
      ],
    },
  };
}

/** The first rows by a dimension: of the further breakdowns, or of that of the sources. */
const rowsBy = (key: string, [visits]: readonly Body[]): readonly object[] =>
  visits?.data.breakdowns?.find(({ dimension }) => dimension === key)?.rows ??
  visits?.data.breakdown?.slice(0, ROWS) ??
  [];

const totalsOf = (series: Result | undefined): readonly number[] =>
  ['visitors', 'sessions'].map((name) => Number(series?.totals?.[name]));

/** A single breakdown with totals and series. */
function breakdown(dimension: string, country?: string): HttpCall {
  const filter = country === undefined ? '' : `&filter[country]=${country}`;
  const condition = country === undefined ? '1' : `country = '${country}'`;
  return {
    name: `by ${dimension}${country === undefined ? '' : ', filtered by country'}`,
    paths: (scope) => [`${siteOf(scope)}/stats?${daysOf(scope)}&dimension=${dimension}&limit=10${filter}`],
    sql: (scope) => breakdownBySql(scope, { dimension, condition }),
    compare: {
      http: ([body]) => [
        body?.data.visitors ?? 0,
        body?.data.sessions ?? 0,
        sum(body?.data.breakdown, 'visitors'),
      ],
      sql: ([series, , rows]) => [...totalsOf(series), sum(rows?.data, 'visitors')],
    },
  };
}

/** Calls of `/events`, goals and funnels, with the statements of `bench:statements`, which also compares their numbers. */
const STORED: Readonly<Record<string, (scope: HttpScope) => string>> = {
  goal: ({ goalId, ...scope }) => `goals/${goalId}?${daysOf(scope)}`,
  'funnel of 3 steps': ({ funnelId, ...scope }) => `funnels/${funnelId}?${daysOf(scope)}`,
};
const others = [...EVENT_QUERIES, ...VISIT_QUERIES].filter(({ name }) => /^(event|goal|funnel)/.test(name));

/** The calls of a month. */
export const MONTH_CALLS: readonly HttpCall[] = [
  overview('overview'),
  overview('overview, compared', { compare: 'previous_period' }),
  overview('overview, filtered by country', { country: COUNTRY }),
  ...VISIT_DIMENSIONS.map((dimension) => breakdown(dimension)),
  breakdown('props.plan'),
  breakdown('pathname', COUNTRY),
  breakdown('entry_page', COUNTRY),
  ...others.map((query) => ({
    name: query.name,
    paths: (scope: HttpScope) => [
      `${siteOf(scope)}/${query.api?.(scope) ?? STORED[query.name]?.(scope) ?? ''}`,
    ],
    sql: (scope: HttpScope) => query.sql(scope),
  })),
  {
    name: 'retention',
    paths: (scope) => [`${siteOf(scope)}/retention?${daysOf(scope)}`],
    sql: retentionBySql,
  },
  {
    name: 'realtime',
    paths: (scope) => [`${siteOf(scope)}/realtime?dimension=pathname&limit=5`],
    sql: (scope) => realtimeBySql(scope, '1'),
  },
];

/** The calls of 90 days and of 12 months. */
export const LONG_CALLS: readonly HttpCall[] = [
  overview('overview'),
  breakdown('pathname'),
  breakdown('source'),
];
