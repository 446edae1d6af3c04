import fc from 'fast-check';
import { isAdTag, knownHosts, sourceOfHost, sourceOfTag } from './find-source';

describe('find source', () => {
  it('takes the longest host', () => {
    expect(sourceOfHost('mail.google.com')).toEqual({ name: 'Gmail', kind: 'email' });
    expect(sourceOfHost('www.google.com')).toEqual({ name: 'Google', kind: 'search' });
  });

  it('falls back to the public list', () => {
    expect(sourceOfHost('search.lycos.example.org')).toBeUndefined();
    expect(sourceOfHost('paper.li')).toEqual({ name: 'Paper.li', kind: 'social' });
  });

  it.each(['google.com.evil.test', 'paper.life', 'vk.community.org', 'paper.li.evil.test'])(
    'does not take %s for a listed host that it begins with',
    (host) => {
      expect(sourceOfHost(host)).toBeUndefined();
    },
  );

  it.each(['__proto__', 'constructor', 'toString', ''])('finds nothing under the tag %j', (tag) => {
    expect(sourceOfTag(tag)).toBeUndefined();
  });

  it('takes a host within a listed host, unless a longer one is listed, for any host', () => {
    const hosts = knownHosts().filter((host) => !host.includes('/'));
    fc.assert(
      fc.property(fc.constantFrom(...hosts), fc.domain(), (host, other) => {
        expect(sourceOfHost(`zzz-part.${host}`)).toEqual(sourceOfHost(host));
        expect(sourceOfHost(`${host}.zzz-other.example`)?.name ?? '').not.toBe(sourceOfHost(host)?.name);
        sourceOfHost(other);
      }),
      { numRuns: 2_000, seed: 18 },
    );
  });

  it.each([
    ['x.com', '/i/grok', 'ai'],
    ['x.com', '/i/grok/share/1', 'ai'],
    ['www.bing.com', '/chat', 'ai'],
    ['x.com', '/grok', 'social'],
    ['x.com', '', 'social'],
  ])('reads the path of %s%s', (host, path, kind) => {
    expect(sourceOfHost(host, path)?.kind).toBe(kind);
  });

  it.each(['google_ads', 'GAds', 'fb ads', 'tiktok-paid', 'acme-ads', 'paid ads'])(
    'takes %s for ads',
    (tag) => {
      expect(isAdTag(tag)).toBe(true);
    },
  );

  it.each(['google', 'downloads', 'nomads', 'threads', 'lead', 'uploads', 'android', 'ad.example.com', ''])(
    'does not take %j for ads',
    (tag) => {
      expect(isAdTag(tag)).toBe(false);
    },
  );

  it('answers any tag and host without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (text, path) => {
        sourceOfTag(text);
        isAdTag(text);
        sourceOfHost(text, path);
      }),
    );
  });
});
