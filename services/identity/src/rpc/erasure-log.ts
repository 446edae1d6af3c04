import { AppError } from '@headwater/kit/errors';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { unsealSubject } from '../domain/erasure-log';
import { finishErasure } from '../erasure/finish-erasures';
import { isErasureRunning } from '../store/running-erasures';
import { listLoggedErasures } from '../store/erasure-log';
import { repeatErasure } from '../store/repeat-erasure';
import { inRetriedTransaction } from '../store/transactions';
import { numberErased } from './erasures';

/** For each call to another service: analytics rewrites the parts of the visitors' events. */
const FINISH_DEADLINE_MS = 300_000;

/** Lists the log of erasures of all workspaces. */
export function createListLoggedErasures({
  db,
}: Dependencies): Handlers<IdentityDefinition>['ListLoggedErasures'] {
  return async ({ after, limit }) => {
    if (!Number.isInteger(limit) || limit < 1 || limit > QUERY_LIMITS.maxRows)
      throw failure('invalid_request', `limit must be a whole number from 1 to ${QUERY_LIMITS.maxRows}.`);
    const erasures = await listLoggedErasures(db, { after, limit });
    const messages = erasures.map(({ profiles, ...erasure }) => ({ ...erasure, profiles: [...profiles] }));
    return { erasures: messages, last: erasures.at(-1)?.position ?? after };
  };
}

const KEY_MISSING = { outcome: 'key_missing', profiles: 0, isNew: false };

type RepeatErasure = Handlers<IdentityDefinition>['RepeatErasure'];

/** Repeats a logged erasure on restored databases, with the code of EraseAccount. */
export function createRepeatErasure(dependencies: Dependencies): RepeatErasure {
  return (request, call) => inWorkspace(request.workspaceId, () => repeatLogged(dependencies, request, call));
}

const repeatLogged: (
  dependencies: Dependencies,
  ...call: Parameters<RepeatErasure>
) => ReturnType<RepeatErasure> = async (dependencies, request, call) => {
  const { db, keys } = dependencies;
  const { workspaceId, certificate, part, profiles, sealed } = request;
  if (!certificate) throw failure('invalid_request', 'certificate is required.');
  const erasure = { workspaceId, id: certificate.id };
  const subject = unsealSubject(keys, { ...erasure, part }, sealed);
  if (!subject) return KEY_MISSING;
  // Without completion, nothing was counted reliably.
  const { events, firstTouches, clickIds, webhookEvents, completedAtMs, rows, ...numbers } = certificate;
  const counted =
    completedAtMs === undefined
      ? {}
      : {
          events,
          firstTouches,
          webhookEvents,
          completedAtMs,
          ...(clickIds === undefined ? {} : { clickIds }),
        };
  const repeated = await inRetriedTransaction(db, (client) =>
    repeatErasure(client, {
      ...{ workspaceId, part, profiles, subject, keys },
      certificate: { ...numbers, ...counted, ...(rows ? { rows } : {}) },
    }),
  );
  if (!repeated) return KEY_MISSING;
  await numberErased(dependencies, workspaceId);
  try {
    await finishErasure(dependencies, erasure, { deadlineMs: FINISH_DEADLINE_MS, signal: call.signal });
  } catch (error) {
    // As in EraseAccount: the periodic task completes it, and logs why it fails.
    if (!(error instanceof AppError)) throw error;
  }
  const isRunning = await isErasureRunning(db, erasure);
  return { ...repeated, outcome: isRunning ? 'running' : 'complete' };
};
