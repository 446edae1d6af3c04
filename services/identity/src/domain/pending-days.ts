/** For so many days a link waits for its visitor's events, and an attribution may be mended by events that come late. */
const PENDING_DAYS = 30;

/** What came before this moment is settled. @param nowMs Unix milliseconds @returns Unix milliseconds */
export function pendingSince(nowMs: number): number {
  return nowMs - PENDING_DAYS * 86_400_000;
}
