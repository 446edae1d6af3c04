import { createHmac } from 'node:crypto';

/** A position in the chain of a workspace's audit log. */
export interface ChainPosition {
  readonly seq: number;
  readonly hash: Buffer;
}

/** The position before the first record. */
export const CHAIN_START: ChainPosition = { seq: 0, hash: Buffer.alloc(32) };

/** Columns of a record that its hash covers, as their table names them; null if absent. `at`: Unix milliseconds. */
export interface EntryColumns {
  readonly id: Id;
  readonly at: Id;
  readonly actor: string;
  readonly token_id: Id | null;
  readonly action: string;
  readonly site_id: Id | null;
  readonly target_id: string | null;
  readonly request_id: string | null;
  readonly session_id: Id | null;
}

export interface OutcomeColumns {
  readonly entry_id: Id;
  readonly outcome: string;
  readonly code: string | null;
  readonly site_id: Id | null;
  readonly target_id: string | null;
}

/** Postgres returns a bigint as text: both have the same hash. */
type Id = number | string;

type Content = readonly (Id | null)[];

export function entryContent(of: EntryColumns): Content {
  return [
    'entry',
    ...[
      of.id,
      of.at,
      of.actor,
      of.token_id,
      of.action,
      of.site_id,
      of.target_id,
      of.request_id,
      of.session_id,
    ],
  ];
}

export function outcomeContent(of: OutcomeColumns): Content {
  return ['outcome', of.entry_id, of.outcome, of.code, of.site_id, of.target_id];
}

/** The canonical text of a record. */
export function contentText(content: Content): string {
  return JSON.stringify(content.map((value) => (value === null ? null : String(value))));
}

/**
 * The position of the record after `previous`. Its hash is the HMAC-SHA256 of the previous hash, the number and the content: nobody
 * can compute it without the key of the workspace.
 */
export function nextPosition(key: Buffer, previous: ChainPosition, content: Content): ChainPosition {
  const seq = previous.seq + 1;
  const hash = createHmac('sha256', key)
    .update(previous.hash)
    .update(`${seq} ${contentText(content)}`)
    .digest();
  return { seq, hash };
}
