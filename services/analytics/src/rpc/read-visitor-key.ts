import { VISITOR_KEY_BYTES } from '../domain/export/pseudonyms';
import { invalid, refusal } from '../domain/query/problem';

/** A workspace's key as it came. @throws AppError `invalid_request`. */
export function readVisitorKey(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== VISITOR_KEY_BYTES)
    throw refusal([invalid('visitorKey', `must have ${VISITOR_KEY_BYTES} bytes`)]);
  return bytes;
}
