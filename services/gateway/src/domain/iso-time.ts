/** Unix milliseconds as ISO 8601 in UTC, `2026-10-25T02:00:00.000Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
