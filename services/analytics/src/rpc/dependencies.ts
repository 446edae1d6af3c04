import type { Clock } from '@headwater/kit/clock';
import type { AnalyticsStore } from '../store/analytics-store';

/** What every endpoint is given. */
export interface RpcDependencies {
  readonly store: AnalyticsStore;
  readonly clock: Clock;
}
