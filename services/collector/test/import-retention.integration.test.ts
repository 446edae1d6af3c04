import { startCollector, type CollectorFixture } from './fixtures/collector-fixture';
import { EVENT_COLUMNS, importing, type Cells } from './fixtures/importing';

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector({}, { now: () => Date.parse('2026-11-20T12:00:00Z') });
});
afterAll(() => collector.stop());

it('rows of days that the retention of the site excludes are refused, in every kind of file', async () => {
  const retained = { retainedFromDay: '2026-03-10', retainedFromMs: Date.parse('2026-03-09T23:00:00Z') };
  const importInto = (source: string, columns: readonly string[], rows: readonly Cells[]) =>
    importing(collector, { source, columns, retained }, rows);
  const outside = 'is before 2026-03-10, the first day that retentionDays of the site stores.';
  const refusal = (field: string) => ({
    ...{ taken: 1, refused: 1, refusals: [{ line: 2, field, message: `${field} ${outside}` }] },
  });
  const times = ['2026-03-09 22:59:59', '2026-03-09 23:00:00'];
  const event = { session_id: 'aged', url_path: '/', event_type: '1' };
  const events = times.map((created_at, n) => ({ ...event, event_id: `aged ${n}`, created_at }));
  expect(await importInto('umami', EVENT_COLUMNS, events)).toEqual(refusal('created_at'));
  const property = { data_key: 'plan', string_value: 'pro', data_type: '1' };
  const columns = ['event_id', 'data_key', 'string_value', 'data_type', 'created_at'];
  const properties = times.map((created_at) => ({ ...property, event_id: 'aged 1', created_at }));
  expect(await importInto('umami', columns, properties)).toEqual(refusal('created_at'));
  const days = ['2026-03-09', '2026-03-10'].map((date) => ({ date, visitors: '1' }));
  expect(await importInto('plausible', ['date', 'visitors'], days)).toEqual(refusal('date'));
});
