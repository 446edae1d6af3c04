import { AppError, ERROR_KINDS } from '@headwater/kit/errors';
import type { Dependencies } from '../dependencies';
import { scopeOf } from '../domain/authorise';
import type { Principal } from '../domain/principal';
import {
  insertAuditEntry,
  insertAuditOutcome,
  type Actor,
  type AuditOutcome,
  type AuditTarget,
} from '../store/audit-log';
import type { Endpoint, EndpointRequest, Reply } from './endpoint';

const AUDITED_SCOPES = ['sites:write', 'tokens:admin'];
/** Operations whose answer's `id` is a site id. */
const SITE_CREATING_OPERATIONS = ['createSite', 'createSandbox'];
/** Ids that we generate. Anything else in a path may be personal data. */
const OWN_ID = /^(?:[1-9]\d{0,14}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Runs an endpoint. If it is audited, writes an audit entry before and the outcome after it. If the entry can't be
 * written, the endpoint does not run: no change without an audit entry. If only the outcome can't be written, it is
 * listed as unknown.
 */
export function runAudited(
  endpoint: Endpoint,
  request: EndpointRequest<unknown, unknown, unknown>,
  dependencies: Dependencies,
): Promise<Reply> {
  const skipsAudit = !isAudited(endpoint) || endpoint.changesNothing?.(request) === true;
  return skipsAudit ? endpoint.run(request, dependencies) : runWithEntry(endpoint, request, dependencies);
}

/** True for every change of sites and tokens, so that a new route can't be forgotten, and for endpoints with `audited`. */
function isAudited(endpoint: Endpoint): boolean {
  if (endpoint.open) return false;
  return (
    endpoint.audited === true || (endpoint.method !== 'get' && AUDITED_SCOPES.includes(scopeOf(endpoint)))
  );
}

async function runWithEntry(
  endpoint: Endpoint,
  request: EndpointRequest<unknown, unknown, unknown>,
  dependencies: Dependencies,
): Promise<Reply> {
  const { principal, params, call, log } = request;
  const { db, clock } = dependencies;
  const entryId = await insertAuditEntry(db, {
    workspaceId: principal.workspaceId,
    at: clock.now(),
    actor: actorOf(principal),
    action: endpoint.operationId,
    ...targetOfPath(params),
    ...(call.requestId === undefined ? {} : { requestId: call.requestId }),
  });
  const finish = (outcome: AuditOutcome): Promise<void> =>
    insertAuditOutcome(db, entryId, outcome).catch((error: unknown) => {
      log().warn({ err: error, entryId }, 'audit outcome not written');
    });
  try {
    const reply = await endpoint.run(request, dependencies);
    await finish({ outcome: 'done', ...targetOfAnswer(endpoint, reply.body) });
    return reply;
  } catch (error) {
    await finish(outcomeOf(error));
    throw error;
  }
}

/** The actor of a principal. Share links can't change anything, so the caller is a token or a session. */
function actorOf({ caller }: Principal): Actor {
  return caller.type === 'session'
    ? { type: 'dashboard', sessionId: caller.id }
    : { type: 'token', tokenId: caller.id };
}

/** The target named by the path. */
function targetOfPath(params: unknown): AuditTarget {
  const { id, ...others } = params as Readonly<Record<string, unknown>>;
  const targetId = Object.values(others)
    .map(String)
    .find((value) => OWN_ID.test(value));
  return {
    ...(typeof id === 'number' ? { siteId: id } : {}),
    ...(targetId === undefined ? {} : { targetId }),
  };
}

/** The object that the endpoint created, as named by its answer. */
function targetOfAnswer({ operationId }: Endpoint, body: object): AuditTarget {
  const { id, certificate } = body as {
    readonly id?: unknown;
    readonly certificate?: { readonly id?: unknown };
  };
  const created = id ?? certificate?.id;
  if (SITE_CREATING_OPERATIONS.includes(operationId))
    return typeof created === 'number' ? { siteId: created } : {};
  const text = String(created);
  return OWN_ID.test(text) ? { targetId: text } : {};
}

function outcomeOf(error: unknown): AuditOutcome {
  const isRefusal =
    error instanceof AppError && ERROR_KINDS[error.kind].http < 500 && error.kind !== 'cancelled';
  return isRefusal ? { outcome: 'refused', code: error.code } : { outcome: 'unknown' };
}
