import type { Clock } from '@headwater/kit/clock';
import type { Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import type { IdentityStore } from '../store/identity-store';

/** What the repair of links works with. */
export interface RepairDependencies {
  readonly store: IdentityStore;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'ListFirstTouches' | 'ListTouchedVisitors'>;
  readonly clock: Clock;
}

/** How long analytics may take for one question of the repair. */
export const REPAIR_DEADLINE_MS = 10_000;
