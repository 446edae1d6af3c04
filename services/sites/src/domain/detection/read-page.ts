import type { SiteCategory } from '@headwater/protos/vocabulary';
import { allows, policiesOf, sourcesOf, type Fetches } from './content-policy';
import type { PageFacts } from './detection';
import { finding, type FindingCode } from './findings';
import { CONSENT_BANNERS, PLATFORMS, TITLE_WORDS } from './markers';
import { snippetTags, type SnippetTag } from './snippet-tag';

/** A home page as it was read. */
export interface Page {
  /** Where the redirects ended. */
  readonly url: URL;
  /** At most the first MiB. */
  readonly html: string;
  /** The header Content-Security-Policy, or empty. */
  readonly policy: string;
}

const MOST_CATEGORIES = 3;
const LONGEST_TITLE = 200;
// Only the first tag of a name is looked at, and but so far: the page is a stranger's, and the time to read it must grow
// with its length alone.
const LONGEST_TAG = 2_000;
const TITLE = /^<title[^>]*>([^<]*)/i;
const HTML_TAG = /^<html[^>]*>/i;
const LANGUAGE = /\slang\s{0,5}=\s{0,5}["']?([a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3})(?![\w-])/i;
const ANY_SNIPPET = /data-site=["']?\d{1,16}["']? data-key=/i;
/** Reads what a home page says: pure text search, no script of the page is run. */
export function readPage(page: Page, site: { readonly domain: string; readonly siteKey: string }): PageFacts {
  const lower = page.html.toLowerCase();
  const title = plainText(TITLE.exec(from(page.html, /<title[\s>]/i))?.[1] ?? '');
  const language = LANGUAGE.exec(HTML_TAG.exec(from(page.html, /<html[\s>]/i))?.[0] ?? '')?.[1];
  const platform = PLATFORMS.find(({ marks }) => marks.some((mark) => lower.includes(mark)));
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
  const otherKey = !snippetFound && ANY_SNIPPET.test(html);
  const tags = snippetTags(html, site.siteKey);
  const found: readonly (readonly [FindingCode, boolean])[] = [
    ['no_https', url.protocol === 'http:'],
    ['other_host', url.hostname !== domain && !url.hostname.endsWith(`.${domain}`)],
    ['snippet_of_other_site', otherKey],
    ['snippet_missing', !snippetFound && !otherKey],
    ['snippet_twice', tags.length > 1],
    ['consent_banner', CONSENT_BANNERS.some((mark) => lower.includes(mark))],
    ['consent_required', tags.some((tag) => tag.get('data-consent') === 'required')],
    ['respects_opt_out', tags.some((tag) => tag.has('data-respect'))],
    ['storage_off', tags.some((tag) => tag.get('data-storage') === 'none')],
    ...policyFindings(page, tags[0]),
  ];
  return found.filter(([, isSo]) => isSo).map(([code]) => code);
}

/** Whether the page's policies let the snippet run and send; without a snippet, whether they name scripts at all. */
function policyFindings({ url, html, policy }: Page, tag: SnippetTag | undefined): [FindingCode, boolean][] {
  const policies = policiesOf(policy, html);
  const src = tag?.get('src') ?? '';
  const script = URL.canParse(src, url.href) && src !== '' ? new URL(src, url) : undefined;
  // Any https address will do to find out whether a policy is open to all of them.
  const asked = script ?? new URL('https://any.invalid/hw.js');
  const isBlocked = (fetches: Fetches, nonce?: string): boolean =>
    policies
      .map((each) => sourcesOf(each, fetches))
      .some((sources) => sources !== undefined && !allows(sources, asked, url, nonce));
  if (!script) return [['csp_may_block', isBlocked('script')]];
  return [
    ['csp_blocks_script', isBlocked('script', tag?.get('nonce'))],
    ['csp_blocks_events', isBlocked('connect')],
  ];
}

/** The beginning of what stands from the first match on; empty without one. */
function from(html: string, tag: RegExp): string {
  const start = html.search(tag);
  return start < 0 ? '' : html.slice(start, start + LONGEST_TAG);
}

function suggestions(title: string, ofPlatform: SiteCategory | undefined): SiteCategory[] {
  const ofTitle = TITLE_WORDS.filter(([, words]) => words.test(title)).map(([category]) => category);
  return [...new Set([...(ofPlatform ? [ofPlatform] : []), ...ofTitle])].slice(0, MOST_CATEGORIES);
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

/** Entities decoded, one line, no control characters or halves of characters: Postgres stores neither in JSON. */
function plainText(html: string): string {
  const decoded = html.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (all, ...groups) => {
    const [decimal, hex, name] = groups as (string | undefined)[];
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code);
  });
  const clean = decoded.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return Array.from(clean).slice(0, LONGEST_TITLE).join('');
}
