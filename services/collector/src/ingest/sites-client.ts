import { AppError, assertNever, toAppError } from '@headwater/kit/errors';
import { createRpcClient } from '@headwater/kit/rpc/client';
import type { RpcTrust } from '@headwater/kit/rpc/trust';
import { failure } from '@headwater/protos/error-codes';
import { IDEMPOTENT, loadSites } from '@headwater/protos/services';
import type { VerifySiteKey } from './site-verdicts';

/** The two questions that the collector has for the sites service. */
export interface SitesClient {
  /** @throws AppError `upstream_unavailable` when sites cannot be asked. */
  readonly verifySiteKey: VerifySiteKey;
  readonly markInstalled: (siteId: number) => Promise<void>;
  readonly isUp: () => Promise<boolean>;
  readonly close: () => void;
}

/** Browsers wait for the answer: better to tell them to come back than to let them hang. */
const DEADLINE_MS = 3_000;

export function createSitesClient(address: string, trust: RpcTrust): SitesClient {
  const service = loadSites();
  const client = createRpcClient({ service, address, idempotent: IDEMPOTENT.sites, trust });
  return {
    verifySiteKey: async (siteId, siteKey) => {
      const { verdict, workspaceId, domain, installed } = await client.calls
        .VerifySiteKey({ siteId, siteKey }, { deadlineMs: DEADLINE_MS })
        .catch(toldToComeBack);
      switch (verdict) {
        case 'SITE_KEY_VERDICT_VALID':
          return { kind: 'valid', workspaceId, domain, installed };
        case 'SITE_KEY_VERDICT_UNKNOWN_SITE':
          return { kind: 'unknown_site' };
        case 'SITE_KEY_VERDICT_REFUSED':
          return { kind: 'refused' };
        case 'SITE_KEY_VERDICT_UNSPECIFIED':
          throw new Error('sites gave no verdict');
        default:
          return assertNever(verdict);
      }
    },
    markInstalled: async (siteId) => {
      await client.calls.MarkInstalled({ siteId }, { deadlineMs: DEADLINE_MS });
    },
    isUp: async () => {
      try {
        await client.calls.VerifySiteKey({ siteId: 0, siteKey: '' }, { deadlineMs: 1_000 });
        return true;
      } catch (error) {
        // A refusal of the question is an answer; "internal" is how sites says that it lacks its database.
        return error instanceof AppError && error.kind === 'invalid';
      }
    },
    close: () => client.close(),
  };
}

/** Sites that answer too late are as good as away: the sender is to come back, and a 504 would not say when. */
function toldToComeBack(thrown: unknown): never {
  const error = toAppError(thrown);
  if (error.kind !== 'deadline') throw error;
  throw failure('upstream_unavailable', 'The site key cannot be checked just now. Try again shortly.', {
    retryAfterSeconds: 1,
    cause: thrown,
  });
}
