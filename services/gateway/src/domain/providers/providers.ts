import { LEMON_SQUEEZY } from './lemon-squeezy';
import { PADDLE } from './paddle';
import { POLAR } from './polar';
import type { ProviderAdapter, ProviderName } from './provider';
import { STRIPE } from './stripe/adapter';

/** The adapters of the payment providers. */
export const ADAPTERS: Readonly<Record<ProviderName, ProviderAdapter>> = {
  stripe: STRIPE,
  paddle: PADDLE,
  'lemon-squeezy': LEMON_SQUEEZY,
  polar: POLAR,
};
