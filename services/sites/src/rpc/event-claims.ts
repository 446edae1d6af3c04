import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { EventClaim__Output } from '@headwater/protos/gen/headwater/sites/v1/EventClaim';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { claimEvents, releaseClaims, type EventClaim } from '../store/event-claims';

type Method<M extends keyof Handlers<SitesDefinition>> = Handlers<SitesDefinition>[M];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The largest time of a JavaScript Date. */
const MAX_TIME_MS = 8.64e15;

/** Claims event ids for their contents. Returns the first claim of each id. */
export function createClaimEvents({ db, clock }: Dependencies): Method<'ClaimEvents'> {
  return async ({ claims, renews }) => {
    const firsts = await claimEvents(db, readClaims(claims), { now: clock.now(), renews });
    return { claims: firsts.map(({ fingerprint, time: timeMs }) => ({ fingerprint, timeMs })) };
  };
}

/** Releases claims of imports whose events are not stored. */
export function createReleaseClaims({ db, clock }: Dependencies): Method<'ReleaseClaims'> {
  return async ({ claims }) => {
    await releaseClaims(db, readClaims(claims), clock.now());
    return {};
  };
}

/** @throws `invalid_request` for an id that is no lower-case UUID, or a time that is none: a bug of the collector. */
function readClaims(claims: readonly EventClaim__Output[]): EventClaim[] {
  if (claims.length > BATCH_LIMITS.claims)
    throw failure(
      'invalid_request',
      `Too many claims: ${claims.length} (limit ${BATCH_LIMITS.claims} per call).`,
    );
  return claims.map(({ timeMs: time, ...claim }) => {
    if (!UUID.test(claim.eventId))
      throw failure('invalid_request', 'A claim needs an event_id that is a lower-case UUID.');
    if (Math.abs(time) > MAX_TIME_MS)
      throw failure('invalid_request', 'A claim needs a time_ms between the years -271821 and 275760.');
    return { ...claim, time };
  });
}
