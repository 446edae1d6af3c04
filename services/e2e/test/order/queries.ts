import { DAY, type Site } from '@headwater/eventstore/testing/visitor-facts';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type Answer, type System } from '../../src/api';

/** Visitors of a round whose sessions are compared one by one. Exports contain all of them. */
const VISITORS = 10;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** All events of a round that began at a time. */
export const windowOf = (now: number): string => `from=${dateOf(now - 6 * DAY)}&to=${dateOf(now + DAY)}`;

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

/** Calls the API for numbers. On a busy machine, a query can exceed its time: repeats it. @returns the body of the answer 200 */
export async function read(
  system: System,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer['body']> {
  const answer = await waitFor(path, async () => {
    const one = await callApi(system, method, path, body === undefined ? {} : { body });
    return one.status >= 503 ? undefined : one;
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
}

/** Days of a round, of which some cut sessions at midnight. */
const daysOf = (now: number): string[] => [0, 1, 2, 3].map((days) => dateOf(now - days * DAY));

/** Paths of queries below a site. */
const queriesOf = (now: number): string[] => {
  const window = windowOf(now);
  return [
    `events?${window}`,
    `traffic-quality?${window}`,
    `stats?${window}&grain=hour`,
    `stats?${window}&filter[channel]=Paid%20Search&dimension=pathname`,
    `stats?${window}&filter[entry_page]=/page-0&filter[props.plan][is_not]=free`,
    `stats?${window}&filter[source]=Google&timezone=Asia/Kathmandu&compare=previous_period`,
    `stats?${window}&dimensions=channel,device,country&filter[browser][is_not]=Firefox`,
    `stats?${window}&dimensions=${DIMENSIONS.slice(0, 10).join()}&limit=500`,
    ...daysOf(now).map((day) => `stats?from=${day}&to=${day}&dimension=channel`),
    ...DIMENSIONS.map((dimension) => `stats?${window}&dimension=${dimension}`),
    ...['order', 'click', 'pageview'].flatMap((name) =>
      ['channel', 'browser', 'country', 'props.plan'].map(
        (dimension) => `events/${name}?${window}&dimension=${dimension}`,
      ),
    ),
    `retention?${window}`,
    `retention?${window}&filter[channel]=Paid%20Search`,
  ];
};

/** Creates goals and funnels. @returns the paths of their results */
export async function define(system: System, { id }: Site, now: number): Promise<string[]> {
  const paths: string[] = [];
  for (const [kind, bodies] of [['goals', GOALS] as const, ['funnels', FUNNELS] as const])
    for (const body of bodies) {
      const created = await callApi(system, 'POST', `/api/v1/sites/${id}/${kind}`, { body });
      expect(created).toMatchObject({ status: 201 });
      paths.push(
        ...['', '&dimension=channel', '&dimension=entry_page', '&filter[browser]=Chrome'].map(
          (more) => `${kind}/${created.body.id}?${windowOf(now)}${more}`,
        ),
      );
    }
  return paths;
}

/** All answers about a site, as texts without its domain and without numbers of repeats. */
export async function answersOf(
  system: System,
  site: Site,
  { now, definitions }: { readonly now: number; readonly definitions: readonly string[] },
): Promise<string[]> {
  const answers: string[] = [];
  for (const path of [...queriesOf(now), ...definitions]) {
    const body = await read(system, 'GET', `/api/v1/sites/${site.id}/${path}`);
    if (path.startsWith('stats?') && path.includes('dimension=channel')) expectWholeSessions(body.data);
    const text = JSON.stringify(body, (key, value: unknown) =>
      ['id', 'duplicates', 'dropped'].includes(key) ? undefined : value,
    );
    answers.push(
      `${path.replace(/(goals|funnels)\/[^?]+/, '$1')}: ${text.replaceAll(site.domain, 'domain')}`,
    );
  }
  const { visitors } = await exportOf(system, site, now);
  for (const visitor of visitors.slice(0, VISITORS)) answers.push(await sessionsOf(system, site, visitor));
  return answers;
}

interface Stats {
  readonly sessions: number;
  readonly breakdown: readonly { readonly key: string; readonly sessions: number }[];
}

/** A session has exactly one channel. */
function expectWholeSessions({ sessions, breakdown }: Stats): void {
  expect(breakdown.reduce((sum, row) => sum + row.sessions, 0)).toBe(sessions);
}

/** The realtime queries of both sites. Their window moves each minute: repeats them until both have the same. */
export async function realtimeOf(system: System, sites: readonly Site[]): Promise<string[][]> {
  const answers = await Promise.all(
    sites.map(async ({ id, domain }) => {
      const bodies = await Promise.all(
        ['channel', 'device', 'country', 'pathname'].map((dimension): Promise<{ from: string }> =>
          read(system, 'GET', `/api/v1/sites/${id}/realtime?dimension=${dimension}`),
        ),
      );
      return {
        from: bodies.map(({ from }) => from),
        text: JSON.stringify(bodies).replaceAll(domain, 'domain'),
      };
    }),
  );
  const isSame = new Set(answers.flatMap(({ from }) => from)).size === 1;
  return isSame ? answers.map(({ text }) => [text]) : realtimeOf(system, sites);
}

/**
 * A visitor's sessions, as text. Without its channel: for attribution, a browser event that is over 24 hours late counts from its
 * arrival. Sessions with the same first moment are in the order of their ids, which differ on each site.
 */
async function sessionsOf(system: System, { id, domain }: Site, visitor: string): Promise<string> {
  const body = await read(system, 'GET', `/api/v1/sites/${id}/visitors/${visitor}`);
  const { sessions, firstSeenAt, lastSeenAt } = body as Record<string, string> & { sessions: object[] };
  const texts = sessions.map((session) => JSON.stringify(session).replaceAll(domain, 'domain'));
  return JSON.stringify([firstSeenAt, lastSeenAt, texts.sort()]);
}

/** All events in their order. Visitors and sessions are numbered by their first event. */
export async function exportOf(
  system: System,
  { id, domain }: Site,
  now: number,
): Promise<{ events: string[]; visitors: string[] }> {
  const response = await fetch(
    `${system.apiUrl}/api/v1/sites/${id}/export?type=events&format=ndjson&${windowOf(now)}`,
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
