import { parseUrl } from '@headwater/kit/parse-url';
import type { ColumnsOf } from '@headwater/eventstore/event-columns';
import { RULES_VERSION, type Channel } from '@headwater/protos/vocabulary';
import { channelOf } from './channel-rules';
import { isAdTag, isHostLike, sourceOfHost, sourceOfTag, type Source } from './find-source';
import { foldPathname, hostOf, isWithin, type PageUrl } from './page-url';
import { cutText } from './scrub';
import { isPassedPage } from './sources/passed-hosts';

/** The acquisition of a session, read from its first page and referrer. Carries the columns of the event row. */
export interface Acquisition extends ColumnsOf<'acquisition'> {
  readonly channel: Channel;
  /** Id of the channel rule that decided; `''` when the acquisition was read from a stored session. */
  readonly rule: string;
}

const NO_QUERY = new URLSearchParams();

/**
 * Returns source and channel of a session.
 *
 * As in GA4 a `utm_source` replaces the referrer as the source. Without the tag, so does the platform of a paid click. Without a
 * referrer, so does the platform of any click id: apps often remove the referrer.
 *
 * @param landing the session's first page, undefined when unknown
 * @param domain the site's registered domain
 */
export function acquisitionOf(
  landing: PageUrl | undefined,
  rawReferrer: string,
  domain: string,
): Acquisition {
  const query = landing?.query ?? NO_QUERY;
  const tags = readCampaign(query);
  const referrer = externalReferrer(rawReferrer, domain);
  const click = clickOf(query, tags.utm_source, referrer);
  const known = knownSource(tags.utm_source, click, referrer);
  const { channel, rule } = channelOf({
    utmSource: tags.utm_source.toLowerCase(),
    utmMedium: tags.utm_medium.toLowerCase(),
    utmCampaign: tags.utm_campaign.toLowerCase(),
    paidClick: click?.paid,
    paidTag: isAdTag(tags.utm_source),
    kind: known?.kind,
    fromSite: referrer !== undefined || known?.kind === 'other' || isHostLike(tags.utm_source),
  });
  return {
    channel,
    rule,
    rules_version: RULES_VERSION,
    source: known?.name ?? nameOf(tags.utm_source, referrer),
    referrer: referrer?.text ?? '',
    ...tags,
    landing: landing ? `${landing.hostname}${landing.pathname}` : '',
  };
}

function knownSource(
  tag: string,
  click: ClickId | undefined,
  referrer: Referrer | undefined,
): Source | undefined {
  if (tag !== '') return sourceOfTag(tag);
  if (click !== undefined) return { name: click.name, kind: click.kind };
  return referrer && sourceOfHost(referrer.host, referrer.path);
}

/** The name of a source that is in no table. */
function nameOf(tag: string, referrer: Referrer | undefined): string {
  return tag === '' ? (referrer?.host.replace(/^www\./, '') ?? '') : tag;
}

/** Longest campaign tag stored, in UTF-16 units; the rest is cut. */
const MAX_TAG = 255;

/** The campaign tags of a landing page's query, `''` where absent. */
function readCampaign(query: URLSearchParams) {
  return {
    utm_source: tagOf(query, 'utm_source'),
    utm_medium: tagOf(query, 'utm_medium'),
    utm_campaign: tagOf(query, 'utm_campaign'),
    utm_term: tagOf(query, 'utm_term'),
    utm_content: tagOf(query, 'utm_content'),
  };
}

