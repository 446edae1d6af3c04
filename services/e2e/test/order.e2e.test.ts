import { waitFor } from '@headwater/kit/testing/wait-for';
import fc from 'fast-check';
import { callApi, type System } from '../src/api';
import { START_TIMEOUT_MS } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';
import {
  caseArbitrary,
  DAY,
  ROUND,
  sendInOrder,
  sendMixed,
  START,
  type Case,
  type Site,
} from './order/send-facts';

/** Each run prints its seed; `ORDER_SEED` repeats it. `npm run test:order` runs 10,000 cases. */
const SEED = Number(process.env['ORDER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = Number(process.env['ORDER_CASES'] ?? 20);
const WINDOW = `from=${dateOf(START - DAY)}&to=${dateOf(START + 2 * DAY)}`;

let system: ProcessSystem;
let entries: readonly [System, System];

beforeAll(async () => {
  system = await startProcesses({
    COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '0',
    COLLECTOR_VISITOR_EVENTS_PER_MINUTE: '0',
  });
  entries = [system, { ...system, ...(await system.addCollector()) }];
}, START_TIMEOUT_MS);
afterAll(() => system.stop());

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

async function createSite(domain: string): Promise<Site> {
  const { body } = await callApi(system, 'POST', '/api/v1/sites', { body: { domain } });
  const key = /data-key="([^"]+)"/.exec(String(body.snippet))?.[1] ?? '';
  return { id: Number(body.id), key, domain };
}

const DIMENSIONS = [
  'channel',
  'source',
  'pathname',
  'referrer',
  'utm_medium',
  'browser',
  'entry_page',
  'exit_page',
];
/** Paths of queries below a site. */
const QUERIES = [
  `events?${WINDOW}`,
  `stats?${WINDOW}`,
  `stats?${WINDOW}&grain=hour`,
  ...DIMENSIONS.map((dimension) => `stats?${WINDOW}&dimension=${dimension}`),
  `stats?${WINDOW}&filter[channel]=Paid%20Search&dimension=pathname`,
  `stats?${WINDOW}&filter[source]=Google&timezone=Asia/Kathmandu`,
  ...['order', 'click'].map((name) => `events/${name}?${WINDOW}&dimension=channel`),
];

/** All answers about a site, as text without its domain. */
async function answersOf({ id, domain }: Site): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const query of QUERIES) {
    const { status, body } = await callApi(system, 'GET', `/api/v1/sites/${id}/${query}`);
    expect([query, status]).toEqual([query, 200]);
    answers[query] = JSON.stringify(body).replaceAll(domain, 'domain');
  }
  answers['export'] = await exportOf(id, domain);
  return answers;
}

/** All events in their order. Visitors and sessions are numbered by their first event. */
async function exportOf(id: number, domain: string): Promise<string> {
  const response = await fetch(
    `${system.apiUrl}/api/v1/sites/${id}/export?type=events&format=ndjson&${WINDOW}`,
    { headers: { authorization: `Bearer ${system.token}` } },
  );
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text) ?? 0;
  };
  const lines = (await response.text())
    .trim()
    .split('\n')
    .filter((line) => line !== '');
  return lines
    .map((line) => {
      const { eventId: _, visitorId, sessionId, ...rest } = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify([numberOf(`v${String(visitorId)}`), numberOf(`s${String(sessionId)}`), rest]);
    })
    .join('\n')
    .replaceAll(domain, 'domain');
}

it(
  `gives the same answers in any order, with ${CASES} cases of ORDER_SEED=${SEED}`,
  async () => {
    const cases: Case[] = fc.sample(caseArbitrary, { numRuns: CASES, seed: SEED });
    for (let from = 0; from < cases.length; from += ROUND) {
      const round = cases.slice(from, from + ROUND);
      const [ordered, mixed] = [await createSite(`a-${from}.example`), await createSite(`b-${from}.example`)];
      await Promise.all(
        round.map((one, n) => sendInOrder(system, { ...one, site: ordered, visitor: from + n })),
      );
      await Promise.all(
        round.map((one, n) => sendMixed(entries, { ...one, site: mixed, visitor: from + n })),
      );
      const facts = round.reduce((sum, one) => sum + one.facts.length, 0);
      for (const { id, domain } of [ordered, mixed])
        await waitFor('all events', async () => (await exportOf(id, domain)).split('\n').length === facts);
      // Sessions are corrected right after the insert.
      await waitFor(
        'equal exports',
        async () => (await exportOf(mixed.id, mixed.domain)) === (await exportOf(ordered.id, ordered.domain)),
      ).catch(() =>
        process.stderr.write(`ORDER_SEED=${SEED}: cases ${from} to ${from + round.length} differ\n`),
      );
      expect(await answersOf(mixed)).toEqual(await answersOf(ordered));
    }
  },
  6 * 3_600_000,
);
