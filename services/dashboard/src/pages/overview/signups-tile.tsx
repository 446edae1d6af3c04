import { useContext } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { maySeeAllSites, SessionContext } from '../../api/session';
import { MetricTile } from '../../components/card';
import { formatCompact } from '../../format/numbers';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { filterQuery } from '../../view/view';
import { datesOf } from '../../view/window';
import type { Period } from './requests';
import { EVERY_MS } from './visits';

/** Filters of visits by which accounts can be filtered. */
const FILTERS: readonly string[] = ['channel', 'source', 'country', 'device'];

interface Props {
  readonly siteId: number;
  readonly period: Period | undefined;
  /** The days of the comparison period. */
  readonly before: string | undefined;
}

/**
 * The accounts that were first identified in the time range, and whose first visit was on the site. Nothing for sessions that may
 * not see all sites, and with other filters.
 */
export function SignupsTile({ siteId, period, before }: Props) {
  const { view } = useView();
  // Share links have no session.
  const session = useContext(SessionContext);
  const canRead =
    session !== undefined &&
    maySeeAllSites(session) &&
    view.filters.every(({ key }) => FILTERS.includes(key));
  const signups = useSignups(siteId, canRead ? period : undefined);
  const previous = useSignups(
    siteId,
    canRead && period && before !== undefined ? { ...period, range: before } : undefined,
  );
  if (!canRead) return null;
  const isLoading = period !== undefined && signups.count === undefined && signups.error === undefined;
  return (
    <div aria-busy={isLoading}>
      <MetricTile
        label={t('Signups')}
        value={signups.error ? null : signups.count}
        {...(previous.count === undefined ? {} : { previous: previous.count })}
        format={formatCompact}
      />
      {signups.error && (
        <p class="fine" role="alert">
          {signups.error.message}
        </p>
      )}
    </div>
  );
}

interface Signups {
  /** Undefined until it is known. */
  readonly count: number | undefined;
  readonly error: Error | undefined;
}

/** The signups of a time range. */
function useSignups(siteId: number, period: Period | undefined): Signups {
  const { view } = useView();
  const { data, error } = useQuery(
    period &&
      apiRequest(
        '/api/v1/customers',
        {},
        {
          ...{ ...datesOf(period.range), timezone: period.timezone, series: 'none', limit: 1 },
          ...{ ...filterQuery(view.filters), 'filter[site]': [String(siteId)] },
        },
      ),
    { everyMs: EVERY_MS },
  );
  const count = data && data.range === period?.range ? data.data.customers : undefined;
  return { count, error: count === undefined ? error : undefined };
}
