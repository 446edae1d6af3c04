/** The campaign tags of a landing URL, `''` where absent, and the ad click that led there. */
export interface Campaign {
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly utmCampaign: string;
  readonly utmTerm: string;
  readonly utmContent: string;
  /** The search engine whose paid click the URL carries an id of. */
  readonly paidClick: 'Google' | 'Bing' | '';
}

/** Longest tag stored, in UTF-16 units; the rest is cut. */
const MAX_TAG = 255;

/** Click ids that only paid search clicks carry. `fbclid` is not here: Facebook adds it to unpaid links too. */
const PAID_CLICK_IDS = [
  ['gclid', 'Google'],
  ['gbraid', 'Google'],
  ['wbraid', 'Google'],
  ['msclkid', 'Bing'],
] as const;

/** Reads the tags of a landing page's query. */
export function readCampaign(query: URLSearchParams): Campaign {
  return {
    utmSource: tag(query, 'utm_source'),
    utmMedium: tag(query, 'utm_medium'),
    utmCampaign: tag(query, 'utm_campaign'),
    utmTerm: tag(query, 'utm_term'),
    utmContent: tag(query, 'utm_content'),
    paidClick: PAID_CLICK_IDS.find(([id]) => query.get(id))?.[1] ?? '',
  };
}

function tag(query: URLSearchParams, name: string): string {
  // Control characters come only from tampering; they would garble exports. Half of an emoji that was cut in two would
  // be refused by ClickHouse, and the event with it.
  return (query.get(name) ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TAG)
    .toWellFormed();
}
