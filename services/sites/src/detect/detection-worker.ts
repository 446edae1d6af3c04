import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import type { DetectionResult } from '../domain/detection/detection';
import type { DetectionClaim } from '../store/detections';
import type { SitesStore } from '../store/sites-store';

/** How many looks one replica takes at once. */
const AT_ONCE = 4;
/** Far beyond the 5 seconds of a look and the clocks of two replicas apart. */
const CLAIM_MS = 60_000;

interface WorkerParts {
  readonly store: SitesStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly look: (site: DetectionClaim, stopped: AbortSignal) => Promise<DetectionResult>;
  /** How often to ask for pending looks. */
  readonly everyMs: number;
}

/** Takes the looks that are pending, at the start and ever after. Any number of replicas may: each look is one's alone. */
export function startDetectionWorker({ store, clock, log, look, everyMs }: WorkerParts): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const takeAll = async (): Promise<void> => {
    for (;;) {
      const now = clock.now();
      const claimed = await store.claimDetections({ now, until: now + CLAIM_MS, most: AT_ONCE });
      await Promise.all(
        claimed.map(async (claim) => {
          const result = await look(claim, stopping.signal);
          // Cut off by our own end, it found nothing: another replica has it when the claim is over.
          if (!stopping.signal.aborted) await store.finishDetection(claim, result, clock.now());
        }),
      );
      if (claimed.length < AT_ONCE || stopping.signal.aborted) return;
    }
  };
  let underWay: Promise<void> | undefined;
  const turn = (): void => {
    underWay ??= takeAll()
      .catch((error: unknown) => {
        if (!isPostgresUnavailable(error)) log.warn({ err: error }, 'a detection failed; it is tried again');
      })
      .finally(() => {
        underWay = undefined;
      });
  };
  turn();
  const timer = setInterval(turn, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await underWay;
    },
  };
}
