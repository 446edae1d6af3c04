import { loadAnalytics } from '@headwater/protos/services';
import { startAnalytics } from './analytics-fixture';
import { ASKS, NOT_ASKED } from './oracle/asks';
import { describeOracle, PATIENT } from './oracle/describe-oracle';

it('asks every method, but for those that it says why not', () => {
  const known = [...Object.keys(ASKS), ...Object.keys(NOT_ASKED)];
  expect(known.sort()).toEqual(Object.keys(loadAnalytics().definition).sort());
});

describeOracle({
  start: () => startAnalytics('2026-01-01T00:00:00Z', PATIENT),
  cases: Number(process.env['ORACLE_CASES'] ?? 300),
  everywhere: async ({ clickhouse }, statement) => {
    await clickhouse.client.command({ query: statement('events') });
  },
});
