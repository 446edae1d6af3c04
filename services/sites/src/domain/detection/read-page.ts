import { parseUrl } from '@headwater/kit/parse-url';
import type { SiteCategory } from '@headwater/protos/vocabulary';
import { allows, policiesOf, sourcesOf, type Fetches } from './content-policy';
import { finding, type FindingCode, type PageFacts } from './findings';
import { CONSENT_BANNERS, PLATFORMS, TITLE_WORDS } from './markers';

/** A fetched home page. */
export interface Page {
  /** After redirects. */
  readonly url: URL;
  /** The first MiB at most. */
  readonly html: string;
  /** The Content-Security-Policy header, or empty. */
  readonly policy: string;
}

const MAX_CATEGORIES = 3;
const MAX_TITLE_LENGTH = 200;
/** Limit per tag, so that a hostile page takes time linear in its length. */
const MAX_TAG_LENGTH = 2_000;
const TITLE = /^<title[^>]*>([^<]*)/i;
const HTML_TAG = /^<html[^>]*>/i;
const LANGUAGE = /\slang\s{0,5}=\s{0,5}["']?([a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3})(?![\w-])/i;
const ANY_SNIPPET = /data-site=["']?\d{1,16}["']? data-key=/i;

/** Extracts the facts of a home page by text search. Runs no script of the page. */
export function readPage(page: Page, site: { readonly domain: string; readonly siteKey: string }): PageFacts {
  const lower = page.html.toLowerCase();
  const title = plainText(TITLE.exec(from(page.html, /<title[\s>]/i))?.[1] ?? '');
  const language = LANGUAGE.exec(HTML_TAG.exec(from(page.html, /<html[\s>]/i))?.[0] ?? '')?.[1];
  const platform = PLATFORMS.find(({ markers }) => markers.some((marker) => lower.includes(marker)));
  const snippetFound = page.html.includes(site.siteKey);
  return {
    ...(title ? { title } : {}),
    ...(language ? { language } : {}),
    ...(platform ? { platform: platform.name } : {}),
    snippetFound,
    suggestedCategories: suggestions(title.toLowerCase(), platform?.suggests),
    findings: findingsOf(page, lower, { ...site, snippetFound }).map(finding),
  };
}

function findingsOf(
  page: Page,
  lower: string,
  site: { readonly domain: string; readonly siteKey: string; readonly snippetFound: boolean },
): FindingCode[] {
  const { url, html } = page;
  const { domain, snippetFound } = site;
  const tags = snippetTags(html, site.siteKey);
  const incomplete = hasIncompleteSnippet(html) || tags.some((tag) => !tag.get('data-site'));
  const otherKey = !snippetFound && !incomplete && ANY_SNIPPET.test(html);
  const checks: readonly (readonly [FindingCode, boolean])[] = [
    ['no_https', url.protocol === 'http:'],
    ['other_host', url.hostname !== domain && !url.hostname.endsWith(`.${domain}`)],
    ['snippet_of_other_site', otherKey],
    ['snippet_incomplete', incomplete],
    ['snippet_missing', !snippetFound && !otherKey && !incomplete],
    ['snippet_twice', tags.length > 1],
    ['consent_banner', CONSENT_BANNERS.some((marker) => lower.includes(marker))],
    ['consent_required', tags.some((tag) => tag.get('data-consent') === 'required')],
    ['respects_opt_out', tags.some((tag) => tag.has('data-respect'))],
    ['storage_off', tags.some((tag) => tag.get('data-storage') === 'none')],
    ...policyFindings(page, tags[0]),
  ];
  return checks.filter(([, applies]) => applies).map(([code]) => code);
}

/** Whether the page's policies block the snippet or its events; without a snippet, whether they restrict scripts. */
function policyFindings({ url, html, policy }: Page, tag: SnippetTag | undefined): [FindingCode, boolean][] {
  const policies = policiesOf(policy, html);
  const src = tag?.get('src') ?? '';
  const script = src === '' ? undefined : parseUrl(src, url);
  // Without a script, a placeholder shows whether a policy allows every https URL.
  const target = script ?? new URL('https://any.invalid/hw.js');
  const isBlocked = (fetches: Fetches, nonce?: string): boolean =>
    policies
      .map((each) => sourcesOf(each, fetches))
      .some((sources) => sources !== undefined && !allows(sources, target, url, nonce));
  if (!script) return [['csp_may_block', isBlocked('script')]];
  return [
    ['csp_blocks_script', isBlocked('script', tag?.get('nonce'))],
    ['csp_blocks_events', isBlocked('connect')],
  ];
}

/** The text from the first match on, up to the limit; empty without a match. */
function from(html: string, tag: RegExp): string {
  const start = html.search(tag);
  return start < 0 ? '' : html.slice(start, start + MAX_TAG_LENGTH);
}

function suggestions(title: string, ofPlatform: SiteCategory | undefined): SiteCategory[] {
  const ofTitle = TITLE_WORDS.filter(([, words]) => words.test(title)).map(([category]) => category);
  return [...new Set([...(ofPlatform ? [ofPlatform] : []), ...ofTitle])].slice(0, MAX_CATEGORIES);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
};

/** Decodes entities; gives one line without control characters or lone surrogates, which Postgres rejects in JSON. */
function plainText(html: string): string {
  const decoded = html.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (all, ...groups) => {
    const [decimal, hex, name] = groups as (string | undefined)[];
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code);
  });
  const line = decoded.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return Array.from(line).slice(0, MAX_TITLE_LENGTH).join('');
}

/** A snippet in a page: its attributes by lower-case name. */
type SnippetTag = ReadonlyMap<string, string>;

/** Bounds the time spent on a hostile page. */
const MAX_KEY_POSITIONS = 50;
const ATTRIBUTE =
  /([a-z][a-z0-9-]{0,40})(?:\s{0,5}=\s{0,5}(?:"([^"]{0,500})"|'([^']{0,500})'|([^\s"'>]{1,500})))?/gi;

/** Every script element with the site's key in an attribute. Ignores the key elsewhere, such as in a script's text. */
function snippetTags(html: string, siteKey: string): SnippetTag[] {
  const tags: SnippetTag[] = [];
  let at = -1;
  for (let position = 0; position < MAX_KEY_POSITIONS; position += 1) {
    at = html.indexOf(siteKey, at + 1);
    if (at < 0) break;
    const before = html.slice(Math.max(0, at - MAX_TAG_LENGTH), at);
    const start = before.toLowerCase().lastIndexOf('<script');
    const end = html.slice(at, at + MAX_TAG_LENGTH).indexOf('>');
    if (start < 0 || end < 0 || before.includes('>', start)) continue;
    tags.push(attributesOf(before.slice(start + '<script'.length) + html.slice(at, at + end)));
  }
  return tags;
}

/** Excludes `<`, so that a hostile page takes time linear in its length. */
const SCRIPT = /<script(\s[^<>]{0,2000})>/gi;

/** Whether the page loads the script, by its default name, without a site or key. */
function hasIncompleteSnippet(html: string): boolean {
  return [...html.matchAll(SCRIPT)]
    .filter(([, text = '']) => text.includes('/hw.js'))
    .map(([, text = '']) => attributesOf(text))
    .some((tag) => tag.get('src')?.endsWith('/hw.js') && !(tag.get('data-site') && tag.get('data-key')));
}

function attributesOf(text: string): SnippetTag {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find(Boolean) ?? '',
    ]),
  );
}
