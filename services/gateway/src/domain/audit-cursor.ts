import { failure } from '@headwater/protos/error-codes';

/** Where an entry of the audit log comes from; at the same moment the API's are listed before the purges. */
export type AuditSource = 'api' | 'purge';

/** The place of an entry in the log, which is listed from the latest to the first. */
export interface AuditPlace {
  /** Unix milliseconds. */
  readonly at: number;
  readonly source: AuditSource;
  readonly id: number;
}

/** How the log is ordered. */
export function byPlace(a: AuditPlace, b: AuditPlace): number {
  return b.at - a.at || a.source.localeCompare(b.source) || b.id - a.id;
}

/** What one source has still to list after a place: what is before a moment, or at it with a smaller id. */
export function restAfter(place: AuditPlace | undefined, source: AuditSource) {
  if (!place) return {};
  if (place.source === source) return { before: { at: place.at, id: place.id } };
  // Of the same moment the API's entries have all been listed, and none of the purges.
  return { before: { at: place.at, id: source === 'purge' ? Number.MAX_SAFE_INTEGER : 0 } };
}

export function cursorOf({ at, source, id }: AuditPlace): string {
  return Buffer.from(`${at}.${source}.${id}`).toString('base64url');
}

/** @throws AppError `invalid_request` for what is no cursor of ours. */
export function placeOf(cursor: string): AuditPlace {
  const [, at, source, id] =
    /^(\d{1,15})\.(api|purge)\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (at !== undefined && id !== undefined && source !== undefined)
    return { at: Number(at), source: source as AuditSource, id: Number(id) };
  const message = 'must be the nextCursor of an earlier answer';
  throw failure('invalid_request', `cursor ${message}.`, { fields: [{ field: 'cursor', message }] });
}
