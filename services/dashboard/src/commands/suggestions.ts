import { QUERY_LIMITS } from '@headwater/protos/limits';
import { NONE, PAGEVIEW, PROPERTY_KEY, type SharedPage } from '@headwater/protos/vocabulary';
import { useAccess } from '../api/fetch-json';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { useReport } from '../view/report';
import { useView } from '../view/use-view';
import { filterQuery, type View } from '../view/view';

/** Max number of suggestions. */
const MAX_SUGGESTIONS = 100;

const windowOf = ({ window, timezone }: View) => ({ ...window, ...(timezone ? { timezone } : {}) });

/** Whether a request may come from this page: a share link reads only those of its own. */
function useMayRead(): (page: SharedPage) => boolean {
  const { shared } = useAccess();
  return (page) => !shared || shared.page === page;
}

/** The page of customers has no time range. */
const ALL_CUSTOMERS = { range: `${QUERY_LIMITS.maxRangeDays}d` };

/** The values of a dimension in the time range, most frequent first, as suggestions. Those of customers are of two years. */
export function useSuggestedValues(
  siteId: number | undefined,
  dimension: string,
  view: View,
  isOfCustomers: boolean,
) {
  const isValid = !dimension.startsWith('props.') || PROPERTY_KEY.test(dimension.slice('props.'.length));
  const limited = { dimension, limit: MAX_SUGGESTIONS } as const;
  const query = { ...windowOf(view), ...limited, series: 'none' } as const;
  const mayRead = useMayRead();
  const { siteFilter } = useReport();
  const ofSite = isValid ? siteId : undefined;
  const stats = useQuery(
    ofSite !== undefined && mayRead('overview')
      ? apiRequest('/api/v1/sites/{id}/stats', { id: ofSite }, query)
      : undefined,
  );
  const shared = useSharedPart(ofSite);
  const event = useQuery(shared.event && apiRequest('/api/v1/sites/{id}/events/{name}', shared.event, query));
  const goal = useQuery(shared.goal && apiRequest('/api/v1/sites/{id}/goals/{goalId}', shared.goal, query));
  const funnel = useQuery(
    shared.funnel &&
      apiRequest('/api/v1/sites/{id}/funnels/{funnelId}', shared.funnel, { ...windowOf(view), ...limited }),
  );
  const ofWorkspace = isValid && siteId === undefined;
  const revenue = useQuery(
    ofWorkspace && !isOfCustomers
      ? apiRequest('/api/v1/revenue', {}, { ...query, ...filterQuery(siteFilter) })
      : undefined,
  );
  const customers = useQuery(
    ofWorkspace && isOfCustomers
      ? apiRequest(
          '/api/v1/customers',
          {},
          { ...ALL_CUSTOMERS, ...limited, series: 'none', ...filterQuery(siteFilter) },
        )
      : undefined,
  );
  const queries = [stats, event, goal, funnel, customers];
  // Until the response arrives, the data belongs to the dimension selected before.
  const found = queries.find(({ data }) => data?.data.dimension === dimension)?.data;
  const rows: readonly { readonly key: string }[] =
    revenue.data?.data.dimension === dimension
      ? revenue.data.data.currencies.flatMap(({ breakdown }) => breakdown)
      : (found?.data.breakdown ?? []);
  const values = [...new Set(rows.map(({ key }) => key))].filter((key) => key !== NONE);
  return {
    values,
    isLoading: shared.isLoading || [...queries, revenue].some(({ isLoading }) => isLoading),
  };
}

/**
 * The part of a shared page whose rows are suggested: the event that the page shows, or its first goal or funnel. A share link reads
 * no other statistics of the site.
 *
 * @param siteId undefined: nothing is suggested
 */
function useSharedPart(siteId: number | undefined) {
  const { shared } = useAccess();
  const { view, search } = useView();
  const page = siteId === undefined ? undefined : shared?.page;
  const id = siteId ?? 0;
  const events = useQuery(
    page === 'events' ? apiRequest('/api/v1/sites/{id}/events', { id }, windowOf(view)) : undefined,
  );
  const goals = useQuery(page === 'goals' ? apiRequest('/api/v1/sites/{id}/goals', { id }) : undefined);
  const funnels = useQuery(
    page === 'journeys' ? apiRequest('/api/v1/sites/{id}/funnels', { id }) : undefined,
  );
  const names = events.data?.data.events.map(({ name }) => name) ?? [];
  const name = search.get('event') ?? names.find((each) => each !== PAGEVIEW) ?? names[0];
  const goal = page === 'goals' ? goals.data?.goals[0] : undefined;
  const funnel = page === 'journeys' ? funnels.data?.funnels[0] : undefined;
  return {
    event: page === 'events' && name !== undefined ? { id, name } : undefined,
    goal: goal && { id, goalId: goal.id },
    funnel: funnel && { id, funnelId: funnel.id },
    isLoading: [events, goals, funnels].some(({ isLoading }) => isLoading),
  };
}

/** Keys of the properties that events had in the time range. */
export function usePropertyKeys(siteId: number | undefined, view: View): readonly string[] {
  const mayRead = useMayRead();
  const { data } = useQuery(
    siteId !== undefined && mayRead('events')
      ? apiRequest('/api/v1/sites/{id}/events', { id: siteId }, windowOf(view))
      : undefined,
  );
  return [...new Set(data?.data.events.flatMap(({ properties }) => properties))].sort();
}
