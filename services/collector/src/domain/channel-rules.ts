import { CHANNEL_RULES, type Channel } from '@headwater/protos/vocabulary';
import type { Source } from './find-source';

/*
 * The channel of a session: an ordered list of rules, the first match wins.
 *
 * The rules are those of GA4's default channel group (support.google.com/analytics/answer/9756891), except that
 *
 * 1. AI Assistants is a channel: ChatGPT, Perplexity, Claude, Gemini, Copilot and the others of sources/ai-sources.ts,
 *    by referrer or by `utm_source`. Paid traffic of theirs is Paid Other.
 * 2. Direct is the fall-through: what GA4 calls Unassigned is Direct here.
 * 3. Click ids count (acquisition.ts has their table). A `gclid`, `gbraid`, `wbraid`, `gad_source` or `msclkid` makes Paid Search
 *    whatever the other tags say, unless a rule above it matches. `fbclid` never means paid: Facebook adds it to unpaid links, too.
 *    A tag that names ads (`google_ads`, `fb-ads`) or an advertising network (`taboola`) is paid; GA4 knows it as no source.
 * 4. The site's own domain, payment providers and sign-in pages are never a source (acquisition.ts removes them before the rules
 *    run).
 * 5. Email includes webmail, newsletter senders and common tags of mailings (sources/email-sources.ts). GA4 accepts only the
 *    spellings of "email".
 * 6. Referral includes every visit from another website, by referrer or by a `utm_source` that names one, beside GA4's
 *    mediums; GA4 sets the medium `referral` on such visits itself.
 *
 * CLASSIFICATION.md of the collector lists the single sources that differ.
 *
 * Increase RULES_VERSION with a change of a rule or of a table under sources/ that moves visits to another channel.
 */

/** The input of the rules. Strings are lower case, `''` where absent. */
export interface Touch {
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  /** What was clicked, when the landing URL carries the id of a paid click: `source` stands for an ad on the source itself. */
  readonly paidClick: 'search' | 'display' | 'source' | undefined;
  /** True when `utm_source` names ads: `google_ads`. */
  readonly paidTag: boolean;
  readonly kind: Source['kind'] | undefined;
  /** True when the source is a website or app: from an external referrer or named by `utm_source`. */
  readonly fromSite: boolean;
}

export interface ChannelVerdict {
  readonly channel: Channel;
  /** Id of the rule that decided. */
  readonly rule: string;
}

const PAID_MEDIUM = /^(.*cp.*|ppc|retargeting|paid.*)$/;
const SHOPPING_CAMPAIGN = /^(.*(([^a-df-z]|^)shop|shopping).*)$/;
const DISPLAY_MEDIUMS = new Set(['display', 'banner', 'expandable', 'interstitial', 'cpm']);
const SOCIAL_MEDIUMS = new Set([
  'social',
  'social-network',
  'social-media',
  'sm',
  'social network',
  'social media',
]);
const VIDEO_MEDIUM = /^(.*video.*)$/;
const EMAIL_WORD = /^e[-_ ]?mail$/;
const AFFILIATE_MEDIUMS = new Set(['affiliate', 'affiliates']);
const REFERRAL_MEDIUMS = new Set(['referral', 'app', 'link']);
const PUSH_MEDIUM = /push$|mobile|notification/;

const display = (t: Touch): boolean => DISPLAY_MEDIUMS.has(t.utmMedium) || t.paidClick === 'display';
const paid = (t: Touch): boolean =>
  PAID_MEDIUM.test(t.utmMedium) ||
  (!display(t) && (t.kind === 'ads' || t.paidTag || t.paidClick === 'source'));
const shopping = (t: Touch): boolean => t.kind === 'shopping' || SHOPPING_CAMPAIGN.test(t.utmCampaign);

type RuleId = keyof typeof CHANNEL_RULES;
/** In the order of CHANNEL_RULES, which contains their channels. */
type Rules = Readonly<Record<RuleId, (touch: Touch) => boolean>>;

const RULES: Rules = {
  'cross-network': (t) => t.utmCampaign.includes('cross-network'),
  'paid-shopping': (t) => shopping(t) && paid(t),
  'paid-search': (t) => t.paidClick === 'search' || (t.kind === 'search' && paid(t)),
  'paid-social': (t) => t.kind === 'social' && paid(t),
  'paid-video': (t) => t.kind === 'video' && paid(t),
  display: display,
  'paid-other': paid,
  'organic-shopping': shopping,
  'organic-social': (t) => t.kind === 'social' || SOCIAL_MEDIUMS.has(t.utmMedium),
  'organic-video': (t) => t.kind === 'video' || VIDEO_MEDIUM.test(t.utmMedium),
  'ai-assistants': (t) => t.kind === 'ai',
  'organic-search': (t) => t.kind === 'search' || t.utmMedium === 'organic',
  email: (t) => t.kind === 'email' || EMAIL_WORD.test(t.utmMedium) || EMAIL_WORD.test(t.utmSource),
  affiliates: (t) => AFFILIATE_MEDIUMS.has(t.utmMedium),
  audio: (t) => t.utmMedium === 'audio',
  sms: (t) => t.utmSource === 'sms' || t.utmMedium === 'sms',
  push: (t) => PUSH_MEDIUM.test(t.utmMedium) || t.utmSource === 'firebase',
  referral: (t) => t.fromSite || REFERRAL_MEDIUMS.has(t.utmMedium),
  direct: () => true,
};

const IDS = Object.keys(CHANNEL_RULES) as RuleId[];

/** Returns the channel of a session that began with this touch. */
export function channelOf(touch: Touch): ChannelVerdict {
  for (const rule of IDS) if (RULES[rule](touch)) return { channel: CHANNEL_RULES[rule], rule };
  throw new Error('unreachable: the last rule matches everything');
}
