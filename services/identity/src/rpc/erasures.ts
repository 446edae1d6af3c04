import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { AppError } from '@headwater/kit/errors';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { certificateIds, type ErasureSubject } from '../domain/certificate';
import { digestEmail } from '../domain/email';
import { parseErasureSubject } from '../domain/parse-account';
import { containsSecret } from '../domain/parse-text';
import { finishErasure } from '../erasure/finish-erasures';
import { findCertificate, listCertificates } from '../store/certificates';
import { eraseAccount } from '../store/erase';
import { beginExport, endExport, renewExport } from '../store/running-exports';
import { inRetriedTransaction } from '../store/transactions';

/** For each call to another service. */
const FINISH_DEADLINE_MS = 3_000;
/** For all of them together, since the begin of the call: 2 s less than its usual deadline. */
const ANSWER_AFTER_MS = 8_000;
const NUMBERED_WITHIN_MS = 2_000;

/**
 * Erases accounts by their address or user id, or one visitor, and returns the certificate. All numbers are 0 if there is no such
 * subject. A repeat with the same operation id returns the first certificate. While another service is unavailable, the
 * erasure runs: `finishErasures` completes it.
 */
export function createEraseAccount(dependencies: Dependencies): Handlers<IdentityDefinition>['EraseAccount'] {
  const { db, keys, clock } = dependencies;
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const parsed = parseErasureSubject(request);
    if (!parsed.ok)
      throw failure('invalid_request', 'Nothing was erased. Correct the fields listed under errors.', {
        fields: parsed.problems,
      });
    const signal = AbortSignal.timeout(ANSWER_AFTER_MS);
    const subject = parsed.value;
    const erasure = { workspaceId, subject, operationId: call.operationId ?? randomUUID() };
    const mayStore = await mayStoreVisitor(dependencies, { workspaceId, subject, signal });
    const certificate = await inRetriedTransaction(db, (client) =>
      eraseAccount(client, {
        workspaceId,
        subject: 'email' in subject ? { digests: digestEmail(keys, workspaceId, subject.email) } : subject,
        keys,
        certificateIds: (use) => certificateIds(keys, erasure, use),
        mayStoreVisitor: mayStore,
        now: clock.now(),
      }),
    );
    await numberErased(dependencies, workspaceId);
    if (certificate.completedAtMs !== undefined) return certificate;
    const { id } = certificate;
    try {
      await finishErasure(dependencies, { workspaceId, id }, { deadlineMs: FINISH_DEADLINE_MS, signal });
    } catch (error) {
      // A failed call to another service: the response says that the erasure runs, and the periodic task logs why it fails.
      if (!(error instanceof AppError)) throw error;
    }
    return (await findCertificate(db, workspaceId, [id])) ?? certificate;
  };
}

/**
 * Whether the subject's visitor id may be stored until analytics has deleted its rows. Earlier versions counted events of ids with an
 * address or a JWT. Such an id without rows, which the caller may have mistaken, is not stored.
 */
async function mayStoreVisitor(
  { analytics, clock }: Dependencies,
  {
    workspaceId,
    subject,
    signal,
  }: { readonly workspaceId: number; readonly subject: ErasureSubject; readonly signal: AbortSignal },
): Promise<boolean> {
  if (!('anonymousId' in subject) || !containsSecret(subject.anonymousId)) return true;
  const { events, firstTouches, clickIds, rows } = await analytics.EraseVisitors(
    { anonymousIds: [subject.anonymousId], dryRun: true, erasedAtMs: clock.now() },
    { workspaceId, deadlineMs: FINISH_DEADLINE_MS, signal },
  );
  const counts = [events, firstTouches, clickIds ?? 0, ...Object.values(rows?.tables ?? {})];
  return counts.some((count) => count > 0);
}

/**
 * Numbers the queued changes, for at most two seconds: the queue contains the user ids of erased accounts. Never fails an erasure,
 * which is already stored: the periodic task numbers what is left, and logs why it fails.
 */
export async function numberErased({ numberChanges }: Dependencies, workspaceId: number): Promise<void> {
  const late = AbortSignal.timeout(NUMBERED_WITHIN_MS);
  const numbered = (async () => {
    const caller = {
      get cancelled() {
        return late.aborted;
      },
    };
    while (!late.aborted && (await numberChanges(workspaceId, caller)));
  })();
  await Promise.race([numbered.catch(() => undefined), once(late, 'abort')]);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a stored certificate. */
export function createGetErasure({ db }: Dependencies): Handlers<IdentityDefinition>['GetErasure'] {
  return async ({ id }, call) => {
    const certificate = UUID.test(id) ? await findCertificate(db, call.workspaceId(), [id]) : undefined;
    if (!certificate)
      throw failure(
        'erasure_not_found',
        'The workspace has no erasure with this id. GET /api/v1/erasures lists its erasures.',
      );
    return certificate;
  };
}

/** Lists the workspace's certificates, newest first. */
export function createListErasures({ db }: Dependencies): Handlers<IdentityDefinition>['ListErasures'] {
  const { maxRows } = QUERY_LIMITS;
  return async ({ before, limit }, call) => {
    if (!Number.isInteger(limit) || limit < 1 || limit > maxRows)
      throw failure('invalid_request', `limit must be a whole number from 1 to ${maxRows}.`);
    const erasures = await listCertificates(db, call.workspaceId(), { before: before ?? undefined, limit });
    return { erasures };
  };
}

/** Tracks a running export, so that an erasure can cut it. */
export function createTrackExport({ db }: Dependencies): Handlers<IdentityDefinition>['TrackExport'] {
  return async ({ id, phase }, call) => {
    if (!UUID.test(id)) throw failure('invalid_request', 'id must be a UUID.');
    const running = { workspaceId: call.workspaceId(), id };
    switch (phase) {
      case 'begin':
        await beginExport(db, running);
        return { isCut: false };
      case 'renew':
        return { isCut: !(await renewExport(db, running)) };
      case 'end':
        await endExport(db, running);
        return { isCut: false };
      default:
        throw failure('invalid_request', 'phase must be begin, renew or end.');
    }
  };
}
