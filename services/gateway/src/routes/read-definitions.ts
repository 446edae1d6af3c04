import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import type { SiteDefinitions } from './shapes/full-site-shape';

/** The goals and funnels of a site, for an answer with the whole site. */
export async function readDefinitions(
  sites: Client<SitesDefinition>,
  siteId: number,
  call: CallOptions,
): Promise<SiteDefinitions> {
  const [{ goals }, { funnels }] = await Promise.all([
    sites.ListGoals({ siteId }, call),
    sites.ListFunnels({ siteId }, call),
  ]);
  return { goals, funnels };
}
