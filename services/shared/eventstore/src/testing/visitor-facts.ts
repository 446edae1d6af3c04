import fc from 'fast-check';
import { ADDRESSES, AGENTS, agentColumns } from './visitor-agents';

const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** The facts of a visitor happen within this time. */
const SPAN_MINUTES = 150;
/** Arrivals take less time. A browser event that is 24 hours old at the start is late in any order, or in none. */
const MAX_ROUND_MINUTES = 30;

/** An event, and its endpoint. `tracker` and `browser`: `POST /collect` with and without a landing page. */
interface Fact {
  readonly endpoint: 'tracker' | 'browser' | 'server' | 'import';
  readonly minute: number;
  /** 0: without a session id, except for browsers. */
  readonly session: number;
  readonly page: string;
  readonly referrer: string;
  readonly custom: boolean;
  /** Whether the visitor has another device, or is at another place. */
  readonly moves: boolean;
}

const factArbitrary: fc.Arbitrary<Fact> = fc.record({
  endpoint: fc.constantFrom('tracker', 'browser', 'server', 'server', 'server', 'import'),
  minute: fc.oneof(fc.integer({ min: 0, max: SPAN_MINUTES }), fc.constantFrom(0, 30, 60, 90)),
  session: fc.constantFrom(0, 0, 1, 2),
  page: fc.constantFrom('', '?gclid=1', '?utm_source=news&utm_medium=email'),
  referrer: fc.constantFrom('', 'self', 'https://www.google.com/', 'https://chatgpt.com/'),
  custom: fc.boolean(),
  moves: fc.constantFrom(false, false, false, true),
});

/** Minutes before the arrivals at which the facts of a visitor begin, or the midnight before which they begin. */
type Start = { readonly minutesAgo: number } | { readonly nightsAgo: 1 | 2 };
const startArbitrary: fc.Arbitrary<Start> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ minutesAgo: fc.integer({ min: SPAN_MINUTES + 2, max: 3 * 24 * 60 }) }),
  },
  // Partly in the last half hour, which the realtime query reports.
  { weight: 2, arbitrary: fc.record({ minutesAgo: fc.integer({ min: SPAN_MINUTES + 2, max: 180 }) }) },
  // Partly over 24 hours ago.
  {
    weight: 2,
    arbitrary: fc.record({ minutesAgo: fc.integer({ min: 24 * 60, max: 24 * 60 + SPAN_MINUTES }) }),
  },
  // Some sessions have two days.
  { weight: 2, arbitrary: fc.record({ nightsAgo: fc.constantFrom(1, 2) }) },
);

/** Changes that make a repeat a conflict. */
const CONFLICTS = [
  { name: 'conflict' },
  { time: new Date(Math.floor(Date.now() / DAY) * DAY - 4 * DAY).toISOString() },
  { anonymous_id: 'conflict' },
  { props: { conflict: 'yes' } },
] as const;

const STEPS = 4;
/** Concurrent calls of a step: the even ones to the first collector, the odd ones to the second. */
const LANES = 4;
const MAX_ARRIVALS = 32;

/** A visitor's facts, and the order, repetitions, conflicts and calls in which they arrive. */
const caseArbitrary = fc.array(factArbitrary, { minLength: 2, maxLength: 8 }).chain((facts) => {
  const perFact = <T>(value: fc.Arbitrary<T>) =>
    fc.array(value, { minLength: facts.length, maxLength: facts.length });
  return fc.record({
    facts: fc.constant(facts),
    start: startArbitrary,
    agent: fc.nat({ max: AGENTS.length - 1 }),
    address: fc.nat({ max: ADDRESSES.length - 1 }),
    /** The steps in which each fact arrives, 1 to 3 times. Arrivals of a step are sent concurrently. */
    steps: perFact(fc.array(fc.nat({ max: STEPS - 1 }), { minLength: 1, maxLength: 3 })),
    /** For each fact, the conflict that is sent after its first arrival. */
    conflicts: perFact(fc.option(fc.nat({ max: CONFLICTS.length - 1 }), { nil: undefined })),
    /** The order within a step, and the call of each arrival. */
    shuffle: fc.array(fc.nat(), { minLength: MAX_ARRIVALS, maxLength: MAX_ARRIVALS, size: 'max' }),
  });
});
export type Case = typeof caseArbitrary extends fc.Arbitrary<infer T> ? T : never;

export function sampleCases(seed: number, count: number): Case[] {
  return fc.sample(caseArbitrary, { seed, numRuns: count });
}

