const now = new Date('2026-10-30T12:00:00Z');

/** Formats the time in this number of seconds, with English as the browser language. */
async function at(seconds: number): Promise<string> {
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
  const { formatAgo } = await import('./dates');
  return formatAgo(new Date(now.getTime() + seconds * 1_000).toISOString(), now);
}

test.each([
  [-180, '3 minutes ago'],
  [-86_400, 'yesterday'],
  [12 * 86_400, 'in 12 days'],
  // The clock of the server is ahead.
  [1, 'now'],
  [59, 'now'],
])('a time in %s s is shown as %s', async (seconds, shown) => {
  expect(await at(seconds)).toBe(shown);
});
