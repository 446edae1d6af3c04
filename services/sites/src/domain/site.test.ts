import { randomBytes } from 'node:crypto';
import { isSameSiteKey, SITE_KEY_BYTES, siteKeyFrom } from './site';

describe('a site key', () => {
  it('is 24 url-safe characters', () => {
    for (let n = 0; n < 100; n += 1)
      expect(siteKeyFrom(randomBytes(SITE_KEY_BYTES))).toMatch(/^[A-Za-z0-9_-]{24}$/);
  });

  it('equals only itself, for keys of any length', () => {
    const key = siteKeyFrom(Buffer.alloc(SITE_KEY_BYTES, 7));
    expect(isSameSiteKey(key, key)).toBe(true);
    for (const other of ['', key.slice(1), `${key}A`, key.toLowerCase(), 'x'.repeat(100_000)])
      expect(isSameSiteKey(key, other)).toBe(false);
  });
});
