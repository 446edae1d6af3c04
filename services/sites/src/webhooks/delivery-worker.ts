import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import { nextAttempt } from '../domain/webhooks/next-attempt';
import type { DeliveryResult } from '../domain/webhooks/webhook';
import type { DeliveryClaim } from '../store/deliveries';
import type { WebhooksStore } from '../store/webhooks-store';

/**
 * How many deliveries one replica makes at once: in all, of one workspace and to one webhook. A workspace whose receivers all
 * take their ten seconds leaves most places to others.
 */
const AT_ONCE = 64;
const AT_ONCE_OF_WORKSPACE = 12;
const AT_ONCE_TO_ONE = 8;
const ATTEMPT_MS = 10_000;
/** Far beyond an attempt and the clocks of two replicas apart. */
const CLAIM_MS = 60_000;

interface WorkerParts {
  readonly store: Pick<WebhooksStore, 'claimDeliveries' | 'endAttempt' | 'releaseDelivery'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Sends one notice once. The signal ends when its time is over, or ours. */
  readonly send: (claim: DeliveryClaim, signal: AbortSignal) => Promise<DeliveryResult>;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Told how each attempt ended. */
  readonly attempted: (result: DeliveryResult) => void;
  /** How often to ask for what is due. */
  readonly everyMs: number;
}

/**
 * Delivers what is due, at the start and ever after. Any number of replicas may: each attempt is one's alone. What a dead
 * replica had taken is taken by another when its claim is over, so that a receiver may see a notice twice, by the same id.
 */
export function startDeliveryWorker({ store, clock, log, send, random, attempted, everyMs }: WorkerParts): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  /** Attempts under way, with what they are of. */
  const attempts = new Map<Promise<void>, DeliveryClaim>();
  const failed = (error: unknown): void => {
    if (!isPostgresUnavailable(error)) log.warn({ err: error }, 'a delivery failed; it is tried again');
  };

  const attempt = async (claim: DeliveryClaim): Promise<void> => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ATTEMPT_MS)]);
    const result = await send(claim, signal);
    // Cut off by our own end, it tells nothing of the webhook: another replica may have it.
    if (stopping.signal.aborted && !result.ok && result.httpStatus === undefined)
      return store.releaseDelivery(claim);
    attempted(result);
    const now = clock.now();
    const nextAt = result.ok ? undefined : nextAttempt(claim.attempts + 1, now, random());
    await store.endAttempt(claim, { result, now, ...(nextAt === undefined ? {} : { nextAt }) });
  };
  const start = (claim: DeliveryClaim): void => {
    const running = attempt(claim)
      .catch(failed)
      .finally(() => {
        attempts.delete(running);
        // Its place is free: the next need not wait for the clock.
        turn();
      });
    attempts.set(running, claim);
  };

  let claiming: Promise<void> | undefined;
  const claim = async (): Promise<void> => {
    const now = clock.now();
    const underWay = [...attempts.values()];
    const claims = await store.claimDeliveries({
      now,
      until: now + CLAIM_MS,
      most: AT_ONCE - attempts.size,
      mostOfWorkspace: AT_ONCE_OF_WORKSPACE,
      mostOfOne: AT_ONCE_TO_ONE,
      underWay,
    });
    for (const each of claims) start(each);
  };
  function turn(): void {
    if (claiming || stopping.signal.aborted || attempts.size >= AT_ONCE) return;
    claiming = claim()
      .catch(failed)
      .finally(() => {
        claiming = undefined;
      });
  }
  turn();
  const timer = setInterval(turn, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await claiming;
      await Promise.all(attempts.keys());
    },
  };
}
