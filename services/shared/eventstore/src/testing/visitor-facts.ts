import fc from 'fast-check';

const MINUTE = 60_000;
export const DAY = 86_400_000;
/** Shortly before midnight (UTC), so that some sessions have two days. */
export const START = Math.floor(Date.now() / DAY) * DAY - 3 * DAY - 60 * MINUTE;

/** An event, and its endpoint. `tracker` and `browser`: `POST /collect` with and without a landing page. */
interface Fact {
  readonly endpoint: 'tracker' | 'browser' | 'server' | 'import';
  readonly minute: number;
  /** 0: without a session id, except for browsers. */
  readonly session: number;
  readonly page: string;
  readonly referrer: string;
  readonly custom: boolean;
}

const factArbitrary: fc.Arbitrary<Fact> = fc.record({
  endpoint: fc.constantFrom('tracker', 'browser', 'server', 'server', 'server', 'import'),
  minute: fc.oneof(fc.integer({ min: 0, max: 150 }), fc.constantFrom(0, 30, 60, 90)),
  session: fc.constantFrom(0, 0, 1, 2),
  page: fc.constantFrom('', '?gclid=1', '?utm_source=news&utm_medium=email'),
  referrer: fc.constantFrom('', 'self', 'https://www.google.com/', 'https://chatgpt.com/'),
  custom: fc.boolean(),
});

/** Changes that make a repeat a conflict. */
const CONFLICTS = [
  { name: 'conflict' },
  { time: new Date(START - DAY).toISOString() },
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

/** The calls of each case's facts by time, one fact of each visitor per step. Calls of a step are sent concurrently. */
export function callsInOrder(cases: readonly Case[], firstVisitor: number): Call[][] {
  const sorted = cases.map(({ facts }, n) =>
    facts
      .map((fact, index) => ({ visitor: firstVisitor + n, index, fact }))
      .sort((a, b) => a.fact.minute - b.fact.minute || a.index - b.index),
  );
  const steps = Math.max(...sorted.map(({ length }) => length));
  return Array.from({ length: steps }, (_, step) =>
    callsOf(
      0,
      sorted.flatMap((arrivals) => arrivals[step] ?? []),
    ),
  );
}

/** The calls as the cases say. The arrivals of a visitor are spread over concurrent calls. */
export function callsAsSampled(cases: readonly Case[], firstVisitor: number): Call[][] {
  return Array.from({ length: STEPS }, (_, step) => {
    const [arrivals, conflicts]: [Placed[], Placed[]] = [[], []];
    for (const [n, { facts, steps, conflicts: chosen, shuffle }] of cases.entries()) {
      let next = 0;
      const place = (): number => shuffle[(step * 8 + next++) % MAX_ARRIVALS] ?? 0;
      for (const [index, fact] of facts.entries()) {
        const arrival = { visitor: firstVisitor + n, index, fact };
        const own = steps[index] ?? [];
        for (const each of own) if (each === step) arrivals.push({ ...arrival, place: place() });
        const conflict = CONFLICTS[chosen[index] ?? CONFLICTS.length];
        const canConflict = fact.endpoint === 'server' || fact.endpoint === 'import';
        if (canConflict && conflict && Math.min(...own) === step)
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
        ({ fact }) => (fact.endpoint === 'tracker' ? 'browser' : fact.endpoint) === endpoint,
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
function visitorId(site: Site, { visitor }: Arrival): string {
  return `umami:${site.id}:visitor-${visitor}`;
}

const timeOf = ({ minute }: Fact, ms = 0): string => new Date(START + minute * MINUTE + ms).toISOString();
const urlOf = ({ domain }: Site, { fact, index }: Arrival): string =>
  `https://${domain}/page-${index}${fact.page}`;
const referrerOf = ({ domain }: Site, { fact }: Arrival): string =>
  fact.referrer === 'self' ? `https://${domain}/` : fact.referrer;

/** The body of `POST /collect`. */
export function browserBody(site: Site, arrival: Arrival): object {
  const { fact } = arrival;
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
    time: timeOf(fact),
  };
  return { site: site.id, key: site.key, visitor, session, events: [event] };
}

/** An event of `POST /api/v1/sites/{id}/events`. */
export function serverEvent(site: Site, arrival: Arrival) {
  const { fact, conflict } = arrival;
  const visitor = visitorId(site, arrival);
  return {
    event_id: eventId(arrival),
    anonymous_id: visitor,
    name: fact.custom ? 'order' : 'pageview',
    url: fact.custom && fact.page === '' ? '' : urlOf(site, arrival),
    referrer: referrerOf(site, arrival),
    time: timeOf(fact),
    session_id: fact.session === 0 ? null : `${visitor}-s${fact.session}`,
    props: { plan: fact.page === '' ? 'free' : 'pro' },
    ...conflict,
  };
}

/** A row of Umami's `website_event.csv`. Umami's session is a visitor, its visit a session. */
export function importedRow(site: Site, arrival: Arrival): Record<string, string> {
  const { fact, visitor, index, conflict } = arrival;
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
    // At no other event's time: ids of imports are hashes, which sort differently on each site. In the second half of the
    // minute for all visitors, so that the same event is the nearest.
    created_at: timeOf(fact, 31_000 + (visitor % 2_500) * 10 + index),
  };
}
