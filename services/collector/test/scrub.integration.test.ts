import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  browserEvent,
  CHROME,
  pageview,
  RAW_SHOP,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';
import {
  EVENT_COLUMNS,
  importing,
  importingEvents,
  PROPERTY_COLUMNS,
  type Cells,
} from './fixtures/importing';

/** A local part that nothing else contains. */
const MARK = 'qzx.scrub.canary';
const HEX = 'feedfacecafebeef0123456789abcdef01';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLXRoZS1jYW5hcnk';
const TOKENS = [HEX, JWT];
/** Personal data in the forms in which it occurs in addresses of pages and in texts. */
const FORMS = [
  `${MARK}@mail.example`,
  'QZX.Scrub.Canary@Mail.Example',
  `${MARK}%40mail.example`,
  `${MARK}%2540mail.example`,
  ...TOKENS,
];
const LEAKS = [MARK, HEX, 'eyjzdwiioi'];

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

const findLeak = (text: string): string | undefined =>
  LEAKS.find((leak) => text.toLowerCase().includes(leak));

async function read(query: string): Promise<string> {
  const { client } = collector.clickhouse;
  return (await client.query({ query, format: 'JSONCompactEachRow' })).text();
}

/** Expects no personal data in the log on disk, any table or log line. */
async function expectNoLeak(): Promise<void> {
  await collector.rows();
  for (const name of readdirSync(collector.logDir).filter((each) => each.endsWith('.log')))
    expect([name, findLeak(readFileSync(join(collector.logDir, name), 'latin1'))]).toEqual([name, undefined]);
  const tables = await read(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND has_own_data`,
  );
  for (const line of tables.trim().split('\n')) {
    const [table] = JSON.parse(line) as [string];
    const rows = await read(`SELECT * FROM ${table}`);
    expect([table, rows.split('\n').find((row) => findLeak(row) !== undefined)]).toEqual([table, undefined]);
  }
  expect(findLeak(collector.logLines.join('\n'))).toBeUndefined();
}

it('a browser event is stored without personal data, and keeps its channel, source and other texts', async () => {
  for (const text of FORMS) {
    const inQuery = encodeURIComponent(text);
    const landing = `https://shop.example/welcome/${text}?utm_source=google&utm_medium=cpc&utm_campaign=${inQuery}&utm_term=to+${inQuery}&utm_content=${text}&gclid=${inQuery}`;
    const body = pageview(
      {
        name: `signup ${text}`,
        url: `https://shop.example/users/${text}/edit?email=${inQuery}#${text}`,
        props: { mail: text, sentence: `mail ${text} now`, [HEX]: 'x' },
      },
      { session: { id: randomUUID(), landing, referrer: `https://blog.example/by/${text}?from=${inQuery}` } },
    );
    expect(await (await collector.post(body)).json()).toMatchObject({
      accepted: 1,
    });
  }
  const rows = await collector.rows(`origin = 'browser'`);
  expect(rows).toHaveLength(FORMS.length);
  for (const row of rows)
    expect(row).toMatchObject({
      name: 'signup (redacted)',
      pathname: '/users/(redacted)/edit',
      landing: 'shop.example/welcome/(redacted)',
      referrer: 'blog.example/by/(redacted)',
      channel: 'Paid Search',
      source: 'Google',
      utm_source: 'google',
      utm_campaign: '(redacted)',
      utm_content: '(redacted)',
      props: { mail: '(redacted)', sentence: 'mail (redacted) now', redacted: 'x' },
    });
  expect(rows.map(({ utm_term }) => utm_term).sort()).toEqual([
    ...FORMS.filter((text) => !TOKENS.includes(text)).map(() => '(redacted)'),
    ...TOKENS.map(() => 'to (redacted)'),
  ]);
  await expectNoLeak();
});

it('a source that is an address is redacted, and its channel follows the medium', async () => {
  const landing = `https://shop.example/?utm_source=${MARK}%40mail.example&utm_medium=email`;
  await collector.post(
    pageview({ name: 'from-mail' }, { session: { id: randomUUID(), landing, referrer: '' } }),
  );
  expect(await collector.rows(`name = 'from-mail'`)).toMatchObject([
    { source: '(redacted)', utm_source: '(redacted)', channel: 'Email' },
  ]);
});

