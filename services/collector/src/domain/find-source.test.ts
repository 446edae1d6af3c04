import { sourceOfHost, sourceOfTag } from './find-source';

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
});
