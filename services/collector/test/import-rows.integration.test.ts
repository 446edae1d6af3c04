import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { EVENT_COLUMNS, importing, importingEvents, type Cells } from './fixtures/importing';

const NOW = Date.parse('2026-11-20T12:00:00Z');
let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector({}, { now: () => NOW });
});
afterAll(() => collector.stop());

const umami = (...rows: readonly Cells[]) => importingEvents(collector, rows);
const plausible = (columns: readonly string[], rows: readonly Cells[]) =>
  importing(collector, { source: 'plausible', columns }, rows);

const stored = async (session: string) =>
  collector.rows(`visitor_id = '${visitorKey(SHOP.workspaceId, `umami:${SHOP.id}:${session}`)}'`);

describe("rows of Umami's export", () => {
  it('become events, old as they are, with the channel that our rules give their session', async () => {
    const answer = await umami(
      {
        session_id: 'visit',
        event_id: 'visit-1',
        url_query: 'utm_source=newsletter',
        utm_medium: 'email',
        referrer_domain: 'google.com',
      },
      {
        session_id: 'visit',
        event_id: 'visit-2',
        event_type: '2',
        event_name: 'signup',
        referrer_domain: 'www.shop.example',
        created_at: '2024-03-01 10:05:00.250',
      },
    );
    expect(answer).toEqual({ taken: 2, refused: 0, refusals: [] });
    const shared = {
      workspace_id: SHOP.workspaceId,
      site_id: SHOP.id,
      origin: 'import',
      pathname: '/pricing',
      channel: 'Email',
      source: 'Newsletter',
      landing: 'www.shop.example/pricing',
      country: 'DE',
      region: '',
      device: 'desktop',
      browser: 'Chrome',
      os: 'macOS',
    };
    const rows = await stored('visit');
    expect(new Set(rows.map((row) => row.session_id)).size).toBe(1);
    expect(rows).toEqual([
      expect.objectContaining({ ...shared, name: 'pageview', ts: '2024-03-01 10:00:00.000' }),
      expect.objectContaining({ ...shared, name: 'signup', ts: '2024-03-01 10:05:00.250' }),
    ]);
    expect(collector.sites.installed).toEqual([]);
  });

  it('keep the channel of their session over calls', async () => {
    await umami({ session_id: 'long', event_id: 'long-1', visit_id: 'long', referrer_domain: 'google.com' });
    await umami({
      session_id: 'long',
      event_id: 'long-2',
      visit_id: 'long',
      created_at: '2024-03-01 10:20:00',
    });
    const rows = await stored('long');
    expect(rows.map(({ channel }) => channel)).toEqual(['Organic Search', 'Organic Search']);
  });

  it('have the channel of their first event when the file comes twice, in whatever order its rows are', async () => {
    const session = (event: number, cells: Cells) => ({
      session_id: 'unsorted',
      visit_id: 'unsorted',
      event_id: `unsorted-${event}`,
      created_at: `2024-03-01 10:0${event}:00`,
      ...cells,
    });
    const calls = [
      [session(4, {}), session(3, { referrer_domain: 'www.shop.example' })],
      [session(2, {})],
      [session(1, { referrer_domain: 'google.com' })],
    ];
    for (const rows of calls) await umami(...rows);
    expect((await stored('unsorted'))[0]?.channel).toBe('Organic Search');
    for (const rows of calls) await umami(...rows);
    const rows = await stored('unsorted');
    expect(rows.map(({ channel, landing }) => `${channel} ${landing}`)).toEqual(
      Array.from({ length: 4 }, () => 'Organic Search www.shop.example/pricing'),
    );
  });

  it.each([
    ['2024-03-01 23:30:00', '2024-03-01 23:30:00.000'],
    ['2024-03-01 23:30:00.5+00', '2024-03-01 23:30:00.500'],
    ['2024-03-01 23:30:00+05:30', '2024-03-01 18:00:00.000'],
    ['2024-03-01T23:30:00Z', '2024-03-01 23:30:00.000'],
  ])('have a time in UTC without a zone: %s', async (created_at, ts) => {
    await umami({ session_id: created_at, event_id: created_at, visit_id: created_at, created_at });
    expect(await stored(created_at)).toEqual([expect.objectContaining({ ts })]);
  });

  it('count once, however often and in whatever company they are sent', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => ({
      session_id: 'again',
      event_id: `again-${n}`,
      created_at: `2024-0${(n % 9) + 1}-11 10:00:00`,
    }));
    await umami(...rows);
    await umami(...rows.slice(7));
    await umami(...rows.slice(0, 20));
    expect(await umami(...rows)).toMatchObject({ taken: 40 });
    expect(await stored('again')).toHaveLength(40);
  });

  it('may be on more days than one insert accepts', async () => {
    const rows = Array.from({ length: 400 }, (_, n) => ({
      session_id: 'years',
      visit_id: `years-${n}`,
      event_id: `years-${n}`,
      created_at: new Date(NOW - (400 - n) * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
    }));
    expect(await umami(...rows)).toEqual({ taken: 400, refused: 0, refusals: [] });
    expect(await stored('years')).toHaveLength(400);
  });

  it('may be as many in a call as it takes, each of another visitor', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => ({
      session_id: `full-${n}`,
      visit_id: `full-${n}`,
      event_id: `full-${n}`,
      created_at: '2024-05-01 10:00:00',
    }));
    expect(await umami(...rows)).toEqual({ taken: 5_000, refused: 0, refusals: [] });
    expect(await collector.rows("toDate(ts) = '2024-05-01'")).toHaveLength(5_000);
    await expect(umami(...rows, {})).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('are refused one by one, each with its line and what is wrong with it', async () => {
    const cells: readonly [Cells, string, RegExp][] = [
      [{ created_at: 'yesterday' }, 'created_at', /created_at is no time/],
      [{ created_at: '2024-02-30 10:00:00' }, 'created_at', /created_at is no time/],
      [{ created_at: '2021-11-18 10:00:00' }, 'created_at', /more than five years ago/],
      [{ created_at: '2026-11-20 12:30:00' }, 'created_at', /in the future/],
      [{ event_type: '5' }, 'event_type', /event_type/],
      [{ event_type: '2', event_name: '' }, 'event_name', /event_name is empty/],
      [{ visit_id: 'ada@example.com' }, 'visit_id', /must not contain @/],
      [{ visit_id: 'a%40b' }, 'visit_id', /must not contain @/],
      [{ visit_id: 'v'.repeat(129) }, 'visit_id', /at most 128/],
      [{ event_id: '' }, 'event_id', /event_id and session_id/],
      [{ hostname: 'elsewhere.example' }, 'hostname', /hostname is neither/],
    ];
    const fine = Array.from({ length: 999 }, (_, n) => ({ session_id: `fine-${n}`, event_id: `fine-${n}` }));
    const answer = await umami(...fine, ...cells.map(([row]) => ({ ...row, session_id: 'bad' })));
    expect(answer).toMatchObject({ taken: 999, refused: cells.length });
    expect(answer.refusals).toEqual(
      cells.map(([, field, message], n) => ({
        line: n + 1_001,
        field,
        message: expect.stringMatching(message) as unknown,
      })),
    );
    expect(await stored('bad')).toEqual([]);
  });

  it('are listed in at most twenty refusals, incomplete rows included', async () => {
    const answer = await umami(...Array.from({ length: 30 }, () => ({ created_at: '' })));
    expect({ ...answer, refusals: answer.refusals.length }).toEqual({ taken: 0, refused: 30, refusals: 20 });
    const columns = [...EVENT_COLUMNS];
    const cut = await collector.rpc.calls.ImportRows(
      {
        siteId: SHOP.id,
        domain: SHOP.domain,
        source: 'umami',
        columns,
        rows: [{ line: 9, cells: ['a', 'b'] }],
      },
      { workspaceId: SHOP.workspaceId },
    );
    expect(cut).toEqual({
      taken: 0,
      refused: 1,
      refusals: [{ line: 9, field: 'row', message: 'The row has 2 cells where the file has 36 columns.' }],
    });
  });

  it('never share a visitor with another site', async () => {
    const other = { ...SHOP, id: 8, domain: 'localhost' };
    await importingEvents(collector, [{ hostname: 'localhost' }], other);
    const [row] = await collector.rows(`site_id = 8 AND origin = 'import'`);
    expect(row?.visitor_id).toBe(visitorKey(SHOP.workspaceId, 'umami:8:s1'));
  });
});

