import type { Schemas } from '@headwater/client/client';
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
import { EVERY_MS } from './visits';

type Stats = Schemas['Stats'];

/** Filters of visits by which accounts can be filtered. */
const FILTERS: readonly string[] = ['channel', 'source', 'country', 'device'];

interface Props {
  readonly siteId: number;
  readonly stats: Stats | undefined;
  /** The days of the comparison period. */
  readonly before: string | undefined;
}

/**
 * The accounts that were first identified in the time range, and whose first visit was on the site. Nothing for sessions that may
 * not see all sites, and with other filters.
 */
export function SignupsTile({ siteId, stats, before }: Props) {
  const { view } = useView();
  // Share links have no session.
  const session = useContext(SessionContext);
  const canRead =
    session !== undefined &&
    maySeeAllSites(session) &&
    view.filters.every(({ key }) => FILTERS.includes(key));
  const signups = useSignups(siteId, canRead ? stats : undefined);
  const previous = useSignups(
    siteId,
    canRead && stats && before !== undefined ? { ...stats, range: before } : undefined,
  );
  if (!canRead) return null;
  const isLoading = stats !== undefined && signups.count === undefined && signups.error === undefined;
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
function useSignups(siteId: number, stats: Pick<Stats, 'range' | 'timezone'> | undefined): Signups {
  const { view } = useView();
  const { data, error } = useQuery(
    stats &&
      apiRequest(
        '/api/v1/customers',
        {},
        {
          ...{ ...datesOf(stats.range), timezone: stats.timezone, series: 'none', limit: 1 },
          ...{ ...filterQuery(view.filters), 'filter[site]': [String(siteId)] },
        },
      ),
    { everyMs: EVERY_MS },
  );
  const count = data && data.range === stats?.range ? data.data.customers : undefined;
  return { count, error: count === undefined ? error : undefined };
}
