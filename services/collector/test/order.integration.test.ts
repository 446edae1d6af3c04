import type { EventRow } from '@headwater/eventstore/event-columns';
import {
  callsAsSampled,
  callsInOrder,
  eventId,
  sampleCases,
  type Call,
  type Case,
} from '@headwater/eventstore/testing/visitor-facts';
import { SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { umamiEventId } from '../src/domain/imports/umami-names';
import { sendCall } from './fixtures/send-call';

/** Each run prints its seed; `ORDER_SEED` repeats it. `npm run test:order` runs 10,000 cases. */
const SEED = Number(process.env['ORDER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = Number(process.env['ORDER_CASES'] ?? 100);
/** Cases that run concurrently, so that their calls share batches and race. */
const ROUND = 500;
/** In the first round: its batches have few visitors. Those of other rounds have events of days. */
const FIRST_ROUND = 10;
/** More ids exceed the length of a ClickHouse statement. */
const IDS_PER_QUERY = 2_000;
const LARGER_BATCHES = { COLLECTOR_BATCH_MS: '100' };

/** Two processes over one event store. */
let collectors: readonly CollectorFixture[];

beforeAll(async () => {
  const first = await startCollector(LARGER_BATCHES);
  collectors = [first, await startCollector(LARGER_BATCHES, undefined, first)];
});
afterAll(async () => {
  for (const collector of collectors.toReversed()) await collector.stop();
});

/** Sends the calls. @param waits for the shipping of each step before the next */
async function sendAll(steps: readonly (readonly Call[])[], waits: boolean): Promise<void> {
  for (const calls of steps) {
    await Promise.all(calls.map((call) => sendCall(collectors[call.entry] as CollectorFixture, SHOP, call)));
    if (waits) await shipped();
  }
  await shipped();
}

async function shipped(): Promise<void> {
  for (const collector of collectors) expect(await collector.shipped(300_000)).toBe(true);
}

/** The stored events of visitors: all columns, with sessions numbered in the order of their events. */
async function storedOf(cases: readonly Case[], firstVisitor: number): Promise<unknown[]> {
  const idOf = (n: number, index: number): string => {
    const id = eventId({ visitor: firstVisitor + n, index });
    return cases[n]?.facts[index]?.endpoint === 'import' ? umamiEventId(SHOP.id, id) : id;
  };
  const ids = cases.flatMap(({ facts }, n) => facts.map((_, index) => idOf(n, index)));
  const byId = new Map<string, EventRow>();
  for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
    const list = ids.slice(from, from + IDS_PER_QUERY).map((id) => `'${id}'`);
    const rows = (await collectors[0]?.rows(`event_id IN (${list.join(', ')})`)) ?? [];
    for (const row of rows) byId.set(row.event_id, row);
  }
  return cases.map(({ facts }, n) => {
    const sessions: string[] = [];
    return facts.map((_, index) => {
      const row = byId.get(idOf(n, index));
      if (!row) throw new Error(`Event ${index} of ${JSON.stringify(facts)} is not stored.`);
      if (!sessions.includes(row.session_id)) sessions.push(row.session_id);
      const { event_id: _id, visitor_id: _visitor, received_at: _at, sent_session: _sent, ts, ...rest } = row;
      const time = facts[index]?.endpoint === 'import' ? ts.slice(0, 16) : ts;
      const session_id = sessions.indexOf(row.session_id);
      return { ...rest, ts: time, session_id, evidence: row.evidence & ~32 };
    });
  });
}

it(
  `gives the same events and sessions in any order, with ${CASES} cases of ORDER_SEED=${SEED}`,
  async () => {
    const cases = sampleCases(SEED, CASES);
    for (let from = 0, index = 0; from < cases.length; index += 1) {
      const round = cases.slice(from, from + (index === 0 ? FIRST_ROUND : ROUND));
      const [ordered, sampled] = [2 * from, 2 * from + round.length];
      const now = Date.now();
      await sendAll(callsInOrder({ cases: round, firstVisitor: ordered, now }), true);
      await sendAll(callsAsSampled({ cases: round, firstVisitor: sampled, now }), index % 2 === 0);
      if (CASES > ROUND) process.stderr.write(`${from + round.length} of ${CASES} cases sent\n`);
      const expected = await storedOf(round, ordered);
      for (const [n, rows] of (await storedOf(round, sampled)).entries())
        if (JSON.stringify(rows) !== JSON.stringify(expected[n])) {
          process.stderr.write(
            `ORDER_SEED=${SEED}, case ${from + n}: ${JSON.stringify(round[n], undefined, 1)}\n`,
          );
          expect(rows).toEqual(expected[n]);
        }
      from += round.length;
    }
  },
  6 * 3_600_000,
);
