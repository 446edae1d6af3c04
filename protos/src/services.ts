import { once } from '@headwater/kit/once';
import { packageRoot } from '@headwater/kit/package-root';
import { loadService, type LoadedService } from '@headwater/kit/rpc/load-service';
import type { Streaming } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition as AnalyticsMethods } from '../gen/headwater/analytics/v1/Analytics';
import type { CollectorDefinition } from '../gen/headwater/collector/v1/Collector';
import type { IdentityDefinition } from '../gen/headwater/identity/v1/Identity';
import type { SitesDefinition } from '../gen/headwater/sites/v1/Sites';

export type AnalyticsDefinition = Streaming<AnalyticsMethods, 'ExportEvents'>;
export type { CollectorDefinition, IdentityDefinition, SitesDefinition };

/** Parses the proto file at the first call: that takes a tenth of a second. */
function load<D>(area: string, service: string): () => LoadedService<D> {
  return once(() =>
    loadService<D>(
      packageRoot('@headwater/protos'),
      `headwater/${area}/v1/${area}.proto`,
      `headwater.${area}.v1.${service}`,
    ),
  );
}

export const loadSites = load<SitesDefinition>('sites', 'Sites');
export const loadIdentity = load<IdentityDefinition>('identity', 'Identity');
export const loadAnalytics = load<AnalyticsDefinition>('analytics', 'Analytics');
export const loadCollector = load<CollectorDefinition>('collector', 'Collector');
