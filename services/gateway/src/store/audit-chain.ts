import type { PoolClient } from '@headwater/kit/pg/pool';
import {
  entryContent,
  outcomeContent,
  type ChainPosition,
  type EntryColumns,
  type OutcomeColumns,
} from '../domain/audit-hash';

/** An entry or an outcome, as stored now. */
export interface StoredRecord {
  readonly entryId: string;
  readonly isOutcome: boolean;
  /** Null if the record does not exist. */
  readonly entry: EntryColumns | null;
  readonly outcome: OutcomeColumns | null;
}

export interface LinkedRecord extends StoredRecord, ChainPosition {}

export interface UnlinkedRecord extends StoredRecord {
  /** Whether it is later than the first record of the chain, or the outcome of an entry in the chain. */
  readonly isSuspect: boolean;
}

/** The content that the hash of a record covers; undefined if the record does not exist. */
export function contentOf({
  isOutcome,
  entry,
  outcome,
}: StoredRecord): ReturnType<typeof entryContent> | undefined {
  if (isOutcome) return outcome ? outcomeContent(outcome) : undefined;
  return entry ? entryContent(entry) : undefined;
}

/** Numbers as text: ids can exceed the safe integers of JSON. */
const ENTRY = `CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('id', e.id::text,
  'at', (extract(epoch FROM e.at) * 1000)::bigint::text, 'actor', e.actor, 'token_id', e.token_id::text, 'action', e.action,
  'site_id', e.site_id::text, 'target_id', e.target_id, 'request_id', e.request_id, 'session_id', e.session_id::text) END`;
const OUTCOME = `CASE WHEN o.entry_id IS NOT NULL THEN jsonb_build_object('entry_id', o.entry_id::text, 'outcome', o.outcome,
  'code', o.code, 'site_id', o.site_id::text, 'target_id', o.target_id) END`;

/** The last position of a workspace's chain; undefined if it has none. */
export async function findChainHead(
  client: PoolClient,
  workspaceId: number,
): Promise<ChainPosition | undefined> {
  const { rows } = await client.query<{ seq: string; hash: Buffer }>(
    'SELECT seq, hash FROM gateway.audit_links WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1',
    [workspaceId],
  );
  return rows[0] && { seq: Number(rows[0].seq), hash: rows[0].hash };
}

/** The next links of the chain with their records. A record of another workspace does not exist. */
export async function findLinkedRecords(
  client: PoolClient,
  workspaceId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LinkedRecord[]> {
  const { rows } = await client.query<
    { seq: string; hash: Buffer; entry_id: string; is_outcome: boolean } & Pick<
      StoredRecord,
      'entry' | 'outcome'
    >
  >(
    `SELECT l.seq, l.hash, l.entry_id, l.is_outcome, ${ENTRY} AS entry, ${OUTCOME} AS outcome
     FROM gateway.audit_links l
     LEFT JOIN gateway.audit_entries e ON e.id = l.entry_id AND e.workspace_id = $1
     LEFT JOIN gateway.audit_outcomes o ON o.entry_id = e.id AND l.is_outcome
     WHERE l.workspace_id = $1 AND l.seq > $2 ORDER BY l.seq LIMIT $3`,
    [workspaceId, after, limit],
  );
  return rows.map(({ seq, hash, entry_id: entryId, is_outcome: isOutcome, entry, outcome }) => ({
    ...{ seq: Number(seq), hash, entryId, isOutcome, entry, outcome },
  }));
}

/** The place of an entry in the log: its time as Postgres prints it, and its id. */
export interface LogPosition {
  readonly at: string;
  readonly id: string;
}

export interface UnlinkedPage {
  /** In the order of the entries. */
  readonly records: readonly UnlinkedRecord[];
  /** The last entry of the page; undefined after the last page. */
  readonly last: LogPosition | undefined;
}

/** The records outside the chain among the next `limit` entries by time. */
export async function findUnlinkedRecords(
  client: PoolClient,
  workspaceId: number,
  { after, limit }: { readonly after: LogPosition | undefined; readonly limit: number },
): Promise<UnlinkedPage> {
  const { rows } = await client.query<{
    position: LogPosition;
    entry: EntryColumns;
    outcome: OutcomeColumns | null;
    entry_linked: boolean;
    outcome_linked: boolean;
    is_late: boolean;
  }>(
    `WITH start AS (
       SELECT e.at, e.id FROM gateway.audit_links l JOIN gateway.audit_entries e ON e.id = l.entry_id
       WHERE l.workspace_id = $1 ORDER BY l.seq LIMIT 1),
     page AS MATERIALIZED (
       SELECT * FROM gateway.audit_entries
       WHERE workspace_id = $1 AND ($2::timestamptz IS NULL OR (at, id) > ($2, $3::bigint)) ORDER BY at, id LIMIT $4)
     SELECT jsonb_build_object('at', e.at::text, 'id', e.id::text) AS position, ${ENTRY} AS entry, ${OUTCOME} AS outcome, le.seq IS NOT NULL AS entry_linked, lo.seq IS NOT NULL AS outcome_linked,
       EXISTS (SELECT FROM start WHERE e.at > start.at OR e.id > start.id) AS is_late
     FROM page e
     LEFT JOIN gateway.audit_outcomes o ON o.entry_id = e.id
     LEFT JOIN gateway.audit_links le ON le.workspace_id = $1 AND le.entry_id = e.id AND NOT le.is_outcome
     LEFT JOIN gateway.audit_links lo ON lo.workspace_id = $1 AND lo.entry_id = e.id AND lo.is_outcome
     ORDER BY e.at, e.id`,
    [workspaceId, after?.at ?? null, after?.id ?? null, limit],
  );
  const records = rows.flatMap(({ entry, outcome, entry_linked, outcome_linked, is_late }) => {
    const record = { entryId: String(entry.id), entry, outcome };
    return [
      ...(entry_linked ? [] : [{ ...record, isOutcome: false, isSuspect: is_late }]),
      ...(outcome === null || outcome_linked
        ? []
        : [{ ...record, isOutcome: true, isSuspect: is_late || entry_linked }]),
    ];
  });
  return { records, last: rows.at(-1)?.position };
}
