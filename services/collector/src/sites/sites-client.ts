import { AppError, assertNever, toAppError } from '@headwater/kit/errors';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { isUnimplemented } from '@headwater/kit/rpc/error-metadata';
import type { RpcTrust } from '@headwater/kit/rpc/trust';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import { loadSites } from '@headwater/protos/services';
import type { EventClaim, FirstClaim } from '../domain/event-claim';
import type { PurgeTimes } from './purged-sites';
import type { VerifySiteKey } from './site-verdicts';

/** The calls of the collector to the sites service. */
export interface SitesClient {
  /** @throws AppError `upstream_unavailable` when sites is unreachable. */
  readonly verifySiteKey: VerifySiteKey;
  readonly markInstalled: (siteId: number) => Promise<void>;
  /** See `PurgedSites`. */
  readonly purgeTimes: PurgeTimes;
  /** Returns the first claim of each id, in their order. @throws AppError while sites or its database is unreachable. */
  readonly claimEvents: ClaimEvents;
  /** Releases claims of imports that are older than two minutes. Throws like `claimEvents`. */
  readonly releaseClaims: (claims: readonly EventClaim[]) => Promise<void>;
  readonly isUp: () => Promise<boolean>;
  readonly close: () => void;
}

/** @param options `renews`: a repeat counts as a new claim for `releaseClaims` */
export type ClaimEvents = (
  claims: readonly EventClaim[],
  options?: { readonly renews: boolean },
) => Promise<readonly FirstClaim[]>;

/** A browser waits for the response: a 503 that it retries is better than a long wait. */
const DEADLINE_MS = 3_000;

export function createSitesClient(address: string, trust: RpcTrust): SitesClient {
  const client = createRpcClient({ service: loadSites(), address, trust });
  const { calls } = client;
  return {
    verifySiteKey: async (siteId, siteKey) => {
      const {
        verdict,
        workspaceId,
        domain,
        installed,
        scrub = true,
        clickIdKey,
        exclusions,
      } = await calls.VerifySiteKey({ siteId, siteKey }, { deadlineMs: DEADLINE_MS }).catch(throwUnavailable);
      switch (verdict) {
        case 'SITE_KEY_VERDICT_VALID':
          return { kind: 'valid', workspaceId, domain, installed, scrub, clickIdKey, exclusions };
        case 'SITE_KEY_VERDICT_UNKNOWN_SITE':
          return { kind: 'unknown_site' };
        case 'SITE_KEY_VERDICT_REFUSED':
          return { kind: 'refused' };
        case 'SITE_KEY_VERDICT_UNSPECIFIED':
          throw new Error('VerifySiteKey returned no verdict');
        default:
          return assertNever(verdict);
      }
    },
    markInstalled: async (siteId) => {
      await calls.MarkInstalled({ siteId }, { deadlineMs: DEADLINE_MS });
    },
    purgeTimes: async (siteIds) => {
      const times = new Map<number, number>();
      for (let from = 0; from < siteIds.length; from += BATCH_LIMITS.sites) {
        const chunk = siteIds.slice(from, from + BATCH_LIMITS.sites);
        const { sites } = await calls
          .ListPurgeTimes({ siteIds: chunk }, { deadlineMs: DEADLINE_MS })
          .catch(unlessUnimplemented({ sites: [] }));
        for (const { siteId, purgeInMs } of sites) times.set(siteId, purgeInMs);
      }
      return times;
    },
    claimEvents: async (claims, { renews } = { renews: false }) => {
      const firsts: FirstClaim[] = [];
      for (let from = 0; from < claims.length; from += BATCH_LIMITS.claims) {
        const chunk = claims.slice(from, from + BATCH_LIMITS.claims);
        const answer = await calls
          .ClaimEvents({ claims: chunk, renews }, { deadlineMs: DEADLINE_MS })
          .catch(unlessUnimplemented({ claims: chunk }));
        firsts.push(...answer.claims);
      }
      return firsts;
    },
    releaseClaims: async (claims) => {
      for (let from = 0; from < claims.length; from += BATCH_LIMITS.claims)
        await calls
          .ReleaseClaims(
            { claims: claims.slice(from, from + BATCH_LIMITS.claims) },
            { deadlineMs: DEADLINE_MS },
          )
          .catch(unlessUnimplemented({}));
    },
    isUp: async () => {
      try {
        await calls.VerifySiteKey({ siteId: 0, siteKey: '' }, { deadlineMs: 1_000 });
        return true;
      } catch (error) {
        // An invalid request was processed; `internal` means that sites cannot use its database.
        return error instanceof AppError && error.kind === 'invalid';
      }
    },
    close: () => client.close(),
  };
}

/** Turns a missed deadline into a 503 with `Retry-After`: a 504 would not say when to retry. */
function throwUnavailable(thrown: unknown): never {
  const error = toAppError(thrown);
  if (error.kind !== 'deadline') throw error;
  throw failure('upstream_unavailable', 'The site key cannot be checked right now. Retry in 1 s.', {
    retryAfterSeconds: 1,
    cause: thrown,
  });
}

/** During an upgrade sites may be older than the collector. Events must not wait for its upgrade. */
function unlessUnimplemented<T>(fallback: T): (thrown: unknown) => T {
  return (thrown) => {
    if (isUnimplemented(thrown)) return fallback;
    throw thrown;
  };
}
