import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import timeZones from '../src/domain/time-zones.json';

describe('the list of time zones', () => {
  let clickhouse: TestClickhouse;

  beforeAll(async () => {
    clickhouse = await testClickhouse();
  });
  afterAll(() => clickhouse.drop());

  it('holds only zones that ClickHouse knows', async () => {
    const answer = await clickhouse.client.query({
      query: 'SELECT time_zone FROM system.time_zones',
      format: 'JSONEachRow',
    });
    const known = new Set((await answer.json<{ time_zone: string }>()).map((row) => row.time_zone));
    expect(timeZones.filter((zone) => !known.has(zone))).toEqual([]);
  });
});
