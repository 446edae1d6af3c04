import { failure } from '@headwater/protos/error-codes';
import { MAX_EVENTS } from '../domain/collect-envelope';
import type { AddressKey } from './address-key';
import { createRateLimit } from './rate-limit';

/** Addresses and sites remembered; about 10 MB in all. */
const CAPACITY = 50_000;
/** A budget holds so many seconds' worth: a page that comes back online sends all that it has kept. */
const BURST_SECONDS = 4;

/** What is limited. */
export type Limit = 'address' | 'site';

export interface SenderLimitsOptions {
  /** Events a second of a site; 0: no limit. */
  readonly siteEventsPerSecond: number;
  /** Requests a second of an address; 0: no limit. */
  readonly addressRequestsPerSecond: number;
  readonly addressKey: AddressKey;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly onLimited: (limit: Limit) => void;
}

/** Keeps one sender or one site from taking the room of all others. Each process counts by itself, in memory. */
export interface SenderLimits {
  /** Counts a request. @throws AppError `rate_limited`. */
  takeRequest(address: string): void;
  /** Counts the events of a request. @throws AppError `rate_limited`; then none was counted. */
  takeEvents(siteId: number, events: number): void;
}

export function createSenderLimits(options: SenderLimitsOptions): SenderLimits {
  const { siteEventsPerSecond, addressRequestsPerSecond, addressKey, now, onLimited } = options;
  const requests = createRateLimit({
    perSecond: addressRequestsPerSecond,
    burst: addressRequestsPerSecond * BURST_SECONDS,
    capacity: CAPACITY,
    now,
  });
  const events = createRateLimit({
    perSecond: siteEventsPerSecond,
    // At least one request of the largest size must fit.
    burst: Math.max(siteEventsPerSecond * BURST_SECONDS, MAX_EVENTS),
    capacity: CAPACITY,
    now,
  });
  const refuse = (limit: Limit, waitMs: number, what: string): void => {
    if (waitMs === 0) return;
    onLimited(limit);
    const seconds = Math.ceil(waitMs / 1_000);
    throw failure('rate_limited', `${what}. Send it again in ${seconds} s.`, { retryAfterSeconds: seconds });
  };
  return {
    takeRequest: (address) => {
      // Without a limit no address needs to be hashed.
      if (addressRequestsPerSecond === 0) return;
      refuse('address', requests(addressKey(address), 1), 'Too many requests come from this address');
    },
    takeEvents: (siteId, count) =>
      refuse('site', events(String(siteId), count), 'Too many events come for this site'),
  };
}
