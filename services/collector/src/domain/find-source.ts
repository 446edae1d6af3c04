import { cached } from './cached';
import { lookUpHost, registrableDomain } from './page-url';
import { ADS_SOURCES } from './sources/ads-sources';
import { AI_SOURCES } from './sources/ai-sources';
import { EMAIL_SOURCES } from './sources/email-sources';
import { OTHER_SOURCES } from './sources/other-sources';
import publicSources from './sources/public-sources.json';
import { PUBLISHED_SOURCES } from './sources/published-sources';
import { SEARCH_SOURCES } from './sources/search-sources';
import { SHOPPING_SOURCES } from './sources/shopping-sources';
import { SOCIAL_SOURCES } from './sources/social-sources';
import type { SourceKind, SourceRow } from './sources/source-row';
import { VIDEO_SOURCES } from './sources/video-sources';

/** The source of a visit. */
export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
}

/** Our tables, then Google's published list, then the public list: the first one with a host or a tag decides. */
const TABLES: readonly (readonly [SourceKind, readonly SourceRow[]])[] = [
  ['ads', ADS_SOURCES],
  ['search', SEARCH_SOURCES],
  ['social', SOCIAL_SOURCES],
  ['video', VIDEO_SOURCES],
  ['shopping', SHOPPING_SOURCES],
  ['ai', AI_SOURCES],
  ['email', EMAIL_SOURCES],
  ['other', OTHER_SOURCES],
  ...PUBLISHED_SOURCES,
  ...Object.entries(publicSources.kinds).map(
    ([kind, sources]): readonly [SourceKind, readonly SourceRow[]] => [
      kind as keyof typeof publicSources.kinds,
      Object.entries(sources).map(([name, hosts]): SourceRow => [name, '', hosts]),
    ],
  ),
];

const BY_HOST = index((row) => row[2]);
const BY_TAG = index((row) => row[1]);
const PATHS = new Map([...BY_HOST].filter(([word]) => word.includes('/')));

function index(words: (row: SourceRow) => string): ReadonlyMap<string, Source> {
  const found = new Map<string, Source>();
  for (const [kind, rows] of TABLES) {
    for (const row of rows) {
      for (const word of words(row).split(' ')) {
        if (word !== '' && !found.has(word)) found.set(word.replaceAll('%20', ' '), { name: row[0], kind });
      }
    }
  }
  return found;
}

/** First labels of hosts where people read their mail: `mail2.example.com`, `webmail.example.com`. */
const MAIL_LABEL =
  /^(?:(?:web|w|my|e|upc|light|hot|inbox)?-?mail(?:er|box|s|business|\d{1,2})?|webmail\d*|zimbra|roundcube|rainloop|horde|squirrelmail|owa|outlook|messagerie|poczta|posta|correo|correio)$/;

/** First labels of the hosts through which webmail of United Internet opens links. They are domains of their own. */
const DEREFERRER_LABEL = /^deref-[a-z0-9-]+$/;

/** First labels of pages of a search engine's company that are no search. */
const PRODUCT_LABEL =
  /^(?:answers?|blogs?|books|bookmarks|calendar|cafe|chat|cloud|console|contacts|developers?|docs?|drive|forms?|forums?|groups|help|jobs|keep|maps?|meet|messages|my|mypage|passport|photos?|pay|plus|profile|sites|store|support|translate|weather)$/;

/** Sources by `host/path`, for hosts in a table only: strangers choose other hosts and paths. */
const sourcesOfHosts = cached<Source>(5_000, findByHost);

/**
 * Returns the source of a referring host. The longest listed host wins, and a listed path wins over its host.
 *
 * @param path of the referrer, `''` when unknown; some sites have an assistant on a path (`x.com/i/grok`)
 */
export function sourceOfHost(host: string, path = ''): Source | undefined {
  return sourceOfPath(host, path) ?? sourcesOfHosts(host);
}

function sourceOfPath(host: string, path: string): Source | undefined {
  const [, first, second] = path.split('/', 3);
  if (first === undefined || first === '') return undefined;
  const site = host.replace(/^(?:www|mobile|m)\./, '');
  return PATHS.get(`${site}/${first}/${second ?? ''}`) ?? PATHS.get(`${site}/${first}`);
}

function findByHost(host: string): Source | undefined {
  const found = lookUpHost(BY_HOST, host);
  const listed = BY_HOST.has(host) || BY_HOST.has(host.replace(/^www\./, ''));
  const label = host.slice(0, host.indexOf('.'));
  if (!listed && found?.kind !== 'email' && isMailHost(host, label)) {
    return { name: found ? `${found.name} Mail` : host, kind: 'email' };
  }
  if (!listed && found?.kind === 'search' && PRODUCT_LABEL.test(label)) return { name: host, kind: 'other' };
  return found;
}

function isMailHost(host: string, label: string): boolean {
  // `posta.com.tr` is a newspaper, not the mail of `com.tr`.
  return DEREFERRER_LABEL.test(label) || (MAIL_LABEL.test(label) && registrableDomain(host) !== host);
}

/** Returns the source of a `utm_source`, which is a name or a host (`chatgpt.com`). */
export function sourceOfTag(utmSource: string): Source | undefined {
  const name = utmSource.toLowerCase();
  const known = BY_TAG.get(name);
  if (known) return known;
  return isHostLike(name) ? lookUpHost(BY_HOST, name) : platformOfAds(name)?.source;
}

/** Longest advertising tag that is read, in UTF-16 units. */
const MAX_AD_TAG = 64;

/** Short names of advertising platforms that are no tags by themselves. */
const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  g: 'google',
  ms: 'bing',
  tt: 'tiktok',
  yt: 'youtube',
};

/** Returns true for a tag that names paid traffic: `google_ads`, `fb-ads`, `adwords`, `acme ads`. */
export function isAdTag(utmSource: string): boolean {
  const name = utmSource.toLowerCase();
  return !BY_TAG.has(name) && !isHostLike(name) && platformOfAds(name) !== undefined;
}

/** The platform of an advertising tag. Alone (`ads`) or after a separator (`acme-ads`), the platform may be unknown. */
function platformOfAds(name: string): { readonly source: Source | undefined } | undefined {
  const [, stem, separator, word] =
    /^(.*?)([-_. +]*)(ad-?words|paid-?ads|ads?|paid|ppc|cpc)(?:[-_. ](?:paid|cpc|campaigns?))?$/.exec(
      name.slice(0, MAX_AD_TAG),
    ) ?? [];
  if (stem === undefined) return undefined;
  const platform = stem === '' && word?.endsWith('words') ? 'google' : (PLATFORM_NAMES[stem] ?? stem);
  const source = BY_TAG.get(platform) ?? BY_TAG.get(stem.replace(/[-_. ]/g, ''));
  return source !== undefined || separator !== '' || stem === '' ? { source } : undefined;
}

/** Returns true for a tag in the form of a host name: `partner.example`, not `partner` or `v2.0`. */
export function isHostLike(name: string): boolean {
  return /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(name.toLowerCase());
}

/** Returns every host of the tables, for tests. */
export function knownHosts(): readonly string[] {
  return [...BY_HOST.keys()];
}
