import { packageRoot } from '@headwater/kit/package-root';
import { loadService, type LoadedService } from '@headwater/kit/rpc/load-service';
import type { Streaming } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition as AnalyticsMethods } from '../gen/headwater/analytics/v1/Analytics';
import type { CollectorDefinition } from '../gen/headwater/collector/v1/Collector';
import type { IdentityDefinition } from '../gen/headwater/identity/v1/Identity';
import type { SitesDefinition } from '../gen/headwater/sites/v1/Sites';

export type AnalyticsDefinition = Streaming<AnalyticsMethods, 'ExportEvents'>;
export type { CollectorDefinition, IdentityDefinition, SitesDefinition };

function load<D>(area: string, service: string): LoadedService<D> {
  return loadService<D>(
    packageRoot('@headwater/protos'),
    `headwater/${area}/v1/${area}.proto`,
    `headwater.${area}.v1.${service}`,
  );
}

/** Each function parses its proto file on every call: call it once, in a module. */
export const loadSites = (): LoadedService<SitesDefinition> => load('sites', 'Sites');
export const loadIdentity = (): LoadedService<IdentityDefinition> => load('identity', 'Identity');
export const loadAnalytics = (): LoadedService<AnalyticsDefinition> => load('analytics', 'Analytics');
export const loadCollector = (): LoadedService<CollectorDefinition> => load('collector', 'Collector');
