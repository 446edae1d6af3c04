import type { Pool, PoolClient } from '@headwater/kit/pg/pool';

/** Who performs an action: a token, a dashboard session, the admin command, or a start with BOOTSTRAP_TOKEN. */
export type Actor =
  | { readonly type: 'token'; readonly tokenId: number }
  | { readonly type: 'dashboard'; readonly sessionId: number }
  | { readonly type: 'admin' | 'bootstrap' };

/** The subject of an entry. */
export interface AuditTarget {
  readonly siteId?: number;
  /** Id of a goal, a token, a certificate and so on. */
  readonly targetId?: string;
}

export interface AuditEntry extends AuditTarget {
  readonly workspaceId: number;
  /** Unix milliseconds. */
  readonly at: number;
  readonly actor: Actor;
  readonly action: string;
  readonly requestId?: string;
}

export interface AuditOutcome extends AuditTarget {
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** Error code of a refusal. */
  readonly code?: string;
}

/** An entry with its outcome; `unknown` if no outcome is stored. */
export interface AuditedAction extends Omit<AuditEntry, 'workspaceId'>, AuditOutcome {
  readonly id: number;
}

/** Selects entries before a time (Unix milliseconds), and entries at that time with a smaller id. */
export interface AuditPage {
  readonly before?: { readonly at: number; readonly id: number };
  readonly limit: number;
}

/** Records an action that has already happened. Pass the client of the transaction that performs the action. */
export async function insertCompletedAction(db: Pool | PoolClient, entry: AuditEntry): Promise<void> {
  await insertAuditOutcome(db, await insertAuditEntry(db, entry), { outcome: 'done' });
}

/** Records an action before it starts. The audit log is append-only. @returns the entry's id. */
export async function insertAuditEntry(db: Pool | PoolClient, entry: AuditEntry): Promise<number> {
  const { workspaceId, at, actor, action, siteId, targetId, requestId } = entry;
  const tokenId = actor.type === 'token' ? actor.tokenId : null;
  const sessionId = actor.type === 'dashboard' ? actor.sessionId : null;
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO gateway.audit_entries (workspace_id, at, actor, token_id, action, site_id, target_id, request_id,
       session_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      workspaceId,
      new Date(at),
      actor.type,
      tokenId,
      action,
      siteId ?? null,
      targetId ?? null,
      requestId ?? null,
      sessionId,
    ],
  );
  return Number(rows[0]?.id);
}

/** Records the outcome of an entry. */
export async function insertAuditOutcome(
  db: Pool | PoolClient,
  entryId: number,
  { outcome, code, siteId, targetId }: AuditOutcome,
): Promise<void> {
  await db.query(
    `INSERT INTO gateway.audit_outcomes (entry_id, outcome, code, site_id, target_id)
     VALUES ($1, $2, $3, $4, $5)`,
    [entryId, outcome, code ?? null, siteId ?? null, targetId ?? null],
  );
}

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor['type'];
  readonly token_id: string | null;
  readonly session_id: string | null;
  readonly action: string;
  readonly site_id: string | null;
  readonly target_id: string | null;
  readonly request_id: string | null;
  readonly outcome: AuditOutcome['outcome'];
  readonly code: string | null;
}

/** A page of the workspace's entries, latest first. */
export async function findAuditedActions(
  db: Pool,
  workspaceId: number,
  { before, limit }: AuditPage,
): Promise<AuditedAction[]> {
  const { rows } = await db.query<Row>(
    `SELECT e.id, e.at, e.actor, e.token_id, e.session_id, e.action, e.request_id, coalesce(o.outcome, 'unknown') AS outcome, o.code,
       coalesce(o.site_id, e.site_id) AS site_id, coalesce(o.target_id, e.target_id) AS target_id
     FROM gateway.audit_entries e LEFT JOIN gateway.audit_outcomes o ON o.entry_id = e.id
     WHERE e.workspace_id = $1 AND (e.at, e.id) < (coalesce($2, 'infinity'::timestamptz), $3)
     ORDER BY e.at DESC, e.id DESC LIMIT $4`,
    [workspaceId, before ? new Date(before.at) : null, before?.id ?? 0, limit],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    at: row.at.getTime(),
    actor: actorOf(row),
    action: row.action,
    outcome: row.outcome,
    ...(row.code === null ? {} : { code: row.code }),
    ...(row.site_id === null ? {} : { siteId: Number(row.site_id) }),
    ...(row.target_id === null ? {} : { targetId: row.target_id }),
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
  }));
}

function actorOf({ actor, token_id: tokenId, session_id: sessionId }: Row): Actor {
  switch (actor) {
    case 'token':
      return { type: actor, tokenId: Number(tokenId) };
    case 'dashboard':
      return { type: actor, sessionId: Number(sessionId) };
    default:
      return { type: actor };
  }
}
