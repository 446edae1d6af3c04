import { QUERY_LIMITS } from '@headwater/protos/limits';
import { apiRequest } from '../../api/request';
import { t } from '../../strings/text';
import { compareQuery, filterQuery, windowQuery, FILTER_KEYS, type View } from '../../view/view';
import { addDays, datesOf, daysOf, grainOf, rangeOf, todayIn } from '../../view/window';

/** A card that breaks visits down by a selectable dimension. */
export interface Breakdown {
  /** URL parameter with the selected dimension. */
  readonly id: string;
  readonly title: string;
  /** The first dimension is the default. */
  readonly dimensions: readonly { readonly key: string; readonly label: string }[];
  /** Whether the first dimension can also be shown on a map: the URL parameter is then `map`. */
  readonly hasMap?: true;
}

/** The breakdown cards of the overview after the sources, in order. */
export const BREAKDOWNS: readonly Breakdown[] = [
  {
    id: 'pages',
    title: t('Pages'),
    dimensions: [
      { key: 'pathname', label: t('All') },
      { key: 'entry_page', label: t('Entry') },
      { key: 'exit_page', label: t('Exit') },
    ],
  },
  {
    id: 'places',
    title: t('Locations'),
    dimensions: [
      { key: 'country', label: t('Countries') },
      // Needs a city database.
      { key: 'region', label: t('Regions') },
    ],
    hasMap: true,
  },
  {
    id: 'devices',
    title: t('Devices'),
    dimensions: [
      { key: 'device', label: t('Devices') },
      { key: 'browser', label: t('Browsers') },
      { key: 'os', label: t('Systems') },
    ],
  },
];

/** The card of the sources. Signed-in users see it with revenue. */
export const SOURCES_BREAKDOWN: Breakdown = {
  id: 'sources',
  title: t('Sources'),
  dimensions: [
    { key: 'source', label: t('Sources') },
    { key: 'channel', label: t('Channels') },
    { key: 'utm_campaign', label: t('Campaigns') },
    { key: 'referrer', label: t('Referrers') },
  ],
};

/** The selected dimension of a card: that in the URL if it is valid, otherwise the first. */
export function selectedDimension({ id, dimensions }: Breakdown, search: URLSearchParams): string {
  const selected = search.get(id);
  return (dimensions.find(({ key }) => key === selected) ?? dimensions[0])?.key ?? '';
}

/** Number of rows of a card. */
export const ROWS = 10;

type Included = 'revenue' | 'imported';

interface VisitsParts {
  /** Dimensions whose first rows the response has. */
  readonly dimensions?: readonly string[];
  /** The dimension of the sources. The response has all of its rows, because any may have the highest revenue. */
  readonly source?: string;
  /** Parts that shared pages can't read, if the filters allow them. */
  readonly include?: readonly Included[];
}

/** Totals and series of the time range, and the parts. */
export function visitsRequest(
  id: number,
  view: View,
  { dimensions = [], source, include = [] }: VisitsParts = {},
) {
  const rows = dimensions.length === 0 ? {} : { dimensions: dimensions.join(','), dimensions_limit: ROWS };
  const sources = source === undefined ? {} : { dimension: source, limit: QUERY_LIMITS.maxRows };
  return apiRequest(
    '/api/v1/sites/{id}/stats',
    { id },
    {
      ...{ ...windowQuery(view), grain: grainOf(view), ...compareQuery(view) },
      ...{ ...includeQuery(view, include), ...sources, ...rows },
    },
  );
}

/** The parts that the filters of a view allow. */
function includeQuery(view: View, include: readonly Included[]) {
  const allowed = include.filter((part) =>
    part === 'imported' ? view.filters.length === 0 : filtersWithoutRevenue(view).length === 0,
  );
  return allowed.length === 0 ? {} : { include: allowed.join(',') };
}

/** Visits by one dimension. */
export function breakdownRequest(
  id: number,
  view: View,
  { dimension, limit }: { readonly dimension: string; readonly limit: number },
) {
  return apiRequest(
    '/api/v1/sites/{id}/stats',
    { id },
    { ...windowQuery(view), ...compareQuery(view), dimension, limit, series: 'none' },
  );
}

/** Filters of visits by which revenue can't be filtered. */
export const filtersWithoutRevenue = ({ filters }: View) =>
  filters.filter(({ key }) => !(FILTER_KEYS.revenue.keys as readonly string[]).includes(key));

/**
 * Visits by one dimension with the revenue of their accounts, if the filters allow it. All rows, because any may have the
 * highest revenue; the card shows the first after sorting.
 */
export function sourcesRequest(id: number, view: View, dimension: string) {
  return apiRequest(
    '/api/v1/sites/{id}/stats',
    { id },
    {
      ...windowQuery(view),
      series: 'none',
      ...compareQuery(view),
      dimension,
      limit: QUERY_LIMITS.maxRows,
      ...includeQuery(view, ['revenue']),
    },
  );
}

const REALTIME_ROWS = 5;

/** Visitors of the last 30 minutes, by minute and by page. */
export function realtimeRequest(id: number, view: View) {
  return apiRequest(
    '/api/v1/sites/{id}/realtime',
    { id },
    { dimension: 'pathname', limit: REALTIME_ROWS, ...filterQuery(view.filters) },
  );
}

/** The days of a response, and their time zone. */
export interface Period {
  /** `2026-10-01 to 2026-10-30`. */
  readonly range: string;
  readonly timezone: string;
}

/**
 * The days of the first response to a view, as soon as the time zone of the site is known: further requests need not wait for the response. Undefined
 * with a comparison, whose days only the response has.
 */
export function periodOf(
  { window, timezone, compare }: View,
  siteTimezone: string | undefined,
): Period | undefined {
  const zone = timezone ?? siteTimezone;
  if (zone === undefined || compare !== undefined) return undefined;
  const to = 'to' in window ? window.to : todayIn(zone);
  const from = 'from' in window ? window.from : addDays(to, 1 - daysOf(window));
  return { range: rangeOf({ from, to }), timezone: zone };
}

/** The notes on the days of a response. */
export const annotationsRequest = (id: number, { range }: Pick<Period, 'range'>) =>
  apiRequest('/api/v1/sites/{id}/annotations', { id }, datesOf(range));

/** Paths of all requests that the overview sends when it opens. The benchmark of queries sends them, too. */
export function overviewPaths(id: number, view: View, search = new URLSearchParams()): readonly string[] {
  const dimensions = BREAKDOWNS.map((breakdown) => selectedDimension(breakdown, search));
  const source = selectedDimension(SOURCES_BREAKDOWN, search);
  return [
    visitsRequest(id, view, { dimensions, source, include: ['revenue', 'imported'] }),
    realtimeRequest(id, view),
  ].map(({ url }) => url);
}
