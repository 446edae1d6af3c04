import { visitorKey } from '@headwater/eventstore/testing/stored-ids';
import { SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { importing, importingEvents, PROPERTY_COLUMNS, type Cells } from './fixtures/importing';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector({}, { now: () => Date.parse('2026-11-20T12:00:00Z') });
});
afterAll(() => collector.stop());

const properties = (rows: readonly Cells[], columns: readonly string[] = PROPERTY_COLUMNS, site = SHOP) =>
  importing(collector, { columns, site }, rows);
const signup = (event_id: string, cells: Cells = {}) =>
  importingEvents(collector, [
    { session_id: event_id, event_id, event_type: '2', event_name: 'signup', ...cells },
  ]);
const propsOf = async (event: string, site = SHOP) => {
  const rows = await collector.rows(
    `visitor_id = '${visitorKey(site.workspaceId, `umami:${site.id}:${event}`)}'`,
  );
  return rows.map(({ props }) => props);
};

describe("rows of Umami's event_data.csv", () => {
  it('become properties of the event that the other file holds, as senders of ours write them', async () => {
    const cells: Cells[] = [
      { data_key: 'plan', string_value: 'pro', data_type: '1' },
      { data_key: 'seats', string_value: '49.0000', number_value: '49.0000', data_type: '2' },
      { data_key: 'price', string_value: '9.5000', number_value: '9.5', data_type: '2' },
      { data_key: 'hundred', number_value: '100', data_type: '2' },
      { data_key: 'minus', string_value: '-0.2500', data_type: '2' },
      { data_key: 'yearly', string_value: 'true', data_type: '3' },
      { data_key: 'since', string_value: '', date_value: '2024-03-01 10:00:00', data_type: '4' },
      { data_key: 'tags.all', string_value: '["a","b"]', data_type: '5' },
      { data_key: '__proto__', string_value: 'x', data_type: '1' },
      { data_key: 'version', string_value: '1.10', data_type: '1' },
    ];
    const answer = await properties(cells.map((row) => ({ event_id: 'with-props', ...row })));
    expect(answer).toEqual({ taken: 10, refused: 0, refusals: [] });
    await signup('with-props');
    const [props] = await propsOf('with-props');
    expect(Object.entries(props ?? {}).sort()).toEqual([
      ['__proto__', 'x'],
      ['hundred', '100'],
      ['minus', '-0.25'],
      ['plan', 'pro'],
      ['price', '9.5'],
      ['seats', '49'],
      ['since', '2024-03-01 10:00:00'],
      ['tags.all', '["a","b"]'],
      ['version', '1.10'],
      ['yearly', 'true'],
    ]);
  });

  it('are left out if their value is null', async () => {
    const answer = await properties([
      { event_id: 'nulls', data_key: 'gone', string_value: '\\N', number_value: '\\N', date_value: '\\N' },
      { event_id: 'nulls', data_key: 'empty', string_value: '', number_value: '\\N' },
      { event_id: 'nulls', data_key: 'seats', string_value: '\\N', number_value: '7', data_type: '2' },
    ]);
    expect(answer).toEqual({ taken: 3, refused: 0, refusals: [] });
    // Null in a column of the event is no value, too.
    const columns = ['visit_id', 'event_name', 'referrer_domain', 'country', 'url_query', 'hostname'];
    const nulls = Object.fromEntries(columns.map((name) => [name, '\\N']));
    await signup('nulls', { ...nulls, event_name: 'signup' });
    expect(await propsOf('nulls')).toEqual([{ empty: '', seats: '7' }]);
    const [row] = await collector.rows(`name = 'signup' AND mapContains(props, 'empty')`);
    expect(row).toMatchObject({ channel: 'Direct', referrer: '', country: '', sent_session: 0 });
    expect(row).toMatchObject({ hostname: 'shop.example', landing: 'shop.example/pricing' });
  });

  it('are found by each later import of the events, which count once', async () => {
    const plan = [{ event_id: 'late', data_key: 'plan', string_value: 'pro' }];
    await signup('late');
    expect(await propsOf('late')).toEqual([{}]);
    await properties(plan);
    for (let times = 0; times < 2; times++) {
      await signup('late');
      expect(await propsOf('late')).toEqual([{ plan: 'pro' }]);
      await properties(plan);
    }
    await properties([{ event_id: 'late', data_key: 'plan', string_value: 'free' }]);
    await signup('late');
    expect(await propsOf('late')).toEqual([{ plan: 'free' }]);
    await properties(plan);
    await signup('late');
    expect(await propsOf('late')).toEqual([{ plan: 'pro' }]);
  });

  it('are known by the name that the event has in the database of Umami, too', async () => {
    const columns = ['event_data_id', 'website_event_id', 'data_key', 'string_value'];
    const row = { event_data_id: 'x', website_event_id: 'own', data_key: 'plan', string_value: 'pro' };
    expect(await properties([row], columns)).toMatchObject({ taken: 1 });
    await signup('own');
    expect(await propsOf('own')).toEqual([{ plan: 'pro' }]);
  });

  it('are at most thirty of an event', async () => {
    const names = Array.from({ length: 33 }, (_, n) => `key-${String(n).padStart(2, '0')}`);
    await properties(names.map((data_key) => ({ event_id: 'many', data_key, string_value: 'x' })));
    await signup('many');
    expect(Object.keys((await propsOf('many'))[0] ?? {}).sort()).toEqual(names.slice(0, 30));
  });

  it('are refused one by one, each with its line and what is wrong with it', async () => {
    const answer = await properties([
      { event_id: '', data_key: 'plan', string_value: 'x' },
      { event_id: 'bad', data_key: 'two words', string_value: 'x' },
      { event_id: 'bad', data_key: '', string_value: 'x' },
      { event_id: 'bad', data_key: 'plan', string_value: 'x'.repeat(501) },
      { event_id: 'bad', data_key: 'plan', string_value: 'x'.repeat(500) },
    ]);
    expect(answer).toEqual({
      taken: 1,
      refused: 4,
      refusals: [
        { line: 2, field: 'event_id', message: 'event_id must not be empty.' },
        { line: 3, field: 'data_key', message: expect.stringContaining('data_key must be') as string },
        { line: 4, field: 'data_key', message: expect.stringContaining('data_key must be') as string },
        { line: 5, field: 'string_value', message: 'The value is longer than 500 characters.' },
      ],
    });
  });

  it('are never those of another site, even where it has the same ids', async () => {
    const other = { ...SHOP, id: 8, domain: 'localhost' };
    await properties([{ event_id: 'both', data_key: 'plan', string_value: 'pro' }]);
    const row = { session_id: 'both', event_id: 'both', hostname: 'localhost' };
    await importingEvents(collector, [row], other);
    expect(await propsOf('both', other)).toEqual([{}]);
  });
});

it('reports properties and their events as unavailable while ClickHouse is unreachable', async () => {
  collector.clickhouseProxy.cut();
  try {
    for (const send of [
      () => properties([{ event_id: 'away', data_key: 'plan', string_value: 'pro' }]),
      () => signup('away'),
    ])
      await expect(send()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  } finally {
    collector.clickhouseProxy.recover();
  }
});
