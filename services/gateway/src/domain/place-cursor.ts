import { failure } from '@headwater/protos/error-codes';

/** A place in a list, as it is told to the caller. */
export function placeCursor(place: number): string {
  return Buffer.from(`p${place}`).toString('base64url');
}

/** @throws AppError `invalid_request` for what is no cursor of ours. */
export function placeOfCursor(cursor: string): number {
  const place = /^p(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (place !== undefined) return Number(place);
  const message = 'must be the nextCursor of an earlier answer';
  throw failure('invalid_request', `cursor ${message}.`, { fields: [{ field: 'cursor', message }] });
}