function tagOf(query: URLSearchParams, name: string): string {
  // Control characters come only from tampering and would garble exports. ClickHouse rejects an event with half a surrogate
  // pair, which the cut may leave.
  const tag = (query.get(name) ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  return cutText(tag, MAX_TAG).trimEnd().toWellFormed();
}

/** A click id in the landing URL: the platform that added it, and what the click was if it was paid for. */
interface ClickId extends Source {
  readonly id: string;
  readonly paid?: 'search' | 'display' | 'source';
}

/**
 * Click ids by parameter, most certain first. The platform adds the paid ones to clicks on ads only, and the others to all links.
 * A paid search click decides whatever the tags say; any other id counts only if no tag names another source.
 */
const CLICK_IDS: readonly ClickId[] = [
  { id: 'gclid', name: 'Google', kind: 'search', paid: 'search' },
  { id: 'gbraid', name: 'Google', kind: 'search', paid: 'search' },
  { id: 'wbraid', name: 'Google', kind: 'search', paid: 'search' },
  { id: 'gad_source', name: 'Google', kind: 'search', paid: 'search' },
  { id: 'gad_campaignid', name: 'Google', kind: 'search', paid: 'search' },
  { id: 'msclkid', name: 'Bing', kind: 'search', paid: 'search' },
  { id: 'yclid', name: 'Yandex', kind: 'search', paid: 'source' },
  { id: 'dclid', name: 'Google', kind: 'search', paid: 'display' },
  { id: 'ttclid', name: 'TikTok', kind: 'social', paid: 'source' },
  { id: 'twclid', name: 'X', kind: 'social', paid: 'source' },
  { id: 'li_fat_id', name: 'LinkedIn', kind: 'social', paid: 'source' },
  { id: 'rdt_cid', name: 'Reddit', kind: 'social', paid: 'source' },
  { id: 'ScCid', name: 'Snapchat', kind: 'social', paid: 'source' },
  { id: 'sccid', name: 'Snapchat', kind: 'social', paid: 'source' },
  { id: 'qclid', name: 'Quora', kind: 'social', paid: 'source' },
  { id: 'obclid', name: 'Outbrain', kind: 'ads', paid: 'source' },
  { id: 'tblci', name: 'Taboola', kind: 'ads', paid: 'source' },
  { id: 'mc_eid', name: 'Mailchimp', kind: 'email' },
  { id: 'mc_cid', name: 'Mailchimp', kind: 'email' },
  { id: '_hsenc', name: 'HubSpot email', kind: 'email' },
  { id: '_kx', name: 'Klaviyo', kind: 'email' },
  { id: 'mkt_tok', name: 'Marketo', kind: 'email' },
  { id: 'fbclid', name: 'Facebook', kind: 'social' },
  { id: 'igshid', name: 'Instagram', kind: 'social' },
  { id: 'igsh', name: 'Instagram', kind: 'social' },
  { id: 'epik', name: 'Pinterest', kind: 'social' },
];

/** The click id that counts for a session. */
function clickOf(query: URLSearchParams, tag: string, referrer: Referrer | undefined): ClickId | undefined {
  return CLICK_IDS.find(({ id, name, paid }) => {
    if (!query.get(id)) return false;
    if (paid === 'search') return true;
    if (tag !== '') return paid !== undefined && sourceOfTag(tag)?.name === name;
    return paid !== undefined || referrer === undefined;
  });
}

/** The website or app that linked to the first page. */
interface Referrer {
  /** Lower-case host, or the package name of an Android app. */
  readonly host: string;
  /** Without query; `/` for an app. */
  readonly path: string;
  /** Host and path without query, as stored: `www.google.com`, `news.ycombinator.com/item`. */
  readonly text: string;
}

const SCHEMES: ReadonlySet<string> = new Set(['https:', 'http:', 'android-app:', 'ios-app:']);
/**
 * The referrer, unless it is the site itself, a payment page or a sign-in page: the visitor was on the site before, so none of them
 * is a source.
 */
function externalReferrer(raw: string, domain: string): Referrer | undefined {
  const referrer = parseReferrer(raw);
  if (!referrer || isWithin(referrer.host, domain)) return undefined;
  return isPassedPage(referrer.host, referrer.path) ? undefined : referrer;
}

function parseReferrer(raw: string): Referrer | undefined {
  const url = raw === '' ? undefined : parseUrl(raw);
  if (!url) return undefined;
  const host = SCHEMES.has(url.protocol) ? hostOf(url) : undefined;
  if (host === undefined) return undefined;
  // An app's path repeats the page's address (android-app://package/https/host); the package name is enough.
  const path = url.protocol.endsWith('-app:') ? '/' : foldPathname(url.pathname);
  return { host, path, text: path === '/' ? host : `${host}${path}` };
}
