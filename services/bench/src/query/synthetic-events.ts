/** A site whose events are made up. */
export interface SyntheticSite {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** One stretch of a site's events. */
export interface Stretch {
  readonly site: SyntheticSite;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Numbers of the events within the day, half-open; the same number is always the same event. */
  readonly from: number;
  readonly to: number;
  /** Visitors that the site has in all. */
  readonly visitors: number;
  /** Spreads the sessions over so many sites from this one on, by Zipf's law. Default 1. */
  readonly sites?: number;
}

/** Names of the events, of 60 that are not the first of a session; a session's first is a pageview. */
const NAMES = { pageview: 10, click: 20, add_to_cart: 15, purchase: 10, signup: 5 } as const;

/** Where sessions come from: channel, source, referrer, utm_source, utm_medium, utm_campaign. */
const SOURCES = [
  ['Direct', '', '', '', '', ''],
  ['Organic Search', 'Google', 'www.google.com/', '', '', ''],
  ['Organic Search', 'Bing', 'www.bing.com/', '', '', ''],
  ['Paid Search', 'Google', 'www.google.com/', 'google', 'cpc', 'brand'],
  ['Paid Search', 'Google', 'www.google.com/', 'google', 'cpc', 'autumn-sale'],
  ['Organic Social', 'Reddit', 'www.reddit.com/r/analytics', '', '', ''],
  ['AI Assistants', 'ChatGPT', 'chatgpt.com/', '', '', ''],
  ['Email', '', '', 'newsletter', 'email', 'week-41'],
  ['Referral', 'news.example.org', 'news.example.org/item', '', '', ''],
  ['Direct', '', '', '', '', ''],
] as const;

/** Sessions by ten events: two of one event, one of two, one of six. First the session, then the place within. */
const SESSION_OF_SLOT = [0, 1, 2, 2, 3, 3, 3, 3, 3, 3];
const PLACE_OF_SLOT = [0, 0, 0, 1, 0, 1, 2, 3, 4, 5];

const nameList = Object.entries(NAMES).flatMap(([name, share]) => Array<string>(share).fill(name));
const texts = (list: readonly string[]): string => `[${list.map((text) => `'${text}'`).join(', ')}]`;
/** Zipf with exponent 1: the k-th of n values is drawn about in proportion to 1/k. */
const zipf = (random: string, n: number): string => `toUInt32(exp((${random} % 100000) / 100000 * ln(${n})))`;
const path = (random: string): string =>
  `concat(${texts(['/', '/blog/', '/docs/guides/', '/products/'])}[1 + ${random} % 4], 'a-page-of-rank-', toString(${zipf(random, 2_000)}))`;

/**
 * Makes a stretch of events within ClickHouse, in every column that the collector writes: sessions of one to six events,
 * half of all events pageviews, five properties each, pages and articles by Zipf's law.
 */
export function insertStretch(stretch: Stretch): string {
  const { site, day, from, to, visitors } = stretch;
  const columns = columnsSql(stretch);
  return `INSERT INTO events (${Object.keys(columns).join(', ')})
WITH
  intDiv(number, 10) * 4 + ${JSON.stringify(SESSION_OF_SLOT)}[1 + number % 10] AS session,
  ${JSON.stringify(PLACE_OF_SLOT)}[1 + number % 10] AS place,
  cityHash64(${site.siteId}, '${day}', session, 'session') AS of_session,
  cityHash64(${site.siteId}, '${day}', number, 'event') AS of_event,
  cityHash64(${site.workspaceId}, ${site.siteId}, of_session % ${visitors}, 'visitor') AS of_visitor,
  ${path('intDiv(of_session, 7)')} AS first_path,
  [${SOURCES.map((source) => `(${source.map((text) => `'${text}'`).join(', ')})`).join(', ')}][1 + intDiv(of_session, 11) % ${SOURCES.length}] AS came
SELECT ${Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(',\n  ')}
FROM numbers(${from}, ${to - from})`;
}

function columnsSql({ site, day, sites = 1 }: Stretch): Record<string, string> {
  const hash = `cityHash64(${site.siteId}, '${day}', number`;
  return {
    workspace_id: String(site.workspaceId),
    site_id:
      sites === 1 ? String(site.siteId) : `${site.siteId - 1} + ${zipf('intDiv(of_session, 19)', sites)}`,
    name: `if(place = 0, 'pageview', ${texts(nameList)}[1 + of_event % ${nameList.length}])`,
    // Within the day, whatever the session: what crosses midnight would be another partition.
    ts: `toDateTime64('${day} 00:00:00', 3, 'UTC') + toIntervalMillisecond(of_session % 86000000 + place * 45000 + of_event % 20000)`,
    received_at: 'ts + toIntervalMillisecond(60 + intDiv(of_event, 13) % 900)',
    event_id: `reinterpret(sipHash128(${site.siteId}, '${day}', number), 'UUID')`,
    visitor_id: 'of_visitor',
    session_id: 'of_session',
    origin: "'browser'",
    hostname: "concat('site-', toString(site_id), '.example')",
    pathname: `if(place = 0, first_path, ${path('intDiv(of_event, 17)')})`,
    channel: 'came.1',
    source: 'came.2',
    referrer: 'came.3',
    utm_source: 'came.4',
    utm_medium: 'came.5',
    utm_campaign: 'came.6',
    utm_term: "''",
    utm_content: "''",
    landing: 'concat(hostname, first_path)',
    country: `${texts(['US', 'DE', 'FR', 'GB', 'IN', 'BR', 'ES', 'NL', 'JP', ''])}[${zipf('intDiv(of_visitor, 3)', 10)}]`,
    device: `${texts(['desktop', 'mobile', 'mobile', 'tablet'])}[1 + intDiv(of_visitor, 5) % 4]`,
    browser: `${texts(['Chrome', 'Safari', 'Firefox', 'Edge'])}[${zipf('intDiv(of_visitor, 7)', 4)}]`,
    os: `${texts(['Windows', 'Android', 'iOS', 'macOS', 'Linux'])}[1 + intDiv(of_visitor, 11) % 5]`,
    rules_version: '1',
    props: `map('plan', ${texts(['free', 'pro', 'team'])}[1 + intDiv(of_visitor, 13) % 3],
    'variant', ${texts(['a', 'b'])}[1 + intDiv(of_visitor, 17) % 2],
    'seats', toString(1 + ${hash}, 'seats') % 50),
    'sku', concat('sku-', toString(${zipf(`${hash}, 'sku')`, 500)})),
    'price', toString((1 + ${hash}, 'price') % 200) * 5 - 0.01))`,
  };
}
