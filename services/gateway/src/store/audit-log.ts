import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import {
  CHAIN_START,
  entryContent,
  nextPosition,
  outcomeContent,
  type ChainPosition,
  type EntryColumns,
  type OutcomeColumns,
} from '../domain/audit-hash';
import type { FindWorkspaceKey } from './workspace-keys';

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

/** An entry, its outcome, or both. `entry` is the id of an entry that is stored already. */
export interface AuditRecord {
  readonly entry: AuditEntry | number;
  readonly outcome?: AuditOutcome;
}

/** A Postgres pool or client, with the keys of the chains. */
export interface AuditStore {
  readonly db: Pool | PoolClient;
  readonly workspaceKey: FindWorkspaceKey;
}

/** Records an action that has already happened. Pass the client of the transaction that performs the action. */
export async function insertCompletedAction(store: AuditStore, entry: AuditEntry): Promise<void> {
  await appendAuditRecords(store, entry.workspaceId, [{ entry, outcome: { outcome: 'done' } }]);
}

/**
 * Appends records to the audit log and the hash chain of a workspace.
 *
 * @returns the ids of the entries
 */
export async function appendAuditRecords(
  { db, workspaceKey }: AuditStore,
  workspaceId: number,
  records: readonly AuditRecord[],
): Promise<number[]> {
  const key = await workspaceKey(workspaceId, 'audit chain');
  const newEntries = records.filter(({ entry }) => typeof entry !== 'number').length;
  for (;;) {
    const { newIds, head } = await prepareAppend(db, workspaceId, newEntries);
    const unused = newIds.values();
    const ids = records.map(({ entry }) => (typeof entry === 'number' ? entry : Number(unused.next().value)));
    const entries: EntryColumns[] = [];
    const outcomes: OutcomeColumns[] = [];
    const links: object[] = [];
    let last = head;
    const link = (entryId: number, isOutcome: boolean, content: Parameters<typeof nextPosition>[2]): void => {
      last = nextPosition(key, last, content);
      const hash = `\\x${last.hash.toString('hex')}`;
      links.push({ seq: last.seq, entry_id: entryId, is_outcome: isOutcome, hash });
    };
    for (const [index, { entry, outcome }] of records.entries()) {
      const id = ids[index] ?? 0;
      if (typeof entry !== 'number') {
        const columns = entryColumns(id, entry);
        entries.push(columns);
        link(id, false, entryContent(columns));
      }
      if (outcome) {
        const columns = outcomeColumns(id, outcome);
        outcomes.push(columns);
        link(id, true, outcomeContent(columns));
      }
    }
    const { rowCount } = await db.query({
      ...APPEND,
      values: [workspaceId, ...[entries, outcomes, links].map((rows) => JSON.stringify(rows))],
    });
    // Otherwise, another gateway has appended a record since the head was read.
    if (rowCount === 1) return ids;
  }
}

/** Reserves ids of entries, and reads the last link of the chain. */
async function prepareAppend(
  db: Pool | PoolClient,
  workspaceId: number,
  entries: number,
): Promise<{ readonly newIds: readonly string[]; readonly head: ChainPosition }> {
  const { rows } = await db.query<{ ids: string[] | null; seq: string | null; hash: Buffer | null }>({
    name: 'prepare-audit-append',
    text: `SELECT ids, seq, hash
      FROM (SELECT array_agg(nextval('gateway.audit_entries_id_seq')) AS ids FROM generate_series(1, $2::int)) AS reserved
      LEFT JOIN LATERAL (SELECT seq, hash FROM gateway.audit_links WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1) AS head
        ON true`,
    values: [workspaceId, entries],
  });
  const { ids = null, seq = null, hash = null } = rows[0] ?? {};
  return { newIds: ids ?? [], head: hash === null ? CHAIN_START : { seq: Number(seq), hash } };
}

/** Inserts nothing if another process has inserted the first link: `first` is then empty. */
const FIRST_LINK = `INSERT INTO gateway.audit_links (workspace_id, seq, entry_id, is_outcome, hash)
     SELECT $1::bigint, seq, entry_id, is_outcome, hash FROM links ORDER BY seq LIMIT 1
     ON CONFLICT (workspace_id, seq) DO NOTHING RETURNING seq AS first_seq`;

const APPEND = {
  name: 'append-audit-records',
  text: `WITH links AS (
     SELECT * FROM json_to_recordset($4::json) AS link (seq bigint, entry_id bigint, is_outcome boolean, hash bytea)),
   first AS (${FIRST_LINK}),
   others AS (
     INSERT INTO gateway.audit_links (workspace_id, seq, entry_id, is_outcome, hash)
     SELECT $1::bigint, seq, entry_id, is_outcome, hash FROM first, links WHERE seq > first_seq),
   entries AS (
     INSERT INTO gateway.audit_entries (id, workspace_id, at, actor, token_id, action, site_id, target_id, request_id, session_id)
       OVERRIDING SYSTEM VALUE
     SELECT id, $1::bigint, to_timestamp(at / 1000.0), actor, token_id, action, site_id, target_id, request_id, session_id
     FROM first, json_to_recordset($2::json) AS entry (id bigint, at bigint, actor text, token_id bigint, action text,
       site_id bigint, target_id text, request_id text, session_id bigint)),
   outcomes AS (
     INSERT INTO gateway.audit_outcomes (entry_id, outcome, code, site_id, target_id)
     SELECT entry_id, outcome, code, site_id, target_id
     FROM first, json_to_recordset($3::json) AS outcome (entry_id bigint, outcome text, code text, site_id bigint, target_id text))
   SELECT FROM first`,
};

function entryColumns(
  id: number,
  { at, actor, action, siteId, targetId, requestId }: AuditEntry,
): EntryColumns {
  return {
    id,
    at,
    actor: actor.type,
    token_id: actor.type === 'token' ? actor.tokenId : null,
    action,
    site_id: siteId ?? null,
    target_id: targetId ?? null,
    request_id: requestId ?? null,
    session_id: actor.type === 'dashboard' ? actor.sessionId : null,
  };
}

function outcomeColumns(entryId: number, { outcome, code, siteId, targetId }: AuditOutcome): OutcomeColumns {
  return {
    entry_id: entryId,
    outcome,
    code: code ?? null,
    site_id: siteId ?? null,
    target_id: targetId ?? null,
  };
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
