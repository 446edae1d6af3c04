import { createRpcClient } from '@headwater/kit/rpc/client';
import type { RpcTrust } from '@headwater/kit/rpc/trust';
import { loadSites } from '@headwater/protos/services';
import { z } from 'zod';
import type { Api } from './api';
import type { SeedSite } from './domain/event-rows';

const DEMO_SITE = {
  domain: 'demo.example',
  name: 'Demo',
  timezone: 'Europe/Berlin',
  categories: ['saas', 'developer-tools'],
  tags: ['demo'],
};

const SITE = z.object({
  id: z.number(),
  domain: z.string(),
  timezone: z.string(),
  createdAt: z.iso.datetime(),
  snippet: z.string(),
});

/**
 * Creates the demo site if it does not exist, and marks it as installed. Events need the id of the workspace, which only the
 * sites service returns.
 */
export async function createDemoSite(api: Api, sitesAddress: string, trust: RpcTrust): Promise<SeedSite> {
  const site = await api.post('/api/v1/sites', DEMO_SITE, SITE);
  const key = /data-key="([^"]+)"/.exec(site.snippet)?.[1];
  if (key === undefined) throw new Error('The snippet of the demo site has no data-key.');
  const sites = createRpcClient({
    service: loadSites(),
    address: sitesAddress,
    trust,
  });
  try {
    const verdict = await sites.calls.VerifySiteKey({ siteId: site.id, siteKey: key });
    if (verdict.verdict !== 'SITE_KEY_VERDICT_VALID') {
      throw new Error(
        'The sites service rejects the site key: API_URL and SITES_ADDRESS belong to different systems.',
      );
    }
    await sites.calls.MarkInstalled({ siteId: site.id });
    return {
      workspaceId: verdict.workspaceId,
      siteId: site.id,
      domain: site.domain,
      timezone: site.timezone,
      createdAt: Date.parse(site.createdAt),
    };
  } finally {
    sites.close();
  }
}

const GOALS = [
  { name: 'Signup', type: 'event', event: 'signup' },
  { name: 'Purchase', type: 'event', event: 'purchase' },
];
const FUNNELS = [
  {
    name: 'Pricing to purchase',
    windowHours: 720,
    steps: [
      { name: 'Pricing', type: 'page', path: '/pricing' },
      { name: 'Signup', type: 'event', event: 'signup' },
      { name: 'Purchase', type: 'event', event: 'purchase' },
    ],
  },
];

const NAMED = z.array(z.object({ name: z.string() }));
const DEFINITIONS = z.object({ goals: NAMED, funnels: NAMED });
const CREATED = z.object({ id: z.number() });

/** Creates the goals and the funnel of the demo site if they do not exist. */
export async function createGoals(api: Api, siteId: number): Promise<void> {
  const site = await api.get(`/api/v1/sites/${siteId}`, DEFINITIONS);
  const missing = <T extends { readonly name: string }>(
    wanted: readonly T[],
    existing: readonly { name: string }[],
  ) => wanted.filter(({ name }) => !existing.some((each) => each.name === name));
  for (const goal of missing(GOALS, site.goals))
    await api.post(`/api/v1/sites/${siteId}/goals`, goal, CREATED);
  for (const funnel of missing(FUNNELS, site.funnels))
    await api.post(`/api/v1/sites/${siteId}/funnels`, funnel, CREATED);
}
