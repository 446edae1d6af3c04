import {
  COMPARISONS,
  CUSTOMER_DIMENSIONS,
  DIMENSION_COLUMNS,
  FILTER_OPERATORS,
  GRAINS,
  REVENUE_DIMENSIONS,
  VISIT_DIMENSIONS,
  type Comparison,
  type FilterOperator,
  type Grain,
} from '@headwater/protos/vocabulary';
import type { FilterQuery } from '../api/request';
import { t } from '../strings/text';

/** One filter. Filters with the same key and operator are combined with "or". */
export interface Filter {
  readonly key: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** The view of a page: the parameters in its URL, spelled as in the API. */
export interface View {
  /** The time range: last N days, or two dates, inclusive. */
  readonly window: { readonly range: string } | { readonly from: string; readonly to: string };
  /** Undefined: the grain that fits the time range. */
  readonly grain: Grain | undefined;
  readonly compare: Comparison | undefined;
  /** Undefined: that of the site. */
  readonly timezone: string | undefined;
  readonly filters: readonly Filter[];
}

const DEFAULT_RANGE = '30d';

/** Time ranges with a name, and the keys of their shortcuts. */
export const RANGE_PRESETS = [
  { range: '1d', label: t('Today'), key: 'd' },
  { range: '7d', label: t('7 days'), key: 'w' },
  { range: '30d', label: t('30 days'), key: 'm' },
  { range: '90d', label: t('90 days'), key: 'q' },
  { range: '365d', label: t('12 months'), key: 'y' },
] as const;

export const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = {
  previous_period: t('Previous period'),
  previous_year: t('Previous year'),
};

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const RANGE = /^[1-9]\d{0,2}d$/;
const FILTER = /^filter\[([^[\]]+)\](?:\[(\w+)\])?$/;

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((each) => each === value);

/** Parses the view of a URL. Invalid parameters are ignored, so that the page shows its default. */
export function readView(search: URLSearchParams): View {
  const [from, to, range] = ['from', 'to', 'range'].map((name) => search.get(name) ?? '');
  return {
    window:
      from && to && DATE.test(from) && DATE.test(to) && from <= to
        ? { from, to }
        : { range: range && RANGE.test(range) ? range : DEFAULT_RANGE },
    grain: oneOf(GRAINS, search.get('grain')),
    compare: oneOf(COMPARISONS, search.get('compare')),
    timezone: search.get('timezone') ?? undefined,
    filters: [...search].flatMap(([name, value]) => {
      const [, key, word] = FILTER.exec(name) ?? [];
      const operator = oneOf(FILTER_OPERATORS, word ?? 'is');
      return key !== undefined && operator && value !== '' ? [{ key, operator, value }] : [];
    }),
  };
}

/** Parameter of an open list of all rows. Any other change of the view closes the list. */
export const OPENED = 'all';

const OF_VIEW = /^(from|to|range|grain|compare|timezone|filter\[.*)$/;

/** Writes a view into a query string. Keeps other parameters and omits defaults. */
export function writeView(search: URLSearchParams, view: View): URLSearchParams {
  const kept = [...search].filter(([name]) => name !== OPENED && !OF_VIEW.test(name));
  const { window, grain, compare, timezone } = view;
  const shown = 'range' in window && window.range === DEFAULT_RANGE ? {} : window;
  const single = { ...shown, grain, compare, timezone };
  return new URLSearchParams([
    ...Object.entries(single).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
    ...view.filters.map(({ key, operator, value }): [string, string] => [filterName(key, operator), value]),
    ...kept,
  ]);
}

const filterName = (key: string, operator: FilterOperator): `filter[${string}` =>
  operator === 'is' ? `filter[${key}]` : `filter[${key}][${operator}]`;

/** The filters as parameters of the API. */
export function filterQuery(filters: readonly Filter[]): FilterQuery {
  const query: Record<`filter[${string}`, string[]> = {};
  for (const { key, operator, value } of filters) (query[filterName(key, operator)] ??= []).push(value);
  return query;
}

/** Time range, time zone and filters as parameters of the API. Not all endpoints accept grain and comparison. */
export function windowQuery({ window, timezone, filters }: View) {
  return { ...window, ...(timezone === undefined ? {} : { timezone }), ...filterQuery(filters) };
}

/** The comparison as a parameter of the API. */
export const compareQuery = ({ compare }: View) => (compare ? { compare } : {});

const sameFilter = (a: Filter, b: Filter): boolean =>
  a.key === b.key && a.operator === b.operator && a.value === b.value;

/** Adds a filter that is not in the list yet. */
export const withFilter = (filters: readonly Filter[], filter: Filter): readonly Filter[] => [
  ...filters.filter((each) => !sameFilter(each, filter)),
  filter,
];

/** Adds a filter, or removes it when it is in the list. */
export function toggleFilter(filters: readonly Filter[], filter: Filter): readonly Filter[] {
  const without = filters.filter((each) => !sameFilter(each, filter));
  return without.length < filters.length ? without : [...filters, filter];
}

/** The dimensions that a page can be filtered by. */
export interface FilterKeys {
  readonly keys: readonly string[];
  /** Whether the page can be filtered by `props.<key>`. */
  readonly hasProperties: boolean;
  /** Whether values are suggested from customers, on pages of the workspace; default: from revenue. */
  readonly isOfCustomers?: boolean;
}

/** Filters by metric. Goals and funnels have those of visits. */
export const FILTER_KEYS = {
  visits: { keys: VISIT_DIMENSIONS, hasProperties: true },
  events: { keys: DIMENSION_COLUMNS, hasProperties: true },
  /** The filters that a share link may use. */
  shared: { keys: VISIT_DIMENSIONS, hasProperties: false },
  revenue: { keys: REVENUE_DIMENSIONS, hasProperties: false },
  customers: { keys: CUSTOMER_DIMENSIONS, hasProperties: false, isOfCustomers: true },
} as const satisfies Readonly<Record<string, FilterKeys>>;

/** Parameter of the list of customers: which customers it shows, by the day of their first identification. */
export const IDENTIFIED = 'identified';
/** Its value for the customers of the time range. Without the parameter, the list shows those of all times. */
export const IN_RANGE = 'range';

/** Parameters that every page with a time range accepts. */
const OF_EVERY_PAGE = ['from', 'to', 'range', 'compare', 'timezone'];

/**
 * The part of a query string that a link to another page keeps: the time range, and the filters that the other page accepts.
 *
 * @param accepted the filters of the other page; undefined: none
 */
export function keptQuery(search: URLSearchParams, accepted: FilterKeys | undefined): URLSearchParams {
  const accepts = (key = ''): boolean =>
    accepted !== undefined &&
    (accepted.keys.includes(key) || (accepted.hasProperties && key.startsWith('props.')));
  return new URLSearchParams(
    [...search].filter(([name]) => OF_EVERY_PAGE.includes(name) || accepts(FILTER.exec(name)?.[1])),
  );
}

/** Path and query, with the brackets of filters unencoded. */
export function urlOf(path: string, query: URLSearchParams): string {
  const search = query.toString().replaceAll('%5B', '[').replaceAll('%5D', ']');
  return search === '' ? path : `${path}?${search}`;
}
