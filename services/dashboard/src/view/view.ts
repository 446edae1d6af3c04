import {
  COMPARISONS,
  FILTER_OPERATORS,
  GRAINS,
  type Comparison,
  type FilterOperator,
  type Grain,
} from '@headwater/protos/vocabulary';
import type { FilterQuery } from '../api/question';

/** One condition. The same key and operator twice is "or". */
export interface Filter {
  readonly key: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** What one looks at, as it stands in the page's address, spelled as the API spells it. */
export interface View {
  /** The window: last N days, or two dates, inclusive. */
  readonly window: { readonly range: string } | { readonly from: string; readonly to: string };
  /** Undefined: whatever suits the window. */
  readonly grain: Grain | undefined;
  readonly compare: Comparison | undefined;
  /** Undefined: the site's. */
  readonly timezone: string | undefined;
  readonly filters: readonly Filter[];
}

const DEFAULT_RANGE = '30d';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const RANGE = /^[1-9]\d{0,2}d$/;
const FILTER = /^filter\[([^[\]]+)\](?:\[(\w+)\])?$/;

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((each) => each === value);

/** The view in an address. What is misspelt counts as not there: a page shows its default rather than nothing. */
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

/** The parameter of an opened list, which is of the view that was: whatever else changes closes it. */
export const OPENED = 'all';

const OF_VIEW = /^(from|to|range|grain|compare|timezone|filter\[.*)$/;

/** An address's query with another view in it; what else it says stays, defaults are left out. */
export function writeView(search: URLSearchParams, view: View): URLSearchParams {
  const kept = [...search].filter(([name]) => name !== OPENED && !OF_VIEW.test(name));
  const { window, grain, compare, timezone } = view;
  const shown = 'range' in window && window.range === DEFAULT_RANGE ? {} : window;
  const single = { ...shown, grain, compare, timezone };
  return new URLSearchParams([
    ...Object.entries(single).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ...view.filters.map(({ key, operator, value }) => [filterName(key, operator), value]),
    ...kept,
  ]);
}

const filterName = (key: string, operator: FilterOperator): `filter[${string}` =>
  operator === 'is' ? `filter[${key}]` : `filter[${key}][${operator}]`;

/** The view's filters as the API takes them. */
export function filterQuery(filters: readonly Filter[]): FilterQuery {
  const query: Record<`filter[${string}`, string[]> = {};
  for (const { key, operator, value } of filters) (query[filterName(key, operator)] ??= []).push(value);
  return query;
}

/** Window, time zone and filters of the view as the API takes them; grain and comparison are not for every question. */
export function windowQuery({ window, timezone, filters }: View) {
  return { ...window, ...(timezone === undefined ? {} : { timezone }), ...filterQuery(filters) };
}

const sameFilter = (a: Filter, b: Filter): boolean =>
  a.key === b.key && a.operator === b.operator && a.value === b.value;

/** With that filter, once. */
export const withFilter = (filters: readonly Filter[], filter: Filter): readonly Filter[] => [
  ...filters.filter((each) => !sameFilter(each, filter)),
  filter,
];

/** With that filter, or without it where it was there. */
export function toggleFilter(filters: readonly Filter[], filter: Filter): readonly Filter[] {
  const without = filters.filter((each) => !sameFilter(each, filter));
  return without.length < filters.length ? without : [...filters, filter];
}