describe("rows of Plausible's export", () => {
  const days = async (report: string) => {
    const result = await collector.clickhouse.client.query({
      query: `SELECT * FROM imported_days FINAL WHERE report = '${report}' ORDER BY day, key`,
      format: 'JSONEachRow',
    });
    return result.json<Record<string, unknown>>();
  };

  it('are days with their counts, which the same file replaces', async () => {
    const columns = ['date', 'visitors', 'pageviews', 'bounces', 'visits', 'visit_duration'];
    const day = {
      date: '2024-03-01',
      visitors: '3',
      pageviews: '10',
      bounces: '1',
      visits: '4',
      visit_duration: '60',
    };
    const other = { ...day, visitors: '5' };
    for (const file of [other, day, other])
      expect(await plausible(columns, [file])).toMatchObject({ taken: 1 });
    expect(await days('')).toEqual([
      expect.objectContaining({
        workspace_id: SHOP.workspaceId,
        site_id: SHOP.id,
        day: '2024-03-01',
        key: '',
        visitors: 5,
        visits: 4,
        pageviews: 10,
        bounces: 1,
        visit_seconds: 60,
      }),
    ]);
  });

  it.each([
    ['pathname', { page: '/pricing/', hostname: 'shop.example' }, '/pricing'],
    ['entry_page', { entry_page: '/a/', entrances: '7' }, '/a'],
    ['exit_page', { exit_page: '/', exits: '7' }, '/'],
    ['source', { source: 'Google', utm_medium: 'cpc', visits: '7' }, 'Google'],
    ['country', { country: 'FR', region: 'FR-PAC', city: '3027647', visits: '7' }, 'FR'],
    ['device', { device: 'Laptop', visits: '7' }, 'desktop'],
    ['browser', { browser: 'Safari', browser_version: '16.3', visits: '7' }, 'Safari'],
    ['os', { operating_system: 'Mac', operating_system_version: '10.14', visits: '7' }, 'macOS'],
    ['event', { name: '404', link_url: '', path: '/none', events: '7' }, '404'],
  ])('are known by their columns: %s', async (report, cells, key) => {
    const row = { date: '2024-03-02', visitors: '2', ...cells };
    expect(await plausible(Object.keys(row), [row])).toMatchObject({ taken: 1 });
    expect(await days(report)).toEqual([expect.objectContaining({ key, visitors: 2 })]);
  });

  it('are refused when a number or date is none', async () => {
    const answer = await plausible(
      ['date', 'device', 'visitors', 'visit_duration'],
      [
        { date: '2024-13-01', visitors: '1' },
        { date: '2024-03-01', visitors: '-1' },
        { date: '2020-03-01', visitors: '1' },
        { date: '2024-03-01', visitors: '1', visit_duration: '1.5' },
        { date: '2024-03-01', visitors: '1', device: 'a\nb' },
      ],
    );
    expect(answer.refusals.map(({ field, message }) => [field, message])).toEqual([
      ['date', 'date is no date such as 2026-03-01.'],
      ['visitors', 'visitors is no whole number.'],
      ['date', 'date is more than five years ago.'],
      ['visit_duration', 'visit_duration is no whole number.'],
      ['device', 'A text has a control character or more than 2000 characters.'],
    ]);
  });
});

describe('a file of another kind', () => {
  it.each([
    ['umami', 'date,visitors'],
    ['umami', 'event_id,event_id'],
    ['plausible', EVENT_COLUMNS.join(',')],
    ['matomo', EVENT_COLUMNS.join(',')],
    ['umami', 'data_key,string_value'],
    ['umami', 'data_key,event_id'],
  ])('is refused as %s: %s, with and without rows', async (source, names) => {
    const columns = names.split(',');
    for (const rows of [[{}], []])
      await expect(importing(collector, { source, columns }, rows)).rejects.toMatchObject({
        code: 'invalid_request',
      });
  });
});

it('reports rows as unavailable while ClickHouse is unreachable', async () => {
  collector.clickhouseProxy.cut();
  try {
    await expect(umami({ session_id: 'away' })).rejects.toMatchObject({ code: 'upstream_unavailable' });
  } finally {
    collector.clickhouseProxy.recover();
  }
});
