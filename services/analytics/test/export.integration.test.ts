import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EVIDENCE, type EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import type { AppError } from '@headwater/kit/errors';
import { waitFor } from '@headwater/kit/testing/wait-for';
import {
  EXPORT_FORMATS,
  EXPORT_TYPES,
  FILTER_OPERATORS,
  VISIT_DIMENSIONS,
} from '@headwater/protos/vocabulary';
import { compileBusyBuckets, compileExportSlice } from '../src/queries/export';
import { planExport } from '../src/queries/export';
import { createPseudonyms } from '../src/query/pseudonyms';
import { VISIT_KEYS } from '../src/query/dimensions';
import { readQuery } from '../src/query/read-query';
import { planVisits } from '../src/query/plan';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const NOW = '2026-03-10T15:00:00Z';
const IN_WORKSPACE = { workspaceId: 1 };
const KEY = Buffer.alloc(32, 5);
const QUERY = { siteId: 1, timezone: 'Europe/Berlin', range: '2d', filters: [] };
const REQUEST = { question: QUERY, type: 'events', format: 'ndjson', visitorKey: KEY };
const HEAD =
  'time,name,visitorId,sessionId,pathname,hostname,channel,source,referrer,landing,utm_source,utm_medium,' +
  'utm_campaign,utm_term,utm_content,country,region,device,browser,os,eventId,props';

let analytics: RunningAnalytics;

beforeAll(async () => {
  analytics = await startAnalytics(NOW, { maxConcurrentExports: 1, maxWaitMs: 50 });
});

afterAll(() => analytics.stop());

const event = (ts: string, fields: Partial<EventRow> = {}) =>
  sampleEvent({ ts: `2026-03-${ts}Z`, visitor_id: '18446744073709551615', session_id: '3', ...fields });

async function textOf(pieces: AsyncIterable<{ data: Buffer }>): Promise<string> {
  const buffers: Buffer[] = [];
  for await (const { data } of pieces) buffers.push(data);
  return Buffer.concat(buffers).toString('utf8');
}

const fileOf = (request: object = {}, options: object = IN_WORKSPACE): Promise<string> =>
  textOf(analytics.calls.ExportEvents({ ...REQUEST, ...request }, options));

