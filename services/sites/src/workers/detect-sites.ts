import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import { finding, type DetectionResult } from '../domain/detection/findings';
import { readPage } from '../domain/detection/read-page';
import { fetchPage } from '../outbound/fetch-page';
import type { Network } from '../outbound/network';
import { claimDetections, finishDetection, type DetectionClaim } from '../store/detections';
import { startClaimWorker } from './claim-worker';

const SLOTS = 4;
/** Far more than a detection takes, plus the clock difference of two replicas. */
const LEASE_MS = 60_000;
const TOTAL_TIMEOUT_MS = 5_000;
/** Leaves time for port 80 when a firewall drops packets to port 443. */
const HTTPS_TIMEOUT_MS = 3_000;

/** Starts to run pending detections. @param network undefined when detection is disabled: every detection then fails. */
export function startDetections({
  db,
  clock,
  isEnabled,
  log,
  network,
  intervalMs,
}: {
  readonly db: Pool;
  readonly clock: Clock;
  readonly isEnabled: () => boolean;
  readonly log: Logger;
  readonly network: Network | undefined;
  readonly intervalMs: number;
}): { stop(): Promise<void> } {
  return startClaimWorker<DetectionClaim>({
    name: 'detection',
    slots: SLOTS,
    intervalMs,
    isEnabled,
    log,
    claim: ({ max }) => claimDetections(db, { now: clock.now(), until: clock.now() + LEASE_MS, max }),
    work: async (claim, stopping) => {
      const result = network ? await detectSite(claim, network, stopping) : failed('switched_off');
      // The result of an aborted detection is wrong. Another replica claims it after the lease.
      if (!stopping.aborted) await finishDetection(db, claim, result, clock.now());
    },
  });
}

/** Reads a site's home page over https, or over http if https fails. Takes 5 seconds at most. */
async function detectSite(
  site: { readonly domain: string; readonly siteKey: string },
  network: Network,
  stopping: AbortSignal,
): Promise<DetectionResult> {
  const total = AbortSignal.any([stopping, AbortSignal.timeout(TOTAL_TIMEOUT_MS)]);
  const https = AbortSignal.any([total, AbortSignal.timeout(HTTPS_TIMEOUT_MS)]);
  let fetched = await fetchPage(new URL(`https://${site.domain}/`), network, https);
  if (!fetched.ok && ['unreachable', 'timed_out'].includes(fetched.problem))
    fetched = await fetchPage(new URL(`http://${site.domain}/`), network, total);
  return fetched.ok ? { status: 'done', ...readPage(fetched.page, site) } : failed(fetched.problem);
}

function failed(reason: Parameters<typeof finding>[0]): DetectionResult {
  return { status: 'failed', suggestedCategories: [], findings: [finding(reason)] };
}
