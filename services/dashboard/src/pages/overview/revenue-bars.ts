import { useContext, useMemo } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { maySeeAllSites, SessionContext } from '../../api/session';
import { bucketOf } from '../../chart/series';
import { formatMoneyCompact } from '../../format/numbers';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { datesOf, grainOf } from '../../view/window';
import { filtersWithoutRevenue, type Period } from './requests';

/** Net revenue over time in one currency, for the chart of the visits. */
export interface RevenueBars {
  readonly byBucket: ReadonlyMap<string, number>;
  readonly format: (value: number) => string;
}

/**
 * Requests the revenue in the buckets of the visits, of accounts whose first visit was on the site. Nothing without payments in
 * the currency, and for sessions that may not read revenue of the workspace.
 */
export function useRevenueBars(
  siteId: number,
  period: Period | undefined,
  currency: string | undefined,
): RevenueBars | undefined {
  const { view } = useView();
  // Share links have no session.
  const session = useContext(SessionContext);
  const canRead =
    session !== undefined && maySeeAllSites(session) && filtersWithoutRevenue(view).length === 0;
  const { data, isLoading } = useQuery(
    canRead && period
      ? apiRequest(
          '/api/v1/revenue',
          {},
          {
            ...windowQuery({ ...view, window: datesOf(period.range), timezone: period.timezone }),
            'filter[site]': [String(siteId)],
            grain: grainOf(view),
            limit: 1,
          },
        )
      : undefined,
  );
  return useMemo(() => {
    if (!data || isLoading || currency === undefined || data.range !== period?.range) return undefined;
    const sums = data.data.currencies.find((each) => each.currency === currency);
    return {
      byBucket: new Map(sums?.series.map((row) => [bucketOf(row, data.grain), Number(row.net)])),
      format: (value) => formatMoneyCompact(value, currency),
    };
  }, [data, isLoading, currency, period?.range]);
}
