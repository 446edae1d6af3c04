import { viewQueryProblem } from '@headwater/protos/view-query';
import { SAVED_PAGES, VISIT_DIMENSIONS, type SharedPage } from '@headwater/protos/vocabulary';

/** The reads of each page, by operation id. The key of a share link can call those of its page, and no others. */
export const READS_OF_PAGE: Readonly<Record<SharedPage, readonly string[]>> = {
  overview: ['getStats', 'getRealtime', 'streamRealtime'],
  events: ['listEvents', 'getEventAnalysis'],
  goals: ['listGoals', 'getGoal'],
  journeys: ['listFunnels', 'getFunnel', 'getRetention'],
  quality: ['getTrafficQuality'],
  revenue: ['getRevenue'],
  acquisition: ['getCustomers'],
  cohorts: ['getCohorts'],
};
/** Its reads are requests of their own. */
const BATCH = 'readBatch';

/** Whether the key of a share link may call an operation. @param page also one of a later release, which has no reads here */
export function mayPageRead(page: string, operationId: string): boolean {
  return operationId === BATCH || (isSharedPage(page) && READS_OF_PAGE[page].includes(operationId));
}

const isSharedPage = (page: string): page is SharedPage => Object.hasOwn(READS_OF_PAGE, page);

/** Whether a page has the numbers of the whole workspace. A link shows those of its site. @param page also one of a later release: true */
export const isOfWorkspace = (page: string): boolean =>
  !isSharedPage(page) || !SAVED_PAGES[page].startsWith('/sites/');

const DIMENSION_PARAMETERS = ['dimension', 'dimensions'];
/** Query parameters of the overview without revenue and imported history. */
const OVERVIEW_PARAMETERS = [
  ...['range', 'from', 'to', 'grain', 'series', 'compare', 'timezone', 'limit', 'dimensions_limit'],
  ...DIMENSION_PARAMETERS,
];
/** Keys of customers, which may name a person. */
const CONFIDENTIAL_DIMENSION = 'company';

/** The parameters and filters of a request. */
export interface RequestedView {
  readonly query: unknown;
  readonly filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
}

/** A read of a shared page. */
export interface SharedRead {
  readonly page: string;
  readonly operationId: string;
  /** Whether the path names the site. */
  readonly isBelowSite: boolean;
  /** The sites of the link: one. */
  readonly sites: readonly number[];
}

/** The reason why a shared page may not see a view; undefined if it may. */
export function refusalOfView(read: SharedRead, view: RequestedView): string | undefined {
  if (read.operationId === BATCH) return undefined;
  if (read.isBelowSite)
    return read.page !== 'overview' || isVisitsOnly(view)
      ? undefined
      : "This shared page can't filter by event properties or show revenue. Remove these parameters.";
  const ofSite = view.filters.filter(({ key }) => key === 'site');
  const isOwn = ofSite.every(
    ({ operator, value }) => operator === 'is' && read.sites.some((site) => String(site) === value),
  );
  if (ofSite.length !== 1 || !isOwn)
    return 'This shared page can only read the numbers of its site. Send filter[site] with the id of the site once.';
  return keysOf(view).includes(CONFIDENTIAL_DIMENSION)
    ? "Shared pages can't show companies. Remove this dimension or filter."
    : undefined;
}

/** Only dimensions that every visit has. Event properties are defined by the site and may be confidential. */
function isVisitsOnly(view: RequestedView): boolean {
  return (
    parametersOf(view).every(([name]) => OVERVIEW_PARAMETERS.includes(name)) &&
    keysOf(view).every((key) => VISIT_DIMENSIONS.some((dimension) => dimension === key))
  );
}

const parametersOf = ({ query }: RequestedView) => Object.entries(query as Readonly<Record<string, unknown>>);

/** The dimensions and the keys of filters. */
const keysOf = (view: RequestedView): readonly unknown[] => [
  ...view.filters.map(({ key }) => key),
  ...parametersOf(view).flatMap(([name, keys]) => (DIMENSION_PARAMETERS.includes(name) ? keys : [])),
];

/**
 * Returns the problem with the view of a link, to follow the name of its field; undefined if the view is valid. Refuses views that
 * the page can't show to a reader.
 *
 * @param view query string of the page
 */
export function sharedViewProblem(page: SharedPage, view: string): string | undefined {
  const problem = viewQueryProblem(view);
  if (problem !== undefined) return problem;
  const parameters = [...new URLSearchParams(view)];
  const filtersBy = (pattern: RegExp): boolean => parameters.some(([name]) => pattern.test(name));
  if (page === 'overview' && filtersBy(/^filter\[props\./))
    return 'must not filter by event properties: a shared overview shows none';
  if (!isOfWorkspace(page)) return undefined;
  if (filtersBy(/^filter\[site\]/)) return 'must not filter by site: the link has one';
  if (
    filtersBy(/^filter\[company\]/) ||
    parameters.some(([name, value]) => name === 'by' && value === CONFIDENTIAL_DIMENSION)
  )
    return 'must not show or filter by companies: their keys may name a person';
  return undefined;
}
