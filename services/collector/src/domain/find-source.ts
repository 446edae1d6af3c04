import { parse } from '@tryghost/referrer-parser';
import { BoundedMemo } from './bounded-memo';
import { lookUpHost } from './host-name';
import { AI_SOURCES } from './sources/ai-sources';
import { EMAIL_SOURCES } from './sources/email-sources';
import { OTHER_SOURCES } from './sources/other-sources';
import { SEARCH_SOURCES } from './sources/search-sources';
import { SHOPPING_SOURCES } from './sources/shopping-sources';
import { SOCIAL_SOURCES } from './sources/social-sources';
import type { SourceKind, SourceRow } from './sources/source-row';
import { VIDEO_SOURCES } from './sources/video-sources';

/** A visit's source: its display name, and its kind where it is a known one. */
export interface Source {
  readonly name: string;
  readonly kind: SourceKind;
}

const TABLES: readonly (readonly [SourceKind, readonly SourceRow[]])[] = [
  ['search', SEARCH_SOURCES],
  ['social', SOCIAL_SOURCES],
  ['video', VIDEO_SOURCES],
  ['shopping', SHOPPING_SOURCES],
  ['ai', AI_SOURCES],
  ['email', EMAIL_SOURCES],
  ['other', OTHER_SOURCES],
];

const BY_HOST = index((row) => row[2]);
const BY_TAG = index((row) => row[1]);

function index(words: (row: SourceRow) => string): ReadonlyMap<string, Source> {
  return new Map(
    TABLES.flatMap(([kind, rows]) =>
      rows.flatMap((row) =>
        words(row)
          .split(' ')
          .filter((word) => word !== '')
          .map((word): [string, Source] => [word, { name: row[0], kind }]),
      ),
    ),
  );
}

/** Kinds that the public list's mediums stand for. Its `paid` and `unknown` say nothing that we use. */
const PUBLIC_MEDIUMS: Readonly<Record<string, SourceKind>> = {
  search: 'search',
  social: 'social',
  email: 'email',
  referral: 'other',
};

// The public list matches by prefix: `google.com.evil.test` would pass for Google. A listed host no longer matches
// when its last letter is gone, a longer host that only begins with one still does.
const publicSources = new BoundedMemo<Source | undefined>(5_000, (host) => {
  const found = publicSource(host);
  return found && !publicSource(host.slice(0, -1)) ? found : undefined;
});

function publicSource(host: string): Source | undefined {
  const { referrerSource, referrerMedium } = parse(`https://${host}/`);
  const kind = PUBLIC_MEDIUMS[referrerMedium ?? ''];
  return kind && referrerSource ? { name: referrerSource, kind } : undefined;
}

/** The known source behind a referring host: our own tables first, then the public list. */
export function sourceOfHost(host: string): Source | undefined {
  return lookUpHost(BY_HOST, host) ?? publicSources.get(host);
}

/** The known source that a `utm_source` names, by a name of its own or by a host (`chatgpt.com`). */
export function sourceOfTag(utmSource: string): Source | undefined {
  const name = utmSource.toLowerCase();
  const known = BY_TAG.get(name);
  if (known) return known;
  return isHostLike(name) ? lookUpHost(BY_HOST, name) : undefined;
}

/** True for a tag that is written as a host name: `partner.example`, not `partner` or `v2.0`. */
export function isHostLike(name: string): boolean {
  return /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(name.toLowerCase());
}

/** Every host of our own tables, for tests. */
export function knownHosts(): readonly string[] {
  return [...BY_HOST.keys()];
}
