import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import type { SealingKeys } from '@headwater/kit/seal';
import { nextAttempt, signDelivery, type DeliveryProblem, type DeliveryResult } from '../domain/delivery';
import { eventJson } from '../domain/webhook-event';
import { requestPinned, resolveChecked, type Network } from '../outbound/network';
import {
  claimDeliveries,
  finishDelivery,
  releaseDelivery,
  type DeliveryClaim,
} from '../store/delivery-queue';
import { startClaimWorker } from './claim-worker';

/** Per replica. A workspace whose endpoints all time out leaves most slots to others. */
const SLOTS = 64;
const MAX_PER_WORKSPACE = 12;
const MAX_PER_WEBHOOK = 8;
const ATTEMPT_TIMEOUT_MS = 10_000;
/** Far more than an attempt takes, plus the clock difference of two replicas. */
const LEASE_MS = 60_000;
/** Reads this much of a response body, so that its server can finish. Stores none of it. */
const MAX_RESPONSE_BYTES = 65_536;

/**
 * Starts to deliver due events. A replica that crashes after a request loses its result: the receiver then gets the event again,
 * with the same id.
 */
export function startDeliveries({
  db,
  clock,
  isEnabled,
  log,
  keys,
  network,
  onAttempt,
  intervalMs,
}: {
  readonly db: Pool;
  readonly clock: Clock;
  readonly isEnabled: () => boolean;
  readonly log: Logger;
  readonly keys: SealingKeys;
  readonly network: Network;
  readonly onAttempt: (result: DeliveryResult) => void;
  readonly intervalMs: number;
}): { stop(): Promise<void> } {
  return startClaimWorker<DeliveryClaim>({
    name: 'webhook delivery',
    slots: SLOTS,
    intervalMs,
    isEnabled,
    log,
    claim: ({ max, inFlight }) => {
      const now = clock.now();
      const limits = { max, maxPerWorkspace: MAX_PER_WORKSPACE, maxPerWebhook: MAX_PER_WEBHOOK };
      return claimDeliveries(db, { now, until: now + LEASE_MS, ...limits, inFlight, keys });
    },
    work: async (claim, stopping) => {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]);
      const result = await sendEvent(claim, { network, at: clock.now(), signal });
      // The failure of an aborted attempt is not the webhook's.
      if (stopping.aborted && !result.ok && result.httpStatus === undefined)
        return releaseDelivery(db, claim);
      onAttempt(result);
      const now = clock.now();
      const nextAt = result.ok ? undefined : nextAttempt(claim.attempts + 1, now, Math.random());
      await finishDelivery(db, claim, { result, now, ...(nextAt === undefined ? {} : { nextAt }) });
    },
  });
}

/**
 * Sends an event once, to an address that was checked. Does not follow redirects.
 *
 * @param at Unix milliseconds, for the signature.
 */
export async function sendEvent(
  { url: text, secrets, event }: Pick<DeliveryClaim, 'url' | 'secrets' | 'event'>,
  { network, at, signal }: { readonly network: Network; readonly at: number; readonly signal: AbortSignal },
): Promise<DeliveryResult> {
  const failed = (problem: DeliveryProblem): DeliveryResult => ({ ok: false, problem });
  const url = new URL(text);
  const resolved = await resolveChecked(url, network, signal);
  if (!resolved.ok) return failed(resolved.problem);
  const body = Buffer.from(JSON.stringify(eventJson(event)));
  const headers = {
    'user-agent': 'HeadwaterWebhooks/1.0',
    'content-type': 'application/json',
    ...signDelivery({ id: event.id, body, at }, secrets()),
  };
  try {
    const response = await requestPinned(url, resolved.address, { network, signal, headers, body });
    let length = 0;
    // Leaving the loop early closes the connection.
    for await (const chunk of response as AsyncIterable<Buffer>)
      if ((length += chunk.length) > MAX_RESPONSE_BYTES) break;
    const { statusCode: httpStatus = 0 } = response;
    if (httpStatus >= 200 && httpStatus < 300) return { ok: true, httpStatus };
    const problem = httpStatus >= 300 && httpStatus < 400 ? 'redirected' : 'http_error';
    return { ok: false, problem, httpStatus };
  } catch {
    return failed(signal.aborted ? 'timed_out' : 'unreachable');
  }
}
