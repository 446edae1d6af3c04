import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';

/** The number of events of a site, and their days. */
interface SiteLoad {
  readonly site: SyntheticSite;
  readonly events: number;
  readonly days: readonly string[];
  /** Spreads the events over that many sites with consecutive ids. Default 1. */
  readonly sites?: number;
}

/** Parts of today's events, as on a busy day. Past days are merged to one part each. */
const PARTS_TODAY = 5;
/** More would exceed the memory of a small machine. */
const MAX_EVENTS_PER_STATEMENT = 1_000_000;
/** Events per visitor over all days. */
const EVENTS_PER_VISITOR = 8;

/** The last days including today, `YYYY-MM-DD` in UTC. */
export function lastDays(count: number, nowMs: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** A day whose first events belong to sessions of the day before, and whose last sessions end after it, has about that part. */
const MIN_SHARE_OF_DAY = 0.9;

/** Inserts the events of a site until now, evenly over its days. Skips days that already have their events. */
export async function loadSite(
  client: ClickHouseClient,
  { site, events, days, sites = 1 }: SiteLoad,
): Promise<void> {
  const perDay = Math.round(events / days.length);
  const visitors = visitorsOf(events);
  for (const day of days) {
    if ((await countEvents(client, { site, sites }, day)) >= perDay * MIN_SHARE_OF_DAY) continue;
    const parts = Math.max(
      day === days.at(-1) ? PARTS_TODAY : 1,
      Math.ceil(perDay / MAX_EVENTS_PER_STATEMENT),
    );
    for (let part = 0; part < parts; part++) {
      const [from, to] = [part, part + 1].map((n) => Math.round((perDay * n) / parts)) as [number, number];
      await run(client, insertEventRange({ site, day, from, to, visitors, sites }));
    }
  }
}

/** Of a hundred events of a day: how many arrive late, and how many arrive a second time. */
const LATE_PER_HUNDRED = 1;
const REPEATED_PER_HUNDRED = 1;

/** Inserts late and repeated events of some days, each in a part of its own. A repetition inserts the same events. */
export async function loadLateEvents(
  client: ClickHouseClient,
  { site, events, days, lateDays }: SiteLoad & { readonly lateDays: readonly string[] },
): Promise<void> {
  const perDay = Math.round(events / days.length);
  const visitors = visitorsOf(events);
  for (const day of lateDays) {
    const late = Math.ceil((perDay * LATE_PER_HUNDRED) / 100);
    const repeated = Math.ceil((perDay * REPEATED_PER_HUNDRED) / 100);
    await run(client, insertEventRange({ site, day, from: perDay, to: perDay + late, visitors }));
    await run(client, insertEventRange({ site, day, from: 0, to: repeated, visitors }));
  }
}

/** Of each day, the number of events that arrive after its roll-up was built. */
const LATEST_PER_DAY = 20;

/** Inserts events that arrive now, a second after other ones of some days. */
export async function loadLatestEvents(
  client: ClickHouseClient,
  { site, days }: Pick<SiteLoad, 'site' | 'days'>,
): Promise<void> {
  const ofDay = `workspace_id = {workspaceId:UInt64} AND site_id = {siteId:UInt64} AND toDate(ts) = {day:Date}`;
  for (const day of days)
    await client.command({
      query: `INSERT INTO events SELECT * REPLACE (generateUUIDv4() AS event_id, now64(3) AS received_at, ts + INTERVAL 1 SECOND AS ts)
FROM events WHERE ${ofDay} ORDER BY cityHash64(event_id) LIMIT ${LATEST_PER_DAY}`,
      query_params: { ...site, day },
    });
}

const visitorsOf = (events: number): number => Math.max(1, Math.round(events / EVENTS_PER_VISITOR));

async function countEvents(
  client: ClickHouseClient,
  { site, sites }: Required<Pick<SiteLoad, 'site' | 'sites'>>,
  day: string,
): Promise<number> {
  const result = await client.query({
    query: `SELECT count() AS events FROM events FINAL WHERE workspace_id = {workspaceId:UInt64}
        AND site_id >= {siteId:UInt64} AND site_id < {siteId:UInt64} + {sites:UInt64}
          AND ts >= toDateTime64({day:String}, 3, 'UTC') AND ts < toDateTime64({day:String}, 3, 'UTC') + INTERVAL 1 DAY`,
    query_params: { ...site, sites, day },
    format: 'JSONEachRow',
  });
  return (await result.json<{ events: number }>())[0]?.events ?? 0;
}

/** Whether a site has events, of a kept data directory. */
export async function hasEvents(client: ClickHouseClient, site: SyntheticSite): Promise<boolean> {
  const result = await client.query({
    query: `SELECT count() AS events FROM events WHERE workspace_id = {workspaceId:UInt64} AND site_id = {siteId:UInt64}`,
    query_params: { ...site },
    format: 'JSONEachRow',
  });
  return ((await result.json<{ events: number }>())[0]?.events ?? 0) > 0;
}

/** Merges each past day to one part, as the table does ten minutes after the last insert. */
export async function mergePastDays(client: ClickHouseClient, days: readonly string[]): Promise<void> {
  for (const day of days.slice(0, -1))
    await run(client, `OPTIMIZE TABLE events PARTITION ${day.replaceAll('-', '')} FINAL`);
  // Merges the rows of a visitor to one row.
  await run(client, 'OPTIMIZE TABLE first_touches FINAL');
}

async function run(client: ClickHouseClient, query: string): Promise<void> {
  await client.command({
    query,
    clickhouse_settings: {
      wait_end_of_query: 1,
      max_insert_threads: '1',
      max_execution_time: 3_600,
      // A batch has no duplicates; searching for them would take three quarters of the time.
      optimize_on_insert: 0,
      optimize_skip_merged_partitions: 1,
    },
  });
}

/** A site with synthetic events. */
interface SyntheticSite {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** A range of the events of a site. */
interface EventRange {
  readonly site: SyntheticSite;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Numbers of the events within the day, half-open. A number always produces the same event. */
  readonly from: number;
  readonly to: number;
  /** Number of visitors of the site. */
  readonly visitors: number;
  /** Spreads the sessions over that many sites with consecutive ids, by Zipf's law. Default 1. */
  readonly sites?: number;
}

/** Frequencies of the event names of 60 events. The first event of a session is always a pageview. */
const NAMES = { pageview: 10, click: 20, add_to_cart: 15, purchase: 10, signup: 5 } as const;

/** Acquisition of the sessions: channel, source, referrer, utm_source, utm_medium, utm_campaign. */
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

/** Ten events form four sessions: two with one event, one with two, one with six. The session, and the position in the session. */
const SESSION_OF_SLOT = [0, 1, 2, 2, 3, 3, 3, 3, 3, 3];
const POSITION_OF_SLOT = [0, 0, 0, 1, 0, 1, 2, 3, 4, 5];

const nameList = Object.entries(NAMES).flatMap(([name, share]) => Array<string>(share).fill(name));
const texts = (list: readonly string[]): string => `[${list.map((text) => `'${text}'`).join(', ')}]`;
/** Zipf with exponent 1: the k-th of n values has a probability proportional to 1/k. */
const zipf = (random: string, n: number): string => `toUInt32(exp((${random} % 100000) / 100000 * ln(${n})))`;
const path = (random: string): string =>
  `concat(${texts(['/', '/blog/', '/docs/guides/', '/products/'])}[1 + ${random} % 4], 'a-page-of-rank-', toString(${zipf(random, 2_000)}))`;

/**
 * SQL that generates a range of events with all columns that the collector writes: sessions of one to six events, half of all
 * events pageviews, five properties each, pages and articles by Zipf's law. Some visitors return often: the visitors' numbers are
 * squares of a random number.
 */
function insertEventRange(range: EventRange): string {
  const { site, day, from, to, visitors } = range;
  const columns = columnsSql(range);
  return `INSERT INTO events (${Object.keys(columns).join(', ')})
WITH
  intDiv(number, 10) * 4 + ${JSON.stringify(SESSION_OF_SLOT)}[1 + number % 10] AS session,
  ${JSON.stringify(POSITION_OF_SLOT)}[1 + number % 10] AS place,
  cityHash64(${site.siteId}, '${day}', session, 'session') AS of_session,
  cityHash64(${site.siteId}, '${day}', number, 'event') AS of_event,
  toUInt64(${visitors} * pow((of_session % 1000000007) / 1000000007, 2)) AS visitor,
  cityHash64(${site.workspaceId}, ${site.siteId}, visitor, 'visitor') AS of_visitor,
  ${path('intDiv(of_session, 7)')} AS first_path,
  [${SOURCES.map((source) => `(${source.map((text) => `'${text}'`).join(', ')})`).join(', ')}][1 + intDiv(of_session, 11) % ${SOURCES.length}] AS came
SELECT ${Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(',\n  ')}
FROM numbers(${from}, ${to - from})
WHERE ts <= now64(3)`;
}

function columnsSql({ site, day, sites = 1 }: EventRange): Record<string, string> {
  const hash = `cityHash64(${site.siteId}, '${day}', number`;
  return {
    workspace_id: String(site.workspaceId),
    site_id:
      sites === 1 ? String(site.siteId) : `${site.siteId - 1} + ${zipf('intDiv(of_session, 19)', sites)}`,
    name: `if(place = 0, 'pageview', ${texts(nameList)}[1 + of_event % ${nameList.length}])`,
    // The last sessions of a day end on the next day.
    ts: `toDateTime64('${day} 00:00:00', 3, 'UTC') + toIntervalMillisecond(of_session % 86400000 + place * 45000 + of_event % 20000)`,
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
