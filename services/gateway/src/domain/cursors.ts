import { failure } from '@headwater/protos/error-codes';

/** Encodes the position in a list as an opaque cursor. */
export function encodeCursor(position: number): string {
  return Buffer.from(`p${position}`).toString('base64url');
}

/** The position of a cursor. @throws AppError `invalid_request` if it is malformed. */
export function decodeCursor(cursor: string): number {
  const position = /^p(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (position === undefined) throw invalidCursor();
  return Number(position);
}

/** Source of an audit entry. Entries of the same time are ordered by source, alphabetically. */
export type AuditSource = 'api' | 'correction' | 'purge';

/** The position of an entry in the audit log, which is listed latest first. */
export interface AuditPosition {
  /** Unix milliseconds. */
  readonly at: number;
  readonly source: AuditSource;
  readonly id: number;
}

/** Compares two positions in the order of the log. */
export function compareAuditPositions(a: AuditPosition, b: AuditPosition): number {
  return b.at - a.at || a.source.localeCompare(b.source) || b.id - a.id;
}

/** The query for one source's entries after a position: before a time, or at that time with a smaller id. */
export function auditPageAfter(position: AuditPosition | undefined, source: AuditSource) {
  if (!position) return {};
  if (position.source === source) return { before: { at: position.at, id: position.id } };
  // At the position's time, all entries of earlier sources are listed already, and none of later ones.
  const isLater = source.localeCompare(position.source) > 0;
  return { before: { at: position.at, id: isLater ? Number.MAX_SAFE_INTEGER : 0 } };
}

/** Encodes a position in the audit log as an opaque cursor. */
export function encodeAuditCursor({ at, source, id }: AuditPosition): string {
  return Buffer.from(`${at}.${source}.${id}`).toString('base64url');
}

/** The position of an audit cursor. @throws AppError `invalid_request` if it is malformed. */
export function decodeAuditCursor(cursor: string): AuditPosition {
  const [, at, source, id] =
    /^(\d{1,15})\.(api|correction|purge)\.(\d{1,15})$/.exec(
      Buffer.from(cursor, 'base64url').toString('latin1'),
    ) ?? [];
  if (at === undefined || id === undefined || source === undefined) throw invalidCursor();
  return { at: Number(at), source: source as AuditSource, id: Number(id) };
}

/** The position of an erasure in the list of erasures. */
export interface ErasurePosition {
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly id: string;
}

/** Encodes the position of an erasure as an opaque cursor. */
export function encodeErasureCursor({ atMs, id }: ErasurePosition): string {
  return Buffer.from(`${atMs}.${id}`).toString('base64url');
}

/** The position of a cursor. @throws AppError `invalid_request` if it is malformed. */
export function decodeErasureCursor(cursor: string): ErasurePosition {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, at, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) throw invalidCursor();
  return { atMs: Number(at), id };
}

function invalidCursor() {
  const message = 'must be the nextCursor of an earlier answer';
  return failure('invalid_request', `cursor ${message}.`, { fields: [{ field: 'cursor', message }] });
}
