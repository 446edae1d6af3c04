import type { Clock } from '@headwater/kit/clock';
import type { Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import type { HmacKeys } from '../domain/hmac-keys';
import type { IdentityStore } from '../store/identity-store';

/** What the endpoints work with, as the module composed it. */
export interface Dependencies {
  readonly keys: HmacKeys;
  readonly store: IdentityStore;
  readonly analytics: Pick<Client<AnalyticsDefinition>, 'ListFirstTouches' | 'ListTouches'>;
  readonly clock: Clock;
}
