const KEYED = 'key.';

/** The operation id of all requests with one Idempotency-Key. @param digest keyed, so that the id reveals no key */
export function keyedOperationId(digest: Buffer): string {
  return `${KEYED}${digest.toString('hex')}`;
}

/** Whether the caller may repeat the operation for as long as an Idempotency-Key is stored. Otherwise only gRPC retries it. */
export function isKeyedOperation(id: string): boolean {
  return id.startsWith(KEYED);
}