it('a source with a token keeps the rest of its name', async () => {
  const session = {
    id: randomUUID(),
    landing: 'https://shop.example/',
    referrer: `https://${HEX}.frames.example/`,
  };
  await collector.post(pageview({ name: 'from-frame' }, { session }));
  expect(await collector.rows(`name = 'from-frame'`)).toMatchObject([
    { source: '(redacted).frames.example' },
  ]);
});

it('an address with a plus sign, which is a space in a query, is redacted as a whole', async () => {
  const landing = `https://shop.example/?utm_source=jane.doe+${MARK}@mail.example&utm_campaign=jane.doe+${MARK}%40mail.example`;
  await collector.post(pageview({ name: 'plus' }, { session: { id: randomUUID(), landing, referrer: '' } }));
  expect(await collector.rows(`name = 'plus'`)).toMatchObject([
    { source: '(redacted)', utm_source: '(redacted)', utm_campaign: '(redacted)' },
  ]);
});

it('a server event is stored without personal data, also in its derived session', async () => {
  const events = FORMS.map((text, index) => ({
    index,
    eventId: randomUUID(),
    anonymousId: `server-${index}`,
    name: `paid ${text}`,
    url: `https://shop.example/invoices/${text}?utm_source=partner&utm_campaign=${encodeURIComponent(text)}`,
    referrer: `https://blog.example/${text}`,
    userAgent: CHROME,
    props: { mail: text },
  }));
  const to = { siteId: SHOP.id, domain: SHOP.domain };
  expect(
    await collector.rpc.calls.IngestEvents({ ...to, events }, { workspaceId: SHOP.workspaceId }),
  ).toMatchObject({ accepted: FORMS.length });
  for (const row of await collector.rows(`origin = 'server'`))
    expect(row).toMatchObject({
      name: 'paid (redacted)',
      pathname: '/invoices/(redacted)',
      landing: 'shop.example/invoices/(redacted)',
      referrer: 'blog.example/(redacted)',
      source: 'partner',
      utm_campaign: '(redacted)',
      props: { mail: '(redacted)' },
    });
  await expectNoLeak();
});

it('an event whose id is an email address is dropped, and only the field is recorded', async () => {
  for (const address of FORMS.slice(0, 4)) {
    const event = { index: 0, eventId: randomUUID(), anonymousId: 'v', name: 'x', props: {} };
    const send = async (change: object) =>
      (
        await collector.rpc.calls.IngestEvents(
          { siteId: SHOP.id, domain: SHOP.domain, events: [{ ...event, ...change }] },
          { workspaceId: SHOP.workspaceId },
        )
      ).dropped;
    const message = expect.stringContaining('must not contain @ or %40') as string;
    expect(await send({ anonymousId: address })).toMatchObject([
      { reason: 'invalid_event', field: 'anonymous_id', message },
    ]);
    expect(await send({ sessionId: address })).toMatchObject([
      { reason: 'invalid_event', field: 'session_id', message },
    ]);
    expect(await send({ eventId: address })).toMatchObject([{ reason: 'invalid_event', field: 'event_id' }]);
    expect(await send({ props: { [`${HEX}x`]: 'x'.repeat(501) } })).toHaveLength(1);
    const body = { ...pageview(), visitor: address };
    expect(await (await collector.post(body)).text()).not.toContain('"accepted":1');
  }
  await collector.stopCollector(); // writes the drops
  expect(await read('SELECT count() FROM dropped_events')).not.toBe('[0]\n');
  await expectNoLeak();
  await collector.stop();
  collector = await startCollector();
});

