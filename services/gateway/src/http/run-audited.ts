import { AppError, ERROR_KINDS } from '@headwater/kit/errors';
import { isAudited, targetOfAnswer, targetOfPath } from '../domain/audited';
import type { Principal } from '../domain/principal';
import type { Actor, AuditOutcome } from '../store/audit-log';
import type { Endpoint, EndpointDeps, EndpointRequest, Reply } from './endpoint';

/**
 * Runs an endpoint between the entry and the outcome of the audit log, where it is audited. Without an entry it does not
 * run: nothing may happen untold. An outcome that can not be written leaves the entry as one of unknown outcome.
 */
export function runAudited(
  endpoint: Endpoint,
  request: EndpointRequest<unknown, unknown, unknown>,
  deps: EndpointDeps,
): Promise<Reply> {
  const isUntold = !isAudited(endpoint) || endpoint.changesNothing?.(request) === true;
  return isUntold ? endpoint.run(request, deps) : runBetween(endpoint, request, deps);
}

async function runBetween(
  endpoint: Endpoint,
  request: EndpointRequest<unknown, unknown, unknown>,
  deps: EndpointDeps,
): Promise<Reply> {
  const { principal, params, call, log } = request;
  const entry = await deps.audit.begin({
    workspaceId: principal.workspaceId,
    at: deps.clock.now(),
    actor: actorOf(principal),
    action: endpoint.operationId,
    ...targetOfPath(params),
    ...(call.requestId === undefined ? {} : { requestId: call.requestId }),
  });
  const end = (outcome: AuditOutcome): Promise<void> =>
    deps.audit.end(entry, outcome).catch((error: unknown) => {
      log().warn({ err: error, entry }, 'could not write the outcome of an audited action');
    });
  try {
    const reply = await endpoint.run(request, deps);
    await end({ outcome: 'done', ...targetOfAnswer(endpoint, reply.body) });
    return reply;
  } catch (error) {
    await end(outcomeOf(error));
    throw error;
  }
}

/** Share links change nothing: who acts is a token or a session. */
function actorOf({ caller }: Principal): Actor {
  return caller.type === 'session'
    ? { type: 'dashboard', sessionId: caller.id }
    : { type: 'token', tokenId: caller.id };
}

function outcomeOf(error: unknown): AuditOutcome {
  const isRefusal =
    error instanceof AppError && ERROR_KINDS[error.kind].http < 500 && error.kind !== 'cancelled';
  return isRefusal ? { outcome: 'refused', code: error.code } : { outcome: 'unknown' };
}
