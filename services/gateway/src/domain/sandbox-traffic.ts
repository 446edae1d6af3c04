import { createHash } from 'node:crypto';

/** Input of the generator. The same plan generates the same traffic. */
export interface SandboxPlan {
  readonly seed: number;
  readonly siteId: number;
  readonly domain: string;
  /** Unix milliseconds. */
  readonly now: number;
}

export interface SandboxEvent {
  readonly eventId: string;
  readonly anonymousId: string;
  readonly name: string;
  readonly url: string;
  readonly referrer?: string;
  readonly time: string;
  readonly props: Readonly<Record<string, string>>;
}

/** Expected results of queries for the window, once all events have arrived. */
export interface SandboxTotals {
  readonly from: string;
  readonly to: string;
  readonly visitors: number;
  readonly sessions: number;
  readonly pageviews: number;
  readonly events: readonly { readonly name: string; readonly events: number; readonly visitors: number }[];
  readonly channels: readonly {
    readonly key: string;
    readonly visitors: number;
    readonly pageviews: number;
  }[];
}

const VISITORS = 60;
const DAYS = 7;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PAGES = ['/', '/pricing', '/docs', '/blog', '/about'];
const PLANS = ['free', 'pro', 'team'];
/** Acquisition of visitors: channel, query string of the first page, referrer. */
const ACQUISITIONS = [
  ['Direct', '', undefined],
  ['Organic Search', '', 'https://www.google.com/'],
  ['Email', '?utm_source=newsletter&utm_medium=email', undefined],
  ['Organic Social', '', 'https://www.facebook.com/'],
] as const;

interface Visit {
  readonly channel: string;
  readonly events: readonly SandboxEvent[];
}

/** Generates a week of visits that ends yesterday (UTC), and their totals. Each visitor has one visit. */
export function sandboxTraffic(plan: SandboxPlan): {
  readonly events: readonly SandboxEvent[];
  readonly totals: SandboxTotals;
} {
  const today = Math.floor(plan.now / DAY_MS) * DAY_MS;
  const random = randomOf(plan.seed);
  const visits = Array.from({ length: VISITORS }, (_, visitor) => visitOf(plan, { visitor, today, random }));
  return { events: visits.flatMap(({ events }) => events), totals: totalsOf(visits, today) };
}

function visitOf(
  { seed, siteId, domain }: SandboxPlan,
  { visitor, today, random }: { readonly visitor: number; readonly today: number; readonly random: Random },
): Visit {
  const [channel, query, referrer] = pick(ACQUISITIONS, random);
  const begin = today - (1 + Math.floor(random() * DAYS)) * DAY_MS + Math.floor(random() * 1_380) * MINUTE_MS;
  const pages = 1 + Math.floor(random() * 4);
  const signsUp = random() < 0.3;
  const event = (n: number, fields: Pick<SandboxEvent, 'name' | 'url' | 'props'>): SandboxEvent => ({
    eventId: uuidOf(`${siteId} ${seed} ${visitor} ${n}`),
    anonymousId: `sandbox-${seed}-${visitor}`,
    time: new Date(begin + n * MINUTE_MS).toISOString(),
    ...fields,
  });
  const views = Array.from({ length: pages }, (_, n) => {
    const url = `https://${domain}${pick(PAGES, random)}${n === 0 ? query : ''}`;
    const view = event(n, { name: 'pageview', url, props: {} });
    return n === 0 && referrer !== undefined ? { ...view, referrer } : view;
  });
  const plan = pick(PLANS, random);
  const signup = event(pages, { name: 'signup', url: `https://${domain}/signup`, props: { plan } });
  return { channel, events: signsUp ? [...views, signup] : views };
}

function totalsOf(visits: readonly Visit[], today: number): SandboxTotals {
  const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const count = (some: readonly Visit[], name: string) => ({
    events: some.reduce((sum, { events }) => sum + events.filter((each) => each.name === name).length, 0),
    visitors: some.filter(({ events }) => events.some((each) => each.name === name)).length,
  });
  const channels = ACQUISITIONS.map(([key]) => {
    const ofChannel = visits.filter(({ channel }) => channel === key);
    return { key, visitors: ofChannel.length, pageviews: count(ofChannel, 'pageview').events };
  });
  return {
    from: dateOf(today - DAYS * DAY_MS),
    to: dateOf(today - DAY_MS),
    visitors: visits.length,
    sessions: visits.length,
    pageviews: count(visits, 'pageview').events,
    events: ['pageview', 'signup'].map((name) => ({ name, ...count(visits, name) })),
    channels: channels.filter(({ visitors }) => visitors > 0),
  };
}

type Random = () => number;

const pick = <T>(from: readonly [T, ...T[]] | readonly T[], random: Random): T =>
  from[Math.floor(random() * from.length)] as T;

/** Mulberry32: a small deterministic generator. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Derives a UUID (version 8) from a text. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