it('every column of an imported file is stored without personal data', async () => {
  const withColumns = (columns: readonly string[], row: (id: string) => Cells): Cells[] =>
    FORMS.flatMap((text, form) =>
      columns.map((column) => {
        // In lower case, like every host, a JWT is none any more.
        const isHost = column === 'referrer_domain' || column === 'hostname';
        return {
          ...row(`${form}-${column}`),
          [column]: isHost ? text.toLowerCase().replace(JWT.toLowerCase(), HEX) : text,
        };
      }),
    );
  const eventRows = withColumns(EVENT_COLUMNS, (id) => ({
    ...{ event_id: id, session_id: id, visit_id: id, event_type: '2', event_name: 'imported' },
  }));
  expect(await importingEvents(collector, eventRows)).toMatchObject({ taken: expect.any(Number) as number });
  const propertyRows = withColumns(PROPERTY_COLUMNS, (id) => ({
    ...{ event_id: id, data_key: 'mail', string_value: 'x', data_type: '1' },
  }));
  await importing(collector, { columns: PROPERTY_COLUMNS }, propertyRows);
  for (const key of KEYS) {
    const columns = ['date', 'visitors', key, ...DETAILS];
    const rows = withColumns([key, ...DETAILS], () => ({ date: '2026-03-01', visitors: '1' }));
    expect(await importing(collector, { source: 'plausible', columns }, rows)).toMatchObject({ refused: 0 });
  }
  expect(await collector.rows(`pathname = '/(redacted)' AND name = 'imported'`)).toHaveLength(FORMS.length);
  expect(await collector.rows(`utm_term = '(redacted)' AND name = 'imported'`)).toHaveLength(FORMS.length);
  expect(await read(`SELECT count() FROM imported_properties WHERE value = '(redacted)'`)).not.toBe('[0]\n');
  const reports = await read(`SELECT uniqExact(report) FROM imported_days WHERE key LIKE '%(redacted)%'`);
  expect(reports).toBe(`[${KEYS.length - 1}]\n`); // an unknown device is other
  await expectNoLeak();
});

const KEYS = ['name', 'entry_page', 'exit_page', 'page', 'source', 'country', 'browser', 'device'];
const DETAILS = [
  'link_url',
  'path',
  'hostname',
  'referrer',
  'utm_source',
  'utm_term',
  'region',
  'city',
  'browser_version',
];

it('two addresses in an imported report stay two rows, and the same file again is not counted twice', async () => {
  const columns = ['date', 'visitors', 'pageviews', 'page', 'hostname'];
  const rows = ['a@x.example', 'b@x.example', 'c'].map((page) => ({
    date: '2026-04-01',
    visitors: '1',
    pageviews: '1',
    page: `/u/${page}`,
  }));
  await importing(collector, { source: 'plausible', columns }, rows);
  await importing(collector, { source: 'plausible', columns }, rows);
  const sums = await read(
    `SELECT key, sum(pageviews) FROM imported_days FINAL WHERE day = '2026-04-01' GROUP BY key ORDER BY key`,
  );
  expect(
    sums
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([
    ['/u/(redacted)', 2],
    ['/u/c', 1],
  ]);
});

it('an address that the length limit would divide leaves no rest', async () => {
  const long = `/${'x'.repeat(1_985)}/${MARK}@mail.example`;
  const term = `${'y'.repeat(240)}%20${MARK}%40mail.example`;
  const landing = `https://shop.example${long}?utm_term=${term}`;
  await collector.post({
    ...pageview({}, { session: { id: randomUUID(), landing, referrer: '' } }),
    events: [browserEvent({ name: 'cut', url: landing })],
  });
  expect(await collector.rows(`name = 'cut'`)).toMatchObject([
    { pathname: long.slice(0, 1_986), utm_term: 'y'.repeat(240) },
  ]);
});

it('a site that disables scrubbing keeps its texts, at every entry point', async () => {
  const text = `/users/${FORMS[0]}`;
  const url = `https://shop.example${text}`;
  await collector.post(pageview({ name: 'raw', url }, { site: RAW_SHOP.id }));
  await collector.rpc.calls.IngestEvents(
    {
      ...{ siteId: RAW_SHOP.id, domain: RAW_SHOP.domain, scrub: false },
      events: [{ index: 0, anonymousId: 'raw', name: 'raw', url, props: { mail: text } }],
    },
    { workspaceId: SHOP.workspaceId },
  );
  const recent = new Date().toISOString();
  const row = { event_id: 'raw', session_id: 'raw', event_name: 'raw', event_type: '2', created_at: recent };
  await importingEvents(collector, [{ ...row, url_path: text }], RAW_SHOP);
  const found = await collector.rows(`name = 'raw' AND site_id = ${RAW_SHOP.id}`);
  expect(found.map(({ origin, pathname }) => [origin, pathname]).sort()).toEqual([
    ['browser', text],
    ['import', text],
    ['server', text],
  ]);
  const columns = ['date', 'visitors', 'page'];
  await importing(collector, { source: 'plausible', columns, site: RAW_SHOP }, [
    { date: '2026-03-01', visitors: '1', page: text },
  ]);
  const key = await read(`SELECT key FROM imported_days WHERE site_id = ${RAW_SHOP.id}`);
  expect(JSON.parse(key)).toEqual([text]);
});
