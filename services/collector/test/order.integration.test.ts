import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import fc from 'fast-check';
import { pageview, SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { umamiEventId } from '../src/domain/imports/umami-names';
import { importingEvents } from './fixtures/importing';

/** Each run prints its seed; `ORDER_SEED` repeats it. `npm run test:order` runs 10,000 cases. */
const SEED = Number(process.env['ORDER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = Number(process.env['ORDER_CASES'] ?? 30);
/** Cases that run concurrently, so that their calls share batches and race. */
const ROUND = 30;

const MINUTE = 60_000;
/** Shortly before midnight (UTC), so that some sessions have two days. */
const START = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 3 * 86_400_000 - 60 * MINUTE;

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
  // 0: without a session id, except for browsers.
  session: fc.constantFrom(0, 0, 1, 2),
  page: fc.constantFrom('', '?gclid=1', '?utm_source=news&utm_medium=email'),
  referrer: fc.constantFrom('', 'https://shop.example/', 'https://www.google.com/', 'https://chatgpt.com/'),
  custom: fc.boolean(),
});

/** A visitor's facts, and the order, repetitions and calls in which they arrive. */
const caseArbitrary = fc.array(factArbitrary, { minLength: 2, maxLength: 8 }).chain((facts) =>
  fc.record({
    facts: fc.constant(facts),
    arrivals: fc
      .array(fc.nat({ max: facts.length - 1 }), { maxLength: 4 })
      .chain((again) =>
        fc.shuffledSubarray([...facts.keys(), ...again], { minLength: facts.length + again.length }),
      ),
    // Arrivals with the same number are sent concurrently, those of a server in one call.
    steps: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 12 }),
  }),
);
type Case = typeof caseArbitrary extends fc.Arbitrary<infer T> ? T : never;

let collector: CollectorFixture;

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

/** A visitor to whom the facts of a case happen. Ids sort by fact in every run. */
class Visitor {
  readonly id: string;
  constructor(private readonly number: number) {
    this.id = `umami:${SHOP.id}:visitor-${number}`;
  }

  /** The stored id. */
  storedId(index: number, fact: Fact): string {
    return fact.endpoint === 'import' ? umamiEventId(SHOP.id, this.eventId(index)) : this.eventId(index);
  }

  eventId(index: number): string {
    return `${String(this.number).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;
  }

  async send(facts: readonly Fact[], indexes: readonly number[]): Promise<void> {
    const of = (endpoint: Endpoint) => indexes.filter((index) => facts[index]?.endpoint === endpoint);
    const calls: Promise<unknown>[] = [];
    for (const endpoint of ['tracker', 'browser'] as const)
      for (const index of of(endpoint)) calls.push(this.browse(facts[index] as Fact, index));
    const events = of('server').map((index) => this.serverEvent(facts[index] as Fact, index));
    if (events.length > 0)
      calls.push(
        collector.rpc.calls.IngestEvents(
          { siteId: SHOP.id, domain: SHOP.domain, events: events.map((one, index) => ({ ...one, index })) },
          { workspaceId: SHOP.workspaceId, deadlineMs: 100_000 },
        ),
      );
    const rows = of('import').map((index) => this.importRow(facts[index] as Fact, index));
    if (rows.length > 0) calls.push(importingEvents(collector, rows));
    await Promise.all(calls);
  }

  private async browse(fact: Fact, index: number): Promise<void> {
    // The tracker's sessions are its own: it reports each with one landing page.
    const session =
      fact.endpoint === 'tracker'
        ? { id: `${this.id}-t${fact.session}`, landing: `https://shop.example/t${fact.session}?gclid=1` }
        : { id: `${this.id}-s${fact.session}` };
    const event = {
      id: this.eventId(index),
      name: fact.custom ? 'click' : 'pageview',
      url: urlOf(fact, index),
      referrer: fact.referrer,
      time: timeOf(fact),
    };
    const response = await collector.post(pageview(event, { visitor: this.id, session }));
    expect(await response.json()).toMatchObject({ accepted: 1 });
  }

