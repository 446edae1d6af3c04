/** An instant as ClickHouse reads it for a DateTime64(3, 'UTC'): `2026-10-25 00:00:00.000`. @param ms Unix milliseconds. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
}
