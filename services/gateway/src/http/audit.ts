import type { Clock } from '@headwater/kit/clock';
import { AppError, ERROR_KINDS } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import { LRUCache } from 'lru-cache';
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

/** Between two sampled entries of one caller, action and error code. */
const SAMPLE_MS = 60_000;
const MAX_SAMPLED = 10_000;

/** Error codes of calls beyond the caller's rights. A foreign site looks like an unknown one. */
const RIGHTS_REFUSED = ['insufficient_scope', 'site_not_found'];

/** Writes the audit log of API calls. */
export interface Audit {
  /**
   * Runs an endpoint. If it is audited, writes an audit entry before and the outcome after it. If the entry can't be
   * written, the endpoint does not run: no change without an audit entry. If only the outcome can't be written, it is
   * listed as unknown.
   */
  run(
    endpoint: Endpoint,
    request: EndpointRequest<unknown, unknown, unknown>,
    dependencies: Dependencies,
  ): Promise<Reply>;
  /** Records that a caller lacks the rights for an endpoint, once a minute per caller, endpoint and error code. */
  recordRefusal(refused: RefusedCall, error: unknown): Promise<void>;
}

export interface RefusedCall {
  readonly endpoint: Endpoint;
  readonly principal: Principal;
  /** Absent if the call was refused before its path was read. */
  readonly params?: unknown;
  readonly requestId: string;
}

export function createAudit({ db, clock, log }: AuditOptions): Audit {
  const sampled = new LRUCache<string, number>({ max: MAX_SAMPLED });
  /** True for the first call in a minute. */
  const takeSample = (...key: readonly (string | number | undefined)[]): boolean => {
    const name = key.join(' ');
    const last = sampled.get(name);
    const age = last === undefined ? Infinity : clock.now() - last;
    if (age >= 0 && age < SAMPLE_MS) return false;
    sampled.set(name, clock.now());
    return true;
  };
  return {
    run: (endpoint, request, dependencies) => {
      const { operationId, audited } = endpoint;
      const { caller } = request.principal;
      const isSkipped =
        !isAudited(endpoint) ||
        endpoint.changesNothing?.(request) === true ||
        (audited === 'sampled' && !takeSample(caller.id, operationId));
      return isSkipped ? endpoint.run(request, dependencies) : runWithEntry(endpoint, request, dependencies);
    },
    recordRefusal: async ({ endpoint, principal, params = {}, requestId }, error) => {
      const code = error instanceof AppError ? error.code : '';
      const { operationId: action } = endpoint;
      const { caller } = principal;
      if (endpoint.open || caller.type === 'share' || !RIGHTS_REFUSED.includes(code)) return;
      if (!takeSample(caller.id, action, code)) return;
      const { workspaceId } = principal;
      const entry = { workspaceId, at: clock.now(), actor: actorOf(principal), action, requestId };
      await insertAuditEntry(db, { ...entry, ...targetOfPath(params) })
        .then((entryId) => insertAuditOutcome(db, entryId, { outcome: 'refused', code }))
        // The caller is refused all the same.
        .catch((err: unknown) => log.warn({ err, action }, 'refusal not written to the audit log'));
    },
  };
}

export interface AuditOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}

/** True for every change of sites and tokens, so that a new route can't be forgotten, and for endpoints with `audited`. */
function isAudited(endpoint: Endpoint): boolean {
  if (endpoint.open) return false;
  return (
    endpoint.audited !== undefined ||
    (endpoint.method !== 'get' && AUDITED_SCOPES.includes(scopeOf(endpoint)))
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
    action: endpoint.auditedAs?.(request) ?? endpoint.operationId,
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
