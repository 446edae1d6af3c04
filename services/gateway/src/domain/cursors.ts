import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';

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

const AUDIT_SOURCES = ['api', 'correction', 'purge'] as const satisfies readonly AuditSource[];

/** The position of each source; undefined: before its first entry. They differ after a page that lacks an unavailable source. */
export type AuditPositions = Readonly<Partial<Record<AuditSource, AuditPosition>>>;

/** The positions after a page: its last entry. Unavailable sources stay at their position, so that no entry is skipped. */
export function auditPositionsAfter(
  before: AuditPositions,
  last: AuditPosition | undefined,
  unavailable: readonly AuditSource[],
): AuditPositions {
  const after: Partial<Record<AuditSource, AuditPosition>> = {};
  for (const source of AUDIT_SOURCES) {
    const position = before[source];
    // A source that was unavailable earlier lists entries that are newer than the position of another source.
    const isAhead = last && position && compareAuditPositions(position, last) > 0;
    const next = isAhead || unavailable.includes(source) ? position : (last ?? position);
    if (next) after[source] = next;
  }
  return after;
}

/** Encodes the positions in the audit log as an opaque cursor: one position, or one for each source. */
export function encodeAuditPositions(positions: AuditPositions): string {
  const texts = AUDIT_SOURCES.map((source) => {
    const position = positions[source];
    return position ? `${position.at}.${position.source}.${position.id}` : '-';
  });
  const [first = ''] = texts;
  const isOne = first !== '-' && texts.every((text) => text === first);
  return Buffer.from(isOne ? first : texts.join('~')).toString('base64url');
}

/** The positions of an audit cursor. @throws AppError `invalid_request` if it is malformed. */
export function decodeAuditPositions(cursor: string): AuditPositions {
  const texts = Buffer.from(cursor, 'base64url').toString('latin1').split('~');
  if (texts.length !== 1 && texts.length !== AUDIT_SOURCES.length) throw invalidCursor();
  const positions: Partial<Record<AuditSource, AuditPosition>> = {};
  for (const [index, source] of AUDIT_SOURCES.entries()) {
    const text = texts[texts.length === 1 ? 0 : index] ?? '';
    if (text !== '-' || texts.length === 1) positions[source] = decodeAuditPosition(text);
  }
  return positions;
}

function decodeAuditPosition(text: string): AuditPosition {
  const [, at, source, id] = /^(\d{1,15})\.(api|correction|purge)\.(\d{1,15})$/.exec(text) ?? [];
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

/** Encodes a position in the change feed of accounts as an opaque cursor. */
export function encodeFeedCursor(position: number): string {
  return Buffer.from(`c${position}`).toString('base64url');
}

/** The position of a cursor. @throws AppError `invalid_request` that names the parameter if it is malformed. */
export function decodeFeedCursor(parameter: 'cursor' | 'changed_since', cursor: string): number {
  const position = /^c(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (position !== undefined && Number.isSafeInteger(Number(position))) return Number(position);
  if (parameter === 'cursor') throw invalidCursor();
  const message = 'must be a time such as 2026-10-25T02:00:00.000Z, or the feedCursor of an earlier answer';
  throw failure('invalid_request', `changed_since ${message}.`, { fields: [{ field: parameter, message }] });
}

/** The position of a cost in the list of costs. */
export interface CostPosition {
  readonly day: string;
  readonly channel: string;
  readonly source: string;
  readonly campaign: string;
  readonly currency: string;
}

/** Encodes the position of a cost as an opaque cursor. */
export function encodeCostCursor({ day, channel, source, campaign, currency }: CostPosition): string {
  return Buffer.from(JSON.stringify([day, channel, source, campaign, currency])).toString('base64url');
}

/** Postgres has no year 0 and stores no NUL. */
const day = z.iso.date().refine((text) => text >= '0001');
const text = z.string().regex(/^[^\0]*$/);
const COST_POSITION = z.tuple([day, text, text, text, text]);

/** The position of a cursor. @throws AppError `invalid_request` if it is malformed. */
export function decodeCostCursor(cursor: string): CostPosition {
  const position = COST_POSITION.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!position.success) throw invalidCursor();
  const [first, channel, source, campaign, currency] = position.data;
  return { day: first, channel, source, campaign, currency };
}

/** The position of a payment or signup in the order of its time. */
export interface ConversionPosition {
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
  readonly conversionId: string;
}

/** Encodes the position of a conversion as an opaque cursor. */
export function encodeConversionCursor({ occurredAtMs, conversionId }: ConversionPosition): string {
  return Buffer.from(JSON.stringify([occurredAtMs, conversionId])).toString('base64url');
}

const CONVERSION_POSITION = z.tuple([z.int().nonnegative().max(Date.parse('2200-01-01')), text]);

/** The position of a cursor. @throws AppError `invalid_request` if it is malformed. */
export function decodeConversionCursor(cursor: string): ConversionPosition {
  const position = CONVERSION_POSITION.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!position.success) throw invalidCursor();
  const [occurredAtMs, conversionId] = position.data;
  return { occurredAtMs, conversionId };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalidCursor() {
  const message = 'must be the nextCursor of an earlier answer';
  return failure('invalid_request', `cursor ${message}.`, { fields: [{ field: 'cursor', message }] });
}
