/** Formats a key with English as the browser language. */
async function formatKey(dimension: string, key: string): Promise<string> {
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
  const names = await import('./names');
  return names.formatKey(dimension, key);
}

test.each([
  ['country', 'DE', 'Germany'],
  ['country', '(none)', 'Unknown'],
  ['country', 'Germany', 'Germany'],
  ['region', 'DE-BE', 'BE, Germany'],
  ['region', 'US-CA', 'CA, United States'],
  ['region', 'FR-2A', '2A, France'],
  ['region', '(none)', 'Unknown'],
  ['region', 'somewhere', 'somewhere'],
  ['device', 'mobile', 'Mobile'],
  ['pathname', '/DE-BE', '/DE-BE'],
])('the %s %s is shown as %s', async (dimension, key, read) => {
  expect(await formatKey(dimension, key)).toBe(read);
});
