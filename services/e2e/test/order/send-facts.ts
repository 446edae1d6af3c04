import fc from 'fast-check';
import { callApi, type System } from '../../src/api';

/** Cases that share a pair of sites and run concurrently. */
export const ROUND = 50;

const MINUTE = 60_000;
export const DAY = 86_400_000;
/** Shortly before midnight (UTC), so that some sessions have two days. */
export const START = Math.floor(Date.now() / DAY) * DAY - 3 * DAY - 60 * MINUTE;
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

type Endpoint = 'tracker' | 'browser' | 'server' | 'import';

/** An event, and the endpoint that it is sent to. */
interface Fact {
  readonly endpoint: Endpoint;
  readonly minute: number;
  readonly session: number;
  readonly page: string;
  readonly referrer: string;
  readonly custom: boolean;
}

const factArbitrary: fc.Arbitrary<Fact> = fc.record({
  endpoint: fc.constantFrom<Endpoint>('tracker', 'browser', 'server', 'server', 'server', 'import'),
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
/** A visitor's facts, and the order, repetitions, conflicts and calls in which they arrive. */
export const caseArbitrary = fc.array(factArbitrary, { minLength: 2, maxLength: 8 }).chain((facts) =>
  fc.record({
    facts: fc.constant(facts),
    /** The steps in which each fact arrives, 1 to 3 times. Arrivals of a step are sent concurrently. */
    steps: fc.array(fc.array(fc.nat({ max: STEPS - 1 }), { minLength: 1, maxLength: 3 }), {
      minLength: facts.length,
      maxLength: facts.length,
    }),
    /** For each fact, the conflict that is sent after its first arrival. */
    conflicts: fc.array(fc.option(fc.nat({ max: CONFLICTS.length - 1 })), {
      minLength: facts.length,
      maxLength: facts.length,
    }),
    /** The order within a step, and the collector of each arrival. */
    shuffle: fc
      .infiniteStream(fc.nat())
      .map((stream) => Array.from({ length: 64 }, () => Number(stream.next().value))),
  }),
);
export type Case = typeof caseArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** A site, and the key of its snippet. */
export interface Site {
  readonly id: number;
  readonly key: string;
  readonly domain: string;
}

/** The visitor to whom the facts of a case happen. */
interface Target {
  readonly site: Site;
  readonly visitor: number;
}

/** Ids sort by fact on every site. */
function eventId(visitor: number, index: number): string {
  return `${String(visitor).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** Sends the facts of one visitor to a site. */
function senderTo({ site, visitor }: Target) {
  const id = `umami:${site.id}:visitor-${visitor}`;
  const urlOf = ({ page }: Fact, index: number) => `https://${site.domain}/page-${index}${page}`;
  const timeOf = ({ minute }: Fact, ms = 0) => new Date(START + minute * MINUTE + ms).toISOString();
  const referrerOf = ({ referrer }: Fact) => (referrer === 'self' ? `https://${site.domain}/` : referrer);

  const browse = async (entry: System, fact: Fact, index: number): Promise<void> => {
    const session =
      fact.endpoint === 'tracker'
        ? { id: `${id}-t${fact.session}`, landing: `https://${site.domain}/t${fact.session}?gclid=1` }
        : { id: `${id}-s${fact.session}` };
    const name = fact.custom ? 'click' : 'pageview';
    const response = await fetch(`${entry.collectUrl}/collect`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
      body: JSON.stringify({
        ...{ site: site.id, key: site.key, visitor: id, session },
        events: [
          {
            ...{ id: eventId(visitor, index), name, url: urlOf(fact, index) },
            ...{ referrer: referrerOf(fact), time: timeOf(fact) },
          },
        ],
      }),
    });
    expect(await response.json()).toMatchObject({ accepted: 1 });
  };

  const serverEvent = (fact: Fact, index: number) => ({
    event_id: eventId(visitor, index),
    anonymous_id: id,
    name: fact.custom ? 'order' : 'pageview',
    ...(fact.custom && fact.page === '' ? {} : { url: urlOf(fact, index) }),
    referrer: referrerOf(fact),
    time: timeOf(fact),
    ...(fact.session === 0 ? {} : { session_id: `${id}-s${fact.session}` }),
  });

  const serve = async (entry: System, events: readonly object[]) =>
    (await callApi(entry, 'POST', `/api/v1/sites/${site.id}/events`, { body: { events } })).body as unknown;

  const importRow = async (entry: System, fact: Fact, index: number, path?: string) => {
    const [url = '', query = ''] = urlOf(fact, index).split('?');
    const referrer = referrerOf(fact);
    const cells = {
      ...{ session_id: `visitor-${visitor}`, event_id: eventId(visitor, index), hostname: site.domain },
      visit_id: fact.session === 0 ? '' : `${visitor}-i${fact.session}`,
      ...{ url_path: path ?? new URL(url).pathname, url_query: query, event_type: '1' },
      referrer_domain: referrer === '' ? '' : new URL(referrer).hostname,
      // At no other event's time: ids of imports are hashes, which sort differently on each site.
      created_at: timeOf(fact, 30_000 + (visitor % ROUND) * 10 + index),
    };
    const answer = await callApi(entry, 'POST', `/api/v1/sites/${site.id}/import?source=umami`, {
      body: `${Object.keys(cells).join()}\n${Object.values(cells).join()}\n`,
      headers: { 'content-type': 'text/csv' },
    });
    return answer.body as unknown;
  };

  return {
    async send(entry: System, facts: readonly Fact[], indexes: readonly number[]): Promise<void> {
      const of = (...endpoints: Endpoint[]) =>
        indexes.flatMap((index) => {
          const fact = facts[index];
          return fact && endpoints.includes(fact.endpoint) ? [[fact, index] as const] : [];
        });
      const events = of('server').map(([fact, index]) => serverEvent(fact, index));
      const calls: Promise<unknown>[] = [
        ...of('tracker', 'browser').map(([fact, index]) => browse(entry, fact, index)),
        ...of('import').map(async ([fact, index]) =>
          expect(await importRow(entry, fact, index)).toMatchObject({ taken: 1 }),
        ),
      ];
      if (events.length > 0)
        calls.push(
          serve(entry, events).then((answer) =>
            expect(answer).toMatchObject({ accepted: events.length, dropped: [] }),
          ),
        );
      await Promise.all(calls);
    },
    /** Sends the id of a fact with other values. */
    async conflict(entry: System, fact: Fact, index: number, conflict: number): Promise<void> {
      if (fact.endpoint === 'server') {
        const event = { ...serverEvent(fact, index), ...CONFLICTS[conflict] };
        expect(await serve(entry, [event])).toMatchObject({
          accepted: 0,
          dropped: [{ reason: 'duplicate', field: 'event_id' }],
        });
      }
      if (fact.endpoint === 'import')
        expect(await importRow(entry, fact, index, '/conflict')).toMatchObject({ taken: 0, refused: 1 });
    },
  };
}

/** Sends the facts by time, one call after the other. */
export async function sendInOrder(entry: System, { site, visitor, facts }: Case & Target): Promise<void> {
  const sender = senderTo({ site, visitor });
  const sorted = [...facts.keys()].sort((a, b) => (facts[a]?.minute ?? 0) - (facts[b]?.minute ?? 0) || a - b);
  for (const index of sorted) await sender.send(entry, facts, [index]);
}

/** Sends the facts as the case says, over both collectors. */
export async function sendMixed(
  entries: readonly [System, System],
  { site, visitor, facts, steps, conflicts, shuffle }: Case & Target,
): Promise<void> {
  const sender = senderTo({ site, visitor });
  for (let step = 0; step < STEPS; step++) {
    const arrivals = steps
      .flatMap((ofFact, index) => ofFact.filter((each) => each === step).map(() => index))
      .map((index, n) => ({ index, place: shuffle[(step * 16 + n) % 64] ?? 0 }))
      .sort((a, b) => a.place - b.place);
    await Promise.all(
      entries.map((entry, parity) =>
        sender.send(
          entry,
          facts,
          arrivals.filter(({ place }) => place % 2 === parity).map(({ index }) => index),
        ),
      ),
    );
    const arrived = facts.flatMap((fact, index) => {
      const conflict = conflicts[index];
      return Math.min(...(steps[index] ?? [])) === step && typeof conflict === 'number'
        ? [{ fact, index, conflict }]
        : [];
    });
    await Promise.all(
      arrived.map(({ fact, index, conflict }) =>
        sender.conflict(entries[(shuffle[index] ?? 0) % 2 === 0 ? 0 : 1], fact, index, conflict),
      ),
    );
  }
}
