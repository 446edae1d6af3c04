import { loadConfig } from '@headwater/kit/config';
import { collectorSettings } from '../src/config';

const batchMs = (value: string | undefined): number =>
  loadConfig(collectorSettings, {
    CLICKHOUSE_URL: 'http://name:password@127.0.0.1:8123/headwater',
    ...(value === undefined ? {} : { COLLECTOR_BATCH_MS: value }),
  }).batchMs;

test('an event waits 200 ms for others, so that it is in answers within 2 s', () => {
  expect(batchMs(undefined)).toBe(200);
});

test('nobody can have events wait for so long that they are not in answers within 2 s', () => {
  expect(batchMs('1500')).toBe(1_500);
  expect(() => batchMs('1501')).toThrow(/COLLECTOR_BATCH_MS.*1500/);
});
