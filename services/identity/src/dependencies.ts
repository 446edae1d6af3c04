import type { Clock } from '@headwater/kit/clock';
import type { Pool } from '@headwater/kit/pg/pool';
import type { Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition, SitesDefinition } from '@headwater/protos/services';
import type { Reports } from './copies/reports';
import type { HmacKeys } from './domain/hmac-keys';
import type { NumberChanges } from './store/account-changes';

/** The dependencies of the gRPC methods and the periodic tasks, created in `module.ts`. */
export interface Dependencies {
  readonly db: Pool;
  readonly numberChanges: NumberChanges;
  readonly reports: Reports;
  readonly keys: HmacKeys;
  readonly analytics: Pick<
    Client<AnalyticsDefinition>,
    | 'EraseVisitors'
    | 'ListClicks'
    | 'ListFirstTouches'
    | 'ListSessions'
    | 'ListTouches'
    | 'ListTouchedVisitors'
  >;
  readonly sites: Pick<Client<SitesDefinition>, 'RecordNotices' | 'RemoveUserIds'>;
  readonly clock: Clock;
}
