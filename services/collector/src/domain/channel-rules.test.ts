import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNELS } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import vectors from '../../test/channel-vectors.json';
import { acquisitionOf } from './acquisition';
import { channelOf } from './channel-rules';
import { knownHosts } from './find-source';
import { parsePageUrl } from './page-url';

/** The channel of each category in Google's list of sources. */
const GA4_CHANNELS: Readonly<Record<string, string>> = {
  search: 'Organic Search',
  social: 'Organic Social',
  video: 'Organic Video',
  shopping: 'Organic Shopping',
};

describe('channel rules', () => {
  it('has at least 300 public test vectors that name every channel', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(300);
    expect(new Set(vectors.map((vector) => vector.channel))).toEqual(new Set(CHANNELS));
  });

  it('agrees with visits that were judged without the tables', () => {
    const file = join(__dirname, '../../test/classification/visits.tsv');
    const visits = readFileSync(file, 'utf8').trim().split('\n');
    const differing = visits.filter((line) => {
      const [, channel, referrer = '', query = ''] = line.split('\t');
      const landing = parsePageUrl(`https://site.example/?${query}`);
      return acquisitionOf(landing, referrer, 'site.example').channel !== channel;
    });
    expect(visits).toHaveLength(419);
    expect(differing).toEqual([]);
  });

  it("differs from Google's list of sources as CLASSIFICATION.md lists", () => {
    const text = readFileSync(join(__dirname, '../../CLASSIFICATION.md'), 'utf8');
    const table = text.slice(text.indexOf("Of Google's list"), text.indexOf('### Click ids'));
    const listed = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, sources = '']) =>
      [...sources.matchAll(/`([^`]+)`/g)].map(([, source]) => source),
    );
    const file = join(__dirname, '../../test/classification/sources.tsv');
    const rows = readFileSync(file, 'utf8').trim().split('\n');
    const differing = rows.filter((row) => {
      const [kind = '', source = ''] = row.split('\t');
      const page = (query: string) => parsePageUrl(`https://site.example/${query}`);
      const byTag = acquisitionOf(page(`?utm_source=${encodeURIComponent(source)}`), '', 'site.example');
      const byReferrer = acquisitionOf(page(''), `https://${source}/`, 'site.example');
      const isHost = /^[a-z0-9.-]+\.[a-z]{2,}$/.test(source);
      return [byTag, ...(isHost ? [byReferrer] : [])].some(({ channel }) => channel !== GA4_CHANNELS[kind]);
    });
    expect(rows).toHaveLength(819);
    expect(differing.map((row) => row.split('\t')[1]).sort()).toEqual(listed.sort());
  });

  it.each(vectors)('$why: $channel', (vector) => {
    const landing = parsePageUrl(vector.url);
    const { channel, source } = acquisitionOf(landing, vector.referrer, vector.domain);
    expect({ channel, ...('source' in vector ? { source } : {}) }).toEqual({
      channel: vector.channel,
      ...('source' in vector ? { source: vector.source } : {}),
    });
  });

  it('knows at least 300 hosts by itself', () => {
    expect(knownHosts().length).toBeGreaterThanOrEqual(300);
  });

  it('gives every touch a channel of the closed list', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('cpc', 'email', 'push', 'shop', 'organic', ''));
    const touch = fc.record({
      utmSource: word,
      utmMedium: word,
      utmCampaign: word,
      paidClick: fc.constantFrom('search' as const, 'display' as const, 'source' as const, undefined),
      paidTag: fc.boolean(),
      kind: fc.constantFrom('search', 'social', 'video', 'shopping', 'ai', 'email', 'other', undefined),
      fromSite: fc.boolean(),
    });
    fc.assert(
      fc.property(touch, (one) => {
        expect(CHANNELS).toContain(channelOf(one).channel);
      }),
    );
  });

  it('answers any landing page and referrer without throwing', () => {
    const landing = fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string());
    fc.assert(
      fc.property(landing, fc.oneof(fc.webUrl(), fc.string()), (url, referrer) => {
        expect(CHANNELS).toContain(acquisitionOf(parsePageUrl(url), referrer, 'shop.example').channel);
      }),
    );
  });

  it('keeps the answer when the query holds parameters that no rule reads', () => {
    fc.assert(
      fc.property(fc.constantFrom(...vectors), fc.nat(), (vector, id) => {
        const url = new URL(vector.url);
        url.searchParams.append('session', String(id));
        const { channel } = acquisitionOf(parsePageUrl(url.toString()), vector.referrer, vector.domain);
        expect(channel).toBe(vector.channel);
      }),
    );
  });
});