const rowsOf = async (request: object = {}, options?: object): Promise<Record<string, unknown>[]> =>
  (await fileOf(request, options))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('ExportEvents', () => {
  const props = { plan: '=1+1', note: 'say "hi"' };
  const signup = event('09T10:00:00.007', { name: 'signup', pathname: '=cmd', props, country: 'DE' });
  beforeAll(() =>
    analytics.insert([
      event('10T08:00:00.000'),
      signup,
      { ...signup, received_at: '2026-03-09T11:00:00.000Z' },
      // The window begins at 23:00 UTC.
      event('08T23:00:00.000', { pathname: '/first' }),
      event('08T22:59:59.999', { pathname: '/before' }),
      event('10T22:59:59.999', { pathname: '/last', visitor_id: '2' }),
      event('10T23:00:00.000', { pathname: '/after' }),
      event('09T12:00:00.000', { workspace_id: 2, pathname: '/theirs' }),
      event('09T12:00:00.000', { site_id: 2, pathname: '/neighbour' }),
    ]),
  );

  it('writes each event once, by time, within the window of the site’s zone', async () => {
    const rows = await rowsOf();
    const { ofVisitor, ofSession } = createPseudonyms(KEY);
    expect(rows.map(({ time, pathname }) => [time, pathname])).toEqual([
      ['2026-03-08T23:00:00.000Z', '/first'],
      ['2026-03-09T10:00:00.007Z', '=cmd'],
      ['2026-03-10T08:00:00.000Z', '/'],
      ['2026-03-10T22:59:59.999Z', '/last'],
    ]);
    expect(rows[1]).toEqual({
      time: '2026-03-09T10:00:00.007Z',
      name: 'signup',
      visitorId: ofVisitor('18446744073709551615'),
      sessionId: ofSession('3'),
      pathname: '=cmd',
      hostname: 'example.com',
      channel: 'Direct',
      source: '',
      referrer: '',
      landing: 'example.com/',
      utm_source: '',
      utm_medium: '',
      utm_campaign: '',
      utm_term: '',
      utm_content: '',
      country: 'DE',
      region: '',
      device: 'desktop',
      browser: '',
      os: '',
      eventId: signup.event_id,
      props,
    });
  });

  it('adds the facts from which sessions are derived, with a pseudonym of the session', async () => {
    const { derived, landing } = EVIDENCE;
    const own = JSON.stringify({ channel: 'Email' });
    await analytics.insert([
      event('09T11:00:00.000', { workspace_id: 5, evidence: derived + landing, sent_session: '7', own }),
      event('09T12:00:00.000', { workspace_id: 5 }),
    ]);
    const rows = await rowsOf({ sessionFacts: true }, { workspaceId: 5 });
    const { ofSession } = createPseudonyms(KEY);
    expect(rows).toMatchObject([
      { evidence: ['derived', 'landing'], sentSession: ofSession('7'), own },
      { evidence: [], sentSession: '', own: '' },
    ]);
    expect(await fileOf({ sessionFacts: true, format: 'csv' }, { workspaceId: 6 })).toBe(`${HEAD}\r\n`);
  });

  it('writes CSV with a header line and without formulas', async () => {
    const lines = (await fileOf({ format: 'csv' })).split('\r\n');
    expect(lines[0]).toBe(HEAD);
    expect(lines).toHaveLength(6);
    expect(lines[2]).toContain(`,"'=cmd",`);
    expect(lines[2]).toContain('"{""plan"":""=1+1"",""note"":""say \\""hi\\""""}"');
    expect(lines[5]).toBe('');
  });

  it('writes pageviews only, or the events that pass the filters', async () => {
    expect(await rowsOf({ type: 'pageviews' })).toHaveLength(3);
    const question = { ...QUERY, filters: [{ key: 'props.plan', operator: 'is', value: '=1+1' }] };
    expect(await rowsOf({ question })).toHaveLength(1);
    // Sessions are computed over the window, not per day.
    const entry = { ...QUERY, filters: [{ key: 'entry_page', operator: 'is', value: '/first' }] };
    expect(await rowsOf({ question: entry })).toHaveLength(4);
  });

  it('contains nothing of another workspace, and no stored visitor id', async () => {
    const theirs = await rowsOf({}, { workspaceId: 2 });
    expect(theirs.map(({ pathname }) => pathname)).toEqual(['/theirs']);
    expect(await fileOf({}, { workspaceId: 3 })).toBe('');
    expect(await fileOf({ format: 'csv' }, { workspaceId: 3 })).toBe(`${HEAD}\r\n`);
    for (const format of EXPORT_FORMATS)
      expect(await fileOf({ format })).not.toContain('18446744073709551615');
  });

  it.each([
    [{ type: 'visitors' }, 'invalid_request'],
    [{ format: 'xlsx' }, 'invalid_request'],
    [{ visitorKey: Buffer.alloc(31) }, 'invalid_request'],
    [{ question: null }, 'invalid_request'],
    [{ question: { ...QUERY, filters: [{ key: 'ip', operator: 'is', value: 'x' }] } }, 'unknown_filter'],
  ])('rejects %j', async (request, code) => {
    await expect(fileOf(request)).rejects.toMatchObject({ code });
  });
});

