import { scopeOf, type Demand } from './authorise';

/** What an audit entry is about. */
export interface AuditTarget {
  readonly siteId?: number;
  /** An id that we made: of a goal, a token, a certificate. */
  readonly targetId?: string;
}

/** An endpoint as far as the audit log knows it. */
export interface Auditable extends Demand {
  readonly operationId: string;
  /** Audited beside those that change sites or tokens. */
  readonly audited?: boolean;
  /** For callers without a token, in whose name nothing can be told. */
  readonly open?: boolean;
}

const SCOPES_OF_CHANGES = ['sites:write', 'tokens:admin'];
/** Operations whose answer's `id` is a site's. */
const MAKERS_OF_SITES = ['createSite', 'createSandbox'];
const OUR_ID = /^(?:[1-9]\d{0,14}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Every change of sites and tokens is audited, so that a new route can not be forgotten; others on request. */
export function isAudited(endpoint: Auditable): boolean {
  if (endpoint.open) return false;
  return (
    endpoint.audited === true || (endpoint.method !== 'get' && SCOPES_OF_CHANGES.includes(scopeOf(endpoint)))
  );
}

/** What the path names. Only what looks like an id of ours: a path may hold anything. */
export function targetOfPath(params: unknown): AuditTarget {
  const { id, ...others } = params as Readonly<Record<string, unknown>>;
  const targetId = Object.values(others)
    .map(String)
    .find((value) => OUR_ID.test(value));
  return {
    ...(typeof id === 'number' ? { siteId: id } : {}),
    ...(targetId === undefined ? {} : { targetId }),
  };
}

/** What the answer says was made. */
export function targetOfAnswer({ operationId }: Auditable, body: object): AuditTarget {
  const { id, certificate } = body as {
    readonly id?: unknown;
    readonly certificate?: { readonly id?: unknown };
  };
  const made = id ?? certificate?.id;
  if (MAKERS_OF_SITES.includes(operationId)) return typeof made === 'number' ? { siteId: made } : {};
  const text = String(made);
  return OUR_ID.test(text) ? { targetId: text } : {};
}
