import { failure } from '@headwater/protos/error-codes';
import type { RateLimit } from './rate-limit';

/** Counts a webhook that is sent to a workspace. @throws AppError `rate_limited`. */
export type LimitWebhooks = (workspaceId: number) => Promise<void>;

/**
 * A budget of each workspace's own, as anybody may send to it: before the secret is looked up and the signature computed.
 * Stripe sends again later what was refused.
 */
export function createLimitWebhooks(rateLimit: Pick<RateLimit, 'take'>): LimitWebhooks {
  return async (workspaceId) => {
    const { allowed, resetSeconds } = await rateLimit.take(workspaceId, 'webhook');
    if (!allowed)
      throw failure('rate_limited', `Too many webhooks for this workspace. Wait ${resetSeconds} s.`, {
        retryAfterSeconds: resetSeconds,
      });
  };
}