  private serverEvent(fact: Fact, index: number): ServerEvent {
    return {
      index,
      eventId: this.eventId(index),
      anonymousId: this.id,
      name: fact.custom ? 'order' : 'pageview',
      url: fact.custom && fact.page === '' ? '' : urlOf(fact, index),
      referrer: fact.referrer,
      time: timeOf(fact),
      props: {},
      ...(fact.session === 0 ? {} : { sessionId: `${this.id}-s${fact.session}` }),
    };
  }

  private importRow(fact: Fact, index: number) {
    const [url, query = ''] = urlOf(fact, index).split('?');
    return {
      session_id: this.id.slice(`umami:${SHOP.id}:`.length),
      visit_id: fact.session === 0 ? '' : `${this.number}-i${fact.session}`,
      event_id: this.eventId(index),
      hostname: 'shop.example',
      url_path: new URL(url ?? '').pathname,
      url_query: query,
      referrer_domain: fact.referrer === '' ? '' : new URL(fact.referrer).hostname,
      // At no other event's time: ids of imports are hashes, which sort differently in each run.
      created_at: timeOf(fact, 30_000 + index),
    };
  }
}

const urlOf = ({ page }: Fact, index: number): string => `https://shop.example/page-${index}${page}`;
const timeOf = ({ minute }: Fact, ms = 0): string => new Date(START + minute * MINUTE + ms).toISOString();

/** The stored events of visitors: all columns, with sessions numbered in the order of their events. */
async function storedOf(visitors: readonly Visitor[], facts: readonly (readonly Fact[])[]) {
  expect(await collector.shipped(60_000)).toBe(true);
  const ids = visitors.flatMap((visitor, n) =>
    (facts[n] ?? []).map((fact, index) => visitor.storedId(index, fact)),
  );
  const rows = await collector.rows(`event_id IN (${ids.map((id) => `'${id}'`).join(', ')})`);
  return visitors.map((visitor, n) => {
    const own = new Map(rows.map((row) => [row.event_id, row]));
    const sessions: string[] = [];
    return (facts[n] ?? []).map((fact, index) => {
      const row = own.get(visitor.storedId(index, fact));
      if (!row) throw new Error(`Event ${index} of ${JSON.stringify(facts[n])} is not stored.`);
      if (!sessions.includes(row.session_id)) sessions.push(row.session_id);
      const { event_id: _id, visitor_id: _visitor, received_at: _at, sent_session: _sent, ...rest } = row;
      return { ...rest, session_id: sessions.indexOf(row.session_id), evidence: row.evidence & ~32 };
    });
  });
}

it(
  `gives the same events and sessions in any order, with ${CASES} cases of ORDER_SEED=${SEED}`,
  async () => {
    const cases: Case[] = fc.sample(caseArbitrary, { numRuns: CASES, seed: SEED });
    let visitors = 0;
    for (let from = 0; from < cases.length; from += ROUND) {
      const round = cases.slice(from, from + ROUND);
      const facts = round.map((one) => one.facts);
      const inOrder = round.map(() => new Visitor(visitors++));
      const mixed = round.map(() => new Visitor(visitors++));
      // Once by time, one call after the other.
      await Promise.all(
        round.map(async ({ facts: own }, n) => {
          const sorted = [...own.keys()].sort(
            (a, b) => (own[a]?.minute ?? 0) - (own[b]?.minute ?? 0) || a - b,
          );
          for (const index of sorted) await inOrder[n]?.send(own, [index]);
        }),
      );
      // Once as the case says.
      await Promise.all(
        round.map(async ({ facts: own, arrivals, steps }, n) => {
          for (const step of [0, 1, 2, 3])
            await mixed[n]?.send(
              own,
              arrivals.filter((_, at) => steps[at] === step),
            );
        }),
      );
      const [expected, found] = [await storedOf(inOrder, facts), await storedOf(mixed, facts)];
      for (const [n, rows] of found.entries())
        if (JSON.stringify(rows) !== JSON.stringify(expected[n])) {
          process.stderr.write(
            `ORDER_SEED=${SEED}, case ${from + n}: ${JSON.stringify(round[n], undefined, 1)}\n`,
          );
          expect(rows).toEqual(expected[n]);
        }
    }
  },
  6 * 3_600_000,
);
