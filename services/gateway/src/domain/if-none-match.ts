const TAG = /(?:W\/)?("[\x21\x23-\x7e]*")/g;

/**
 * Whether an If-None-Match header names the entity tag (RFC 9110 section 13.1.2). Weak tags match too: a proxy that packs
 * an answer weakens its tag. What is no list of tags names none, and the answer is then sent whole.
 *
 * @param etag with its quotes.
 */
export function isNamedBy(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || [...header.matchAll(TAG)].some(([, tag]) => tag === etag);
}