/** A fact of a visitor that arrives once. */
export interface Arrival {
  readonly visitor: number;
  /** The number of the fact. */
  readonly index: number;
  readonly fact: Fact;
  /** Unix ms. */
  readonly time: number;
  readonly agent: (typeof AGENTS)[number];
  readonly address: string;
  /** The values of a repeat that differ. */
  readonly conflict?: (typeof CONFLICTS)[number];
}

/** Arrivals that are sent together. Those of servers and imports in one request each. */
export interface Call {
  readonly endpoint: 'browser' | 'server' | 'import';
  /** The collector, 0 or 1. */
  readonly entry: number;
  readonly arrivals: readonly Arrival[];
}

/** Visitors with consecutive numbers, whose facts arrive soon after a time. */
export interface Round {
  readonly cases: readonly Case[];
  readonly firstVisitor: number;
  /** Unix ms, before the first arrival. */
  readonly now: number;
}

/** The facts of each visitor, once. */
export function factsOf({ cases, firstVisitor, now }: Round): Arrival[][] {
  return cases.map(({ facts, start, agent, address }, n) => {
    const times = facts.map(({ minute }) => timeOf(startOf(start, now) + minute * MINUTE, now));
    // A browser is in one session, with one user agent, and at one place: of the events of one moment, the first to arrive decides.
    const firstAt = (time: number | undefined) =>
      facts.find(({ endpoint }, at) => isOfBrowser(endpoint) && times[at] === time);
    return facts.map((sampled, index) => {
      const { endpoint, session, moves } =
        (isOfBrowser(sampled.endpoint) && firstAt(times[index])) || sampled;
      const fact = { ...sampled, endpoint, session, moves };
      const device = fact.endpoint === 'tracker' ? fact.session : Number(fact.moves);
      return {
        ...{ visitor: firstVisitor + n, index, fact, time: times[index] ?? 0 },
        agent: AGENTS[(agent + device) % AGENTS.length] as Arrival['agent'],
        address: ADDRESSES[(address + Number(fact.moves)) % ADDRESSES.length] ?? '',
      };
    });
  });
}

function startOf(start: Start, now: number): number {
  const minute = Math.floor(now / MINUTE) * MINUTE;
  if ('minutesAgo' in start) return minute - start.minutesAgo * MINUTE;
  const before = Math.floor(now / DAY) * DAY - (start.nightsAgo - 1) * DAY - 60 * MINUTE;
  return before + SPAN_MINUTES * MINUTE < minute ? before : before - DAY;
}

/** Moves an event that becomes 24 hours old during the round. Otherwise its age would depend on its arrival. */
function timeOf(time: number, now: number): number {
  const age = now - time;
  const isClose = age <= DAY && age > DAY - MAX_ROUND_MINUTES * MINUTE;
  return isClose ? time - MAX_ROUND_MINUTES * MINUTE : time;
}

/** Whether an event of a browser is over 24 hours old on arrival. */
export function isLate({ fact: { endpoint }, time }: Arrival, now: number): boolean {
  return isOfBrowser(endpoint) && now - time > DAY;
}

export function isOfBrowser(endpoint: Fact['endpoint']): boolean {
  return endpoint === 'tracker' || endpoint === 'browser';
}

/** The calls of each visitor's facts by time, one fact of each visitor per step. Calls of a step are sent concurrently. */
export function callsInOrder(round: Round): Call[][] {
  const sorted = factsOf(round).map((facts) => facts.sort((a, b) => a.time - b.time || a.index - b.index));
  const steps = Math.max(...sorted.map(({ length }) => length));
  return Array.from({ length: steps }, (_, step) =>
    callsOf(
      0,
      sorted.flatMap((arrivals) => arrivals[step] ?? []),
    ),
  );
}

/** The calls as the cases say. The arrivals of a visitor are spread over concurrent calls. */
export function callsAsSampled(round: Round): Call[][] {
  const visitors = factsOf(round);
  return Array.from({ length: STEPS }, (_, step) => {
    const [arrivals, conflicts]: [Placed[], Placed[]] = [[], []];
    for (const [n, { steps, conflicts: chosen, shuffle }] of round.cases.entries()) {
      let next = 0;
      const place = (): number => shuffle[(step * 8 + next++) % MAX_ARRIVALS] ?? 0;
      for (const arrival of visitors[n] ?? []) {
        const { index, fact } = arrival;
        const own = steps[index] ?? [];
        for (const each of own) if (each === step) arrivals.push({ ...arrival, place: place() });
        const conflict = CONFLICTS[chosen[index] ?? CONFLICTS.length];
        if (!isOfBrowser(fact.endpoint) && conflict && Math.min(...own) === step)
          conflicts.push({ ...arrival, conflict, place: place() });
      }
    }
    return [callsByLane(arrivals), callsByLane(conflicts)];
  }).flat();
}

