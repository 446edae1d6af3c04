import { createRpcClient } from '@headwater/kit/rpc/client';
import type { RpcTrust } from '@headwater/kit/rpc/trust';
import { IDEMPOTENT, loadSites } from '@headwater/protos/services';
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
 * The demo site, made unless it is there, and marked as installed. The workspace's id, which events carry and the API
 * does not tell, comes from the sites service, as the collector learns it.
 */
export async function createDemoSite(api: Api, sitesAddress: string, trust: RpcTrust): Promise<SeedSite> {
  const site = await api.post('/api/v1/sites', DEMO_SITE, SITE);
  const key = /data-key="([^"]+)"/.exec(site.snippet)?.[1];
  if (key === undefined) throw new Error('The snippet of the demo site holds no data-key.');
  const sites = createRpcClient({
    service: loadSites(),
    address: sitesAddress,
    idempotent: IDEMPOTENT.sites,
    trust,
  });
  try {
    const verdict = await sites.calls.VerifySiteKey({ siteId: site.id, siteKey: key });
    if (verdict.verdict !== 'SITE_KEY_VERDICT_VALID') {
      throw new Error(
        'The sites service does not know the key: API_URL and SITES_ADDRESS belong to different systems.',
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
