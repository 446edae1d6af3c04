/** True for a number that can be a site's id: positive, and exact in a JavaScript number (a proto int64 may exceed it). */
export function isSiteId(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}