type Placed = Arrival & { readonly place: number };

function callsByLane(placed: readonly Placed[]): Call[] {
  const shuffled = placed.toSorted((a, b) => a.place - b.place);
  return Array.from({ length: LANES }, (_, lane) =>
    callsOf(
      lane % 2,
      shuffled.filter(({ place }) => place % LANES === lane),
    ),
  ).flat();
}

function callsOf(entry: number, arrivals: readonly Arrival[]): Call[] {
  return (['browser', 'server', 'import'] as const)
    .map((endpoint) => ({
      endpoint,
      entry,
      arrivals: arrivals.filter(
        ({ fact }) => (isOfBrowser(fact.endpoint) ? 'browser' : fact.endpoint) === endpoint,
      ),
    }))
    .filter((call) => call.arrivals.length > 0);
}

/** A site, and the key of its snippet. */
export interface Site {
  readonly id: number;
  readonly key: string;
  readonly domain: string;
}

/** Ids sort by fact on every site. */
export function eventId({ visitor, index }: Pick<Arrival, 'visitor' | 'index'>): string {
  return `${String(visitor).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** An import prefixes the ids of its visitors. */
export function visitorId({ id }: Site, { visitor }: Pick<Arrival, 'visitor'>): string {
  return `umami:${id}:visitor-${visitor}`;
}

const urlOf = ({ domain }: Site, { fact, index }: Arrival): string =>
  `https://${domain}/page-${index}${fact.page}`;
const referrerOf = ({ domain }: Site, { fact }: Arrival): string =>
  fact.referrer === 'self' ? `https://${domain}/` : fact.referrer;

/** The headers and the body of `POST /collect`, through a trusted proxy. */
export function browserRequest(site: Site, arrival: Arrival) {
  const { fact, time, agent, address } = arrival;
  const visitor = visitorId(site, arrival);
  // The tracker's sessions are its own: it reports each with one landing page.
  const session =
    fact.endpoint === 'tracker'
      ? { id: `${visitor}-t${fact.session}`, landing: `https://${site.domain}/t${fact.session}?gclid=1` }
      : { id: `${visitor}-s${fact.session}` };
  const event = {
    id: eventId(arrival),
    name: fact.custom ? 'click' : 'pageview',
    url: urlOf(site, arrival),
    referrer: referrerOf(site, arrival),
    time: new Date(time).toISOString(),
  };
  return {
    headers: { 'user-agent': agent.text, 'x-forwarded-for': address },
    body: { site: site.id, key: site.key, visitor, session, events: [event] },
  };
}

/** An event of `POST /api/v1/sites/{id}/events`. Half of the servers send user agent and address. */
export function serverEvent(site: Site, arrival: Arrival) {
  const { fact, conflict, time, agent, address, index } = arrival;
  const visitor = visitorId(site, arrival);
  return {
    event_id: eventId(arrival),
    anonymous_id: visitor,
    name: fact.custom ? 'order' : 'pageview',
    url: fact.custom && fact.page === '' ? '' : urlOf(site, arrival),
    referrer: referrerOf(site, arrival),
    time: new Date(time).toISOString(),
    session_id: fact.session === 0 ? null : `${visitor}-s${fact.session}`,
    props: { plan: fact.page === '' ? 'free' : 'pro' },
    ...(index % 2 === 0 ? { user_agent: agent.text, ip: address } : {}),
    ...conflict,
  };
}

/** A row of Umami's `website_event.csv`. Umami's session is a visitor, its visit a session. */
export function importedRow(site: Site, arrival: Arrival): Record<string, string> {
  const { fact, visitor, index, conflict, time, agent } = arrival;
  const [url = '', query = ''] = urlOf(site, arrival).split('?');
  const referrer = referrerOf(site, arrival);
  return {
    session_id: `visitor-${visitor}`,
    visit_id: fact.session === 0 ? '' : `${visitor}-i${fact.session}`,
    event_id: eventId(arrival),
    hostname: site.domain,
    url_path: conflict ? '/conflict' : new URL(url).pathname,
    url_query: query,
    referrer_domain: referrer === '' ? '' : new URL(referrer).hostname,
    event_type: '1',
    ...agentColumns(agent),
    // At no other event's time: ids of imports are hashes, which sort differently on each site. In the second half of the
    // minute for all visitors, so that the same event is the nearest.
    created_at: new Date(time + 31_000 + (visitor % 2_500) * 10 + index).toISOString(),
  };
}
