import { hash } from 'node:crypto';
import { networkOf } from '@headwater/kit/ip-network';
import { PAYLOAD_LIMITS } from '@headwater/protos/browser-payload';
import { failure } from '@headwater/protos/error-codes';
import { createRateLimit } from './rate-limit';

/** Max cached addresses and sites: about 10 MB in total. */
const CAPACITY = 50_000;
/** Seconds' worth of a burst: a page that is online again sends all its stored events. */
const BURST_SECONDS = 4;

/** The limited quantity: requests of an address, or events of a site. */
export type Limit = 'address' | 'site';

export interface SenderLimitsOptions {
  /** Events per second and site; 0: no limit. */
  readonly siteEventsPerSecond: number;
  /** Requests per second and address; 0: no limit. */
  readonly addressRequestsPerSecond: number;
  readonly addressKey: AddressKey;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly onLimited: (limit: Limit) => void;
}

/** Keeps one sender or one site from using the capacity of all. Each process counts by itself, in memory. */
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
    // One request of the maximum size must fit.
    burst: Math.max(siteEventsPerSecond * BURST_SECONDS, PAYLOAD_LIMITS.maxEvents),
    capacity: CAPACITY,
    now,
  });
  const refuse = (limit: Limit, waitMs: number, what: string): void => {
    if (waitMs === 0) return;
    onLimited(limit);
    const seconds = Math.ceil(waitMs / 1_000);
    throw failure('rate_limited', `${what}. Retry in ${seconds} s.`, { retryAfterSeconds: seconds });
  };
  return {
    takeRequest: (address) => {
      // Without a limit no address needs to be hashed.
      if (addressRequestsPerSecond === 0) return;
      refuse(
        'address',
        requests(addressKey(address), 1),
        `Too many requests from this address (limit ${addressRequestsPerSecond} per second)`,
      );
    },
    takeEvents: (siteId, count) =>
      refuse(
        'site',
        events(String(siteId), count),
        `Too many events for this site (limit ${siteEventsPerSecond} per second)`,
      ),
  };
}

/** Returns the key under which an address is counted. */
export type AddressKey = (address: string) => string;

/**
 * Hashes addresses with a secret of this process, so that its memory does not contain them. Only the first 64 bits of an IPv6
 * address count: one subscriber has all addresses of such a network.
 */
export function addressKeys(secret: Buffer): AddressKey {
  const key = secret.toString('base64url');
  // Five times as fast as an HMAC, whose protection against length extension is not needed: the hashes never leave the process.
  return (address) => hash('sha256', `${key} ${networkOf(address)}`, 'base64url');
}
