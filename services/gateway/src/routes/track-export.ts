import { randomUUID } from 'node:crypto';
import { startPeriodic } from '@headwater/kit/periodic';
import { AppError } from '@headwater/kit/errors';
import type { Client } from '@headwater/kit/rpc/types';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { EndpointRequest } from '../http/endpoint';

const RENEWAL_MS = 1_000;
const DEADLINE_MS = 5_000;
/** Less than the 30 s after which identity regards an export as ended. Longer than a restart of identity. */
const MAX_UNRENEWED_MS = 20_000;

/**
 * Reports a running export to identity until the returned function is called. An erasure in the workspace cuts it: the certificate
 * must not be complete while the export can deliver erased events. So do a revocation of the
 * caller's credential, and an outage that may hide one or the other.
 *
 * @param cut called once, when the export must stop. The log states the reason.
 * @throws AppError if identity is unavailable or of an earlier release: an export that no erasure can cut must not start.
 */
export async function trackExport(
  identity: Pick<Client<IdentityDefinition>, 'TrackExport'>,
  {
    call: { workspaceId, requestId },
    checkCredential,
    log,
  }: Pick<EndpointRequest<unknown, unknown, unknown>, 'call' | 'checkCredential' | 'log'>,
  cut: () => void,
): Promise<() => Promise<void>> {
  const id = randomUUID();
  const call = { workspaceId, ...(requestId === undefined ? {} : { requestId }), deadlineMs: DEADLINE_MS };
  const track = (phase: 'begin' | 'renew' | 'end', signal?: AbortSignal) =>
    identity.TrackExport({ id, phase }, { ...call, signal });
  let renewedAt = performance.now();
  let isCut = false;
  const stop = (reason: string): void => {
    if (isCut) return;
    isCut = true;
    log().warn(`export closed: ${reason}`);
    cut();
  };
  await track('begin');
  const renewal = startPeriodic(
    async (signal) => {
      if (isCut) return;
      const calledAt = performance.now();
      if ((await track('renew', signal)).isCut) stop('an erasure may have deleted some of its rows');
      await checkCredential();
      renewedAt = calledAt;
    },
    {
      intervalMs: RENEWAL_MS,
      immediately: false,
      onError: (error) => {
        if (error instanceof AppError && error.kind === 'unauthenticated')
          stop('its credential is no longer valid');
        else if (performance.now() - renewedAt > MAX_UNRENEWED_MS - DEADLINE_MS)
          stop('it is unknown whether an erasure or a revocation must end it');
      },
    },
  );
  return async () => {
    await renewal.stop();
    // Otherwise the export ends 30 s after its last renewal.
    await track('end').catch(() => undefined);
  };
}
