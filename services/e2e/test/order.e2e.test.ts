import {
  browserBody,
  callsAsSampled,
  callsInOrder,
  DAY,
  importedRow,
  sampleCases,
  serverEvent,
  START,
  type Call,
  type Site,
} from '@headwater/eventstore/testing/visitor-facts';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../src/api';
import { START_TIMEOUT_MS } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';

/** Each run prints its seed; `ORDER_SEED` repeats it. `npm run test:order` runs 10,000 cases. */
const SEED = Number(process.env['ORDER_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CASES = Number(process.env['ORDER_CASES'] ?? 20);
/** Cases that share a pair of sites and run concurrently. */
const ROUND = 250;
/** Visitors of a round whose sessions are compared one by one. Exports contain all of them. */
const VISITORS = 10;
const WINDOW = `from=${dateOf(START - DAY)}&to=${dateOf(START + 2 * DAY)}`;
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

let system: ProcessSystem;
let entries: readonly System[];

beforeAll(async () => {
  system = await startProcesses({
    COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '0',
    COLLECTOR_VISITOR_EVENTS_PER_MINUTE: '0',
    RATE_LIMIT_EXPORTS_PER_MINUTE: '100000',
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

async function send(site: Site, { endpoint, entry, arrivals }: Call): Promise<void> {
  const to = entries[entry] ?? system;
  const conflicts = arrivals.filter(({ conflict }) => conflict).length;
  switch (endpoint) {
    case 'browser':
      await Promise.all(
        arrivals.map(async (arrival) => {
          // On a busy machine, the site key cannot be checked in time. The browser retries.
          const response = await waitFor('the event', async () => {
            const answer = await fetch(`${to.collectUrl}/collect`, {
              method: 'POST',
              headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
              body: JSON.stringify(browserBody(site, arrival)),
            });
            return answer.status === 503 ? undefined : answer;
          });
          expect(await response.json()).toMatchObject({ accepted: 1 });
        }),
      );
      break;
    case 'server': {
      const events = arrivals.map((arrival) => serverEvent(site, arrival));
      // On a busy machine, a call can fail without a known outcome. The client retries.
      const body = await waitFor('the events', async () => {
        const answer = await callApi(to, 'POST', `/api/v1/sites/${site.id}/events`, { body: { events } });
        return answer.status >= 503 ? undefined : (answer.body as { dropped: unknown[] });
      });
      expect(body.dropped).toHaveLength(conflicts);
      for (const dropped of body.dropped)
        expect(dropped).toMatchObject({ reason: 'duplicate', field: 'event_id' });
      break;
    }
    case 'import': {
      const rows = arrivals.map((arrival) => importedRow(site, arrival));
      const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
      const file = lines.map((cells) => `${cells.join()}\n`).join('');
      // Concurrent imports of the same visitors may exceed the max corrections. The client retries.
      const body = await waitFor(
        'the import',
        async () => {
          const answer = await callApi(to, 'POST', `/api/v1/sites/${site.id}/import?source=umami`, {
            ...{ body: file, headers: { 'content-type': 'text/csv' } },
          });
          return answer.status === 503 ? undefined : (answer.body as object);
        },
        300_000,
      );
      expect(body).toMatchObject({ taken: arrivals.length - conflicts, refused: conflicts });
    }
  }
}

async function sendAll(site: Site, steps: readonly (readonly Call[])[]): Promise<void> {
  for (const calls of steps) await Promise.all(calls.map((call) => send(site, call)));
}

const DIMENSIONS = (
  'pathname channel device browser os country region referrer utm_source utm_medium utm_campaign source ' +
  'entry_page exit_page props.plan'
).split(' ');
const filter = (key: string, value: string) => ({ key, operator: 'is', value });
const ORDER = { name: 'Order', type: 'event', event: 'order' };
const GOALS = [
  ORDER,
  { name: 'Free order', type: 'event', event: 'order', filters: [filter('props.plan', 'free')] },
  { name: 'First page', type: 'page', path: '/page-0' },
  { name: 'Any page', type: 'page', path: '/page-*', filters: [filter('channel', 'Paid Search')] },
];
const FUNNELS = [
  { name: 'Buy', steps: [{ name: 'Page', type: 'page', path: '/page-*' }, ORDER], windowHours: 1 },
  {
    name: 'Pages',
    steps: [1, 2].map((n) => ({ name: `Page ${n}`, type: 'page', path: `/page-${n}` })),
    windowHours: 24,
  },
];
/** Paths of queries below a site. */
const QUERIES = [
  `events?${WINDOW}`,
  `traffic-quality?${WINDOW}`,
  `stats?${WINDOW}&grain=hour`,
  `stats?${WINDOW}&filter[channel]=Paid%20Search&dimension=pathname`,
  `stats?${WINDOW}&filter[entry_page]=/page-0&filter[props.plan][is_not]=free`,
  `stats?${WINDOW}&filter[source]=Google&timezone=Asia/Kathmandu&compare=previous_period`,
  // Days before and after midnight, which cut sessions.
  ...[0, 1]
    .map((days) => dateOf(START + days * DAY))
    .map((day) => `stats?from=${day}&to=${day}&dimension=channel`),
  ...DIMENSIONS.map((dimension) => `stats?${WINDOW}&dimension=${dimension}`),
  ...['order', 'click', 'pageview'].flatMap((name) =>
    ['channel', 'browser', 'props.plan'].map(
      (dimension) => `events/${name}?${WINDOW}&dimension=${dimension}`,
    ),
  ),
  `retention?${WINDOW}`,
  `retention?${WINDOW}&filter[channel]=Paid%20Search`,
];

/** Creates goals and funnels. @returns the paths of their results */
async function define({ id }: Site): Promise<string[]> {
  const paths: string[] = [];
  for (const [kind, bodies] of [['goals', GOALS] as const, ['funnels', FUNNELS] as const])
    for (const body of bodies) {
      const created = await callApi(system, 'POST', `/api/v1/sites/${id}/${kind}`, { body });
      expect(created).toMatchObject({ status: 201 });
      paths.push(
        ...['', '&dimension=channel', '&dimension=entry_page', '&filter[browser]=Chrome'].map(
          (more) => `${kind}/${created.body.id}?${WINDOW}${more}`,
        ),
      );
    }
  return paths;
}

/** All answers about a site, as texts without its domain and without numbers of repeats. */
async function answersOf(site: Site, definitions: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  const call = async (path: string): Promise<void> => {
    const { status, body } = await callApi(system, 'GET', `/api/v1/sites/${site.id}/${path}`);
    expect([path, status]).toEqual([path, 200]);
    const text = JSON.stringify(body, (key, value: unknown) =>
      ['id', 'duplicates', 'dropped'].includes(key) ? undefined : value,
    );
    answers.push(
      `${path.replace(/(goals|funnels)\/[^?]+/, '$1')}: ${text.replaceAll(site.domain, 'domain')}`,
    );
  };
  for (const path of [...QUERIES, ...definitions]) await call(path);
  const { visitors } = await exportOf(site);
  for (const visitor of visitors.slice(0, VISITORS)) answers.push(await sessionsOf(site, visitor));
  return answers;
}

/**
 * A visitor's sessions, as text. Without its channel: for attribution, a browser event that is over 24 hours late counts from its
 * arrival. Sessions with the same first moment are in the order of their ids, which differ on each site.
 */
async function sessionsOf({ id, domain }: Site, visitor: string): Promise<string> {
  const { body } = await callApi(system, 'GET', `/api/v1/sites/${id}/visitors/${visitor}`);
  const { sessions, firstSeenAt, lastSeenAt } = body as Record<string, string> & { sessions: object[] };
  const texts = sessions.map((session) => JSON.stringify(session).replaceAll(domain, 'domain'));
  return JSON.stringify([firstSeenAt, lastSeenAt, texts.sort()]);
}

/** All events in their order. Visitors and sessions are numbered by their first event. */
async function exportOf({ id, domain }: Site): Promise<{ events: string[]; visitors: string[] }> {
  const response = await fetch(
    `${system.apiUrl}/api/v1/sites/${id}/export?type=events&format=ndjson&${WINDOW}`,
    { headers: { authorization: `Bearer ${system.token}` } },
  );
  const [visitors, sessions]: [string[], string[]] = [[], []];
  const numberIn = (list: string[], text: string): number => {
    if (!list.includes(text)) list.push(text);
    return list.indexOf(text);
  };
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  const events = lines.map((line) => {
    const { eventId: _, visitorId, sessionId, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const ids = [numberIn(visitors, String(visitorId)), numberIn(sessions, String(sessionId))];
    return JSON.stringify([...ids, rest]).replaceAll(domain, 'domain');
  });
  return { events, visitors };
}

it(
  `gives the same answers in any order, with ${CASES} cases of ORDER_SEED=${SEED}`,
  async () => {
    const cases = sampleCases(SEED, CASES);
    for (let from = 0; from < cases.length; from += ROUND) {
      const round = cases.slice(from, from + ROUND);
      const sites = [await createSite(`a-${from}.example`), await createSite(`b-${from}.example`)] as const;
      const [ordered, sampled] = sites;
      await sendAll(ordered, callsInOrder(round, from));
      await sendAll(sampled, callsAsSampled(round, from));
      if (CASES > ROUND) process.stderr.write(`${from + round.length} of ${CASES} cases sent\n`);
      const facts = round.reduce((sum, one) => sum + one.facts.length, 0);
      for (const site of sites)
        await waitFor('all events', async () => (await exportOf(site)).events.length === facts, 120_000);
      // Sessions are corrected right after the insert.
      await waitFor(
        'equal exports',
        async () => (await exportOf(sampled)).events.join() === (await exportOf(ordered)).events.join(),
        60_000,
      ).catch(() =>
        process.stderr.write(`ORDER_SEED=${SEED}: cases ${from} to ${from + round.length} differ\n`),
      );
      expect((await exportOf(sampled)).events).toEqual((await exportOf(ordered)).events);
      const [expected, found] = await Promise.all(
        [ordered, sampled].map(async (site) => answersOf(site, await define(site))),
      );
      expect(found).toEqual(expected);
    }
  },
  6 * 3_600_000,
);
