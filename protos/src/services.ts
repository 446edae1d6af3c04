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

/** Each loads its proto file anew: call once, in a module's composition. */
export const loadSites = (): LoadedService<SitesDefinition> => load('sites', 'Sites');
export const loadIdentity = (): LoadedService<IdentityDefinition> => load('identity', 'Identity');
export const loadAnalytics = (): LoadedService<AnalyticsDefinition> => load('analytics', 'Analytics');
export const loadCollector = (): LoadedService<CollectorDefinition> => load('collector', 'Collector');

/** Methods that may be repeated when a replica is unreachable: a second run changes nothing. */
export const IDEMPOTENT = {
  sites: [
    'ListSites',
    'CreateSite',
    'GetSite',
    'UpdateSite',
    'RestoreSite',
    'DetectSite',
    'VerifySiteKey',
    'MarkInstalled',
    'ListDue',
    'BeginPurge',
    'FinishPurge',
    'GetConfig',
    'PutConfig',
    'GetPurge',
    'ListPurges',
    'ListGoals',
    'GetGoal',
    'DeleteGoal',
    'ListFunnels',
    'GetFunnel',
    'DeleteFunnel',
    'RecordNotices',
    'ListNotices',
    'ListWebhooks',
    'GetWebhook',
    'UpdateWebhook',
    'ListDeliveries',
  ],
  identity: [
    'Identify',
    'BulkIdentify',
    'RecordPayment',
    'RecordPayments',
    'RecordBilling',
    'QueryRevenue',
    'LookUpAttribution',
    'EraseAccount',
    'ListCompanies',
  ],
  analytics: [
    'QueryEvent',
    'GetSiteActivity',
    'ListSiteActivity',
    'GetFirstTouch',
    'PurgeSite',
    'ListFirstTouches',
    'ListTouches',
    'ListTouchedVisitors',
    'ListEvents',
    'QueryStats',
    'QueryImported',
    'QueryGoal',
    'QueryFunnel',
    'GetTrafficQuality',
    'GetReceipt',
    'ExportEvents',
    'GetVisitor',
    'QueryRealtime',
    'QueryRetention',
  ],
  // Not IngestEvents: an event without a time of its own would get another at each try.
  collector: ['ExplainVisit', 'ImportRows'],
} as const satisfies {
  sites: readonly (keyof SitesDefinition)[];
  identity: readonly (keyof IdentityDefinition)[];
  analytics: readonly (keyof AnalyticsDefinition)[];
  collector: readonly (keyof CollectorDefinition)[];
};
