import { createBatcher } from '@headwater/kit/batcher';
import type { Clock } from '@headwater/kit/clock';
import { AppError, ERROR_KINDS } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import { LRUCache } from 'lru-cache';
import type { Dependencies } from '../dependencies';
import { scopeOf } from '../domain/authorise';
import type { Principal } from '../domain/principal';
import {
  appendAuditRecords,
  type Actor,
  type AuditOutcome,
  type AuditRecord,
  type AuditTarget,
} from '../store/audit-log';
import type { FindWorkspaceKey } from '../store/workspace-keys';
import type { Endpoint, EndpointRequest, Reply } from './endpoint';

const AUDITED_SCOPES = ['sites:write', 'tokens:admin'];
/** Operations whose answer's `id` is a site id. */
const SITE_CREATING_OPERATIONS = ['createSite', 'createSandbox'];
/** Ids that we generate. Anything else in a path may be personal data. */
const OWN_ID = /^(?:[1-9]\d{0,14}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Between two sampled entries of one caller, action and error code. */
const SAMPLE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Refused calls of one caller that are considered per hour. */
const MAX_REFUSALS = 100;
const MAX_SAMPLED = 10_000;

/** Error codes of calls beyond the caller's rights. A foreign site looks like an unknown one. */
const RIGHTS_REFUSED = ['insufficient_scope', 'site_not_found', 'sign_in_required'];

/** Writes the audit log of API calls. */
export interface Audit {
  /**
   * Runs an endpoint. If it is audited, writes an audit entry before and the outcome after it. If the entry can't be
   * written, the endpoint does not run: no change without an audit entry. If only the outcome can't be written, it is
   * listed as unknown. A sampled read is recorded after it, and runs also if the log can't be written.
   */
  run(
    endpoint: Endpoint,
    request: EndpointRequest<unknown, unknown, unknown>,
    dependencies: Dependencies,
  ): Promise<Reply>;
  /** Records that a caller lacks the rights for an endpoint, once a minute per caller, endpoint and error code. */
  recordRefusal(refused: SampledCall, error: unknown): Promise<void>;
}

/** A call whose entries are limited. */
export interface SampledCall {
  readonly endpoint: Endpoint;
  readonly principal: Principal;
  /** Absent if the call was refused before its path was read. */
  readonly params?: unknown;
  readonly requestId: string | undefined;
}

/** Records of one workspace in one statement. */
const MAX_BATCH = 100;
const NEVER_CANCELLED = { cancelled: false };

export function createAudit({ db, workspaceKey, clock, log }: AuditOptions): Audit {
  // The records of a workspace form a chain: concurrent statements would only repeat each other's work.
  const batch = createBatcher<number, AuditRecord, number>(
    { maxBatchSize: MAX_BATCH, maxConcurrentBatches: 1 },
    (workspaceId, records) => {
      const appended = appendAuditRecords({ db, workspaceKey }, workspaceId, records);
      return records.map(async (_record, index) => (await appended)[index] ?? 0);
    },
  );
  const append: AppendRecord = (workspaceId, record) => batch(workspaceId, record, NEVER_CANCELLED);
  const sampled = new LRUCache<string, number>({ max: MAX_SAMPLED });
  const refusals = new LRUCache<number, { readonly since: number; count: number }>({ max: MAX_SAMPLED });
  const isWithin = (since: number, ms: number): boolean => clock.now() >= since && clock.now() - since < ms;
  /** False if a caller has many refusals already: they must not fill a log that is stored permanently. */
  const takeRefusal = (callerId: number): boolean => {
    const window = refusals.get(callerId);
    if (!window || !isWithin(window.since, HOUR_MS)) {
      refusals.set(callerId, { since: clock.now(), count: 1 });
      return true;
    }
    window.count += 1;
    return window.count <= MAX_REFUSALS;
  };
  /** Records a call that changes nothing, once a minute per caller, endpoint and error code. Calls go on if the log can't be written. */
  const recordSample = async (
    { endpoint, principal, params = {}, requestId }: SampledCall,
    outcome: AuditOutcome,
  ): Promise<void> => {
    const { operationId: action } = endpoint;
    const key = `${principal.caller.id} ${action} ${outcome.code ?? ''}`;
    if (isWithin(sampled.get(key) ?? -Infinity, SAMPLE_MS)) return;
    sampled.set(key, clock.now());
    const entry = { workspaceId: principal.workspaceId, at: clock.now(), actor: actorOf(principal), action };
    const ids = requestId === undefined ? {} : { requestId };
    try {
      await append(principal.workspaceId, {
        entry: { ...entry, ...ids, ...targetOfPath(params) },
        outcome,
      });
    } catch (err) {
      sampled.delete(key);
      log.warn({ err, action }, 'audit entry of a read or refused call not written');
    }
  };
  return {
    run: async (endpoint, request, dependencies) => {
      if (!isAudited(endpoint) || endpoint.changesNothing?.(request) === true)
        return endpoint.run(request, dependencies);
      if (endpoint.audited !== 'sampled') return runWithEntry(append, endpoint, request, dependencies);
      const reply = await endpoint.run(request, dependencies);
      const { principal, params, call } = request;
      await recordSample({ endpoint, principal, params, requestId: call.requestId }, { outcome: 'done' });
      return reply;
    },
    recordRefusal: async (refused, error) => {
      const code = error instanceof AppError ? error.code : '';
      const { endpoint, principal } = refused;
      if (endpoint.open || principal.caller.type === 'share' || !RIGHTS_REFUSED.includes(code)) return;
      if (!takeRefusal(principal.caller.id)) return;
      await recordSample(refused, { outcome: 'refused', code });
    },
  };
}

/** Appends a record to the log of a workspace. @returns the id of its entry */
type AppendRecord = (workspaceId: number, record: AuditRecord) => Promise<number>;

export interface AuditOptions {
  readonly db: Pool;
  readonly workspaceKey: FindWorkspaceKey;
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
  append: AppendRecord,
  endpoint: Endpoint,
  request: EndpointRequest<unknown, unknown, unknown>,
  dependencies: Dependencies,
): Promise<Reply> {
  const { principal, params, call, log } = request;
  const { workspaceId } = principal;
  const entryId = await append(workspaceId, {
    entry: {
      workspaceId,
      at: dependencies.clock.now(),
      actor: actorOf(principal),
      action: endpoint.auditedAs?.(request) ?? endpoint.operationId,
      ...targetOfPath(params),
      ...(call.requestId === undefined ? {} : { requestId: call.requestId }),
    },
  });
  const finish = async (outcome: AuditOutcome): Promise<void> => {
    try {
      await append(workspaceId, { entry: entryId, outcome });
    } catch (err) {
      log().warn({ err, entryId }, 'audit outcome not written');
    }
  };
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
  // A visitor id may be the visitor's raw id.
  const { id, visitorId: _, ...others } = params as Readonly<Record<string, unknown>>;
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
