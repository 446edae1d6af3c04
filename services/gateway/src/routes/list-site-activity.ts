import type { ListedSiteActivity__Output } from '@headwater/protos/gen/headwater/analytics/v1/ListedSiteActivity';
import type { EndpointDeps } from '../http/endpoint';

/** How many sites analytics takes at once. */
const AT_ONCE = 500;

interface SiteInZone {
  readonly id: number;
  readonly timezone: string;
}

/** How each of many sites does, by its id; however many there are, a few questions at most. */
export async function listSiteActivity(
  analytics: EndpointDeps['analytics'],
  sites: readonly SiteInZone[],
  call: Parameters<EndpointDeps['analytics']['ListSiteActivity']>[1],
): Promise<ReadonlyMap<number, ListedSiteActivity__Output>> {
  const found = new Map<number, ListedSiteActivity__Output>();
  for (let begin = 0; begin < sites.length; begin += AT_ONCE) {
    const asked = sites.slice(begin, begin + AT_ONCE).map(({ id, timezone }) => ({ siteId: id, timezone }));
    const { sites: listed } = await analytics.ListSiteActivity({ sites: asked }, call);
    for (const activity of listed) found.set(activity.siteId, activity);
  }
  return found;
}