/** The number of running statements on this test's database. */
async function running(): Promise<number> {
  const result = await analytics.clickhouse.client.query({
    query:
      'SELECT count() AS n FROM system.processes WHERE current_database = currentDatabase() AND query NOT LIKE {self:String}',
    query_params: { self: '%system.processes%' },
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>())[0]?.n ?? 0;
}

/** Referenced memory of this process in bytes, including the test, the service and the call. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('a large export', () => {
  const ROWS = 520_000;
  const PATIENT = { ...IN_WORKSPACE, deadlineMs: 600_000 };
  const question = { ...QUERY, siteId: 9 };

  beforeAll(async () => {
    await analytics.clickhouse.client.command({
      query: `INSERT INTO events (workspace_id, site_id, name, ts, received_at, event_id, visitor_id, session_id, origin, pathname, props)
        SELECT 1, 9, 'pageview', toDateTime64('2026-03-09 00:00:00', 3, 'UTC') + number / 5, now64(3), generateUUIDv4(),
          number % 1000, number % 5000, 'browser', '/page/' || toString(number), map('n', toString(number))
        FROM numbers(${ROWS})`,
    });
  }, 120_000);

  it('is complete and in order, without being buffered in memory', async () => {
    const before = heldBytes();
    let [lines, bytes, pieces, last] = [0, 0, 0, ''];
    const held: number[] = [];
    let rest = '';
    const request = { ...REQUEST, question, format: 'csv' };
    for await (const { data } of analytics.calls.ExportEvents(request, PATIENT)) {
      bytes += data.length;
      if (pieces++ % 300 === 100) held.push(heldBytes() - before);
      const parts = (rest + data.toString('utf8')).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        // The header line sorts before all times.
        const time = line.slice(0, 25);
        if (time < last && last !== HEAD.slice(0, 25)) throw new Error(`${time} follows ${last}`);
        last = time;
      }
      lines += parts.length;
    }
    expect(lines).toBe(ROWS + 1);
    expect(bytes).toBeGreaterThan(100 * 1_048_576);
    // Buffers in flight: of ClickHouse's response, the call and the reader.
    expect(held.length).toBeGreaterThan(4);
    expect(Math.max(...held)).toBeLessThan(64 * 1_048_576);
  }, 600_000);

  it('waits for its reader, and is cancelled in ClickHouse when the reader stops', async () => {
    const reader = analytics.calls.ExportEvents({ ...REQUEST, question }, PATIENT)[Symbol.asyncIterator]();
    await reader.next();
    await waitFor('the statement to run', async () => (await running()) === 1);
    // It occupies an export slot of its workspace, but no query slot.
    const refusals = await Promise.all(
      Array.from({ length: 65 }, () =>
        fileOf({ question }).catch((error: unknown) => {
          const { code, message } = error as AppError;
          return [code, message];
        }),
      ),
    );
    // 60 wait, the others get their refusal immediately.
    const waited = ['rate_limited', expect.stringMatching(/^The query waited 50 ms/)];
    const flood = ['rate_limited', expect.stringMatching(/^Too many queries .*and 60 waiting/)];
    expect(refusals.toSorted()).toEqual([...Array(60).fill(waited), ...Array(5).fill(flood)]);
    expect(await analytics.calls.ListEvents({ question }, IN_WORKSPACE)).toMatchObject({
      events: [{ events: ROWS }],
    });
    expect(await running()).toBe(1);
    await reader.return?.();
    await waitFor('the statement to end', async () => (await running()) === 0);
    await waitFor('the slot to be free', () =>
      fileOf().then(
        () => true,
        () => false,
      ),
    );
  }, 120_000);
});

describe('every statement of an export', () => {
  const keys = [...VISIT_DIMENSIONS, 'props.plan'];
  const filters = keys.map((key, n) => ({
    key,
    operator: FILTER_OPERATORS[n % FILTER_OPERATORS.length] ?? 'is',
    value: 'x',
  }));
  const statements = (type: string, some: typeof filters) => {
    const query = readQuery({ ...QUERY, filters: some }, VISIT_KEYS);
    const visits = planVisits(query, { workspaceId: 1, nowMs: Date.parse(NOW) });
    const plan = planExport(visits, { type, sessionFacts: false });
    const slice = { startMs: plan.scope.startMs, endMs: plan.scope.startMs + 86_400_000 };
    return [compileBusyBuckets(plan), compileExportSlice(plan, slice)];
  };
  const all = EXPORT_TYPES.flatMap((type) =>
    [[], filters.filter(({ key }) => !key.endsWith('_page')), filters].flatMap((some) =>
      statements(type, some),
    ),
  );

  it('is accepted by ClickHouse with every dimension and filter', async () => {
    for (const { query, params } of all)
      await analytics.clickhouse.client.command({ query: `EXPLAIN ${query}`, query_params: params });
  });

  it('reads only one site of one workspace and one window, in every subquery', () => {
    const scope = /workspace_id = \S+\s+AND site_id = \S+\s+AND ts >= .+\s+AND ts < /g;
    for (const { query } of all)
      expect(query.match(scope)).toHaveLength(query.split('FROM events').length - 1);
  });

  it('has not changed', () => {
    for (const statement of statements('pageviews', filters.slice(-1))) expect(statement).toMatchSnapshot();
  });
});
