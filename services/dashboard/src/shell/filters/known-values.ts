import { NONE, PROPERTY_KEY } from '@headwater/protos/vocabulary';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import type { View } from '../../view/view';

/** How many are proposed. */
const MOST = 100;

const windowOf = ({ window, timezone }: View) => ({ ...window, ...(timezone ? { timezone } : {}) });

/** What a dimension was seen to be in the window, most first: to propose while one types. */
export function useKnownValues(siteId: number | undefined, dimension: string, view: View): readonly string[] {
  const isAsked = !dimension.startsWith('props.') || PROPERTY_KEY.test(dimension.slice('props.'.length));
  const query = { ...windowOf(view), dimension, limit: MOST };
  const ofSite = isAsked && siteId !== undefined;
  const { data: stats } = useAnswer(
    ofSite ? question('/api/v1/sites/{id}/stats', { id: siteId }, query) : undefined,
  );
  const { data: revenue } = useAnswer(
    isAsked && siteId === undefined ? question('/api/v1/revenue', {}, query) : undefined,
  );
  // Rows of the dimension that was chosen before are none of this one.
  const rows = ofSite
    ? stats?.data.dimension === dimension
      ? stats.data.breakdown
      : []
    : revenue?.data.dimension === dimension
      ? revenue.data.currencies.flatMap(({ breakdown }) => breakdown)
      : [];
  return [...new Set(rows.map(({ key }) => key))].filter((key) => key !== NONE);
}

/** Keys of the properties that events were seen with. */
export function usePropertyKeys(siteId: number | undefined, view: View): readonly string[] {
  const { data } = useAnswer(
    siteId !== undefined ? question('/api/v1/sites/{id}/events', { id: siteId }, windowOf(view)) : undefined,
  );
  return [...new Set(data?.data.events.flatMap(({ properties }) => properties))].sort();
}
