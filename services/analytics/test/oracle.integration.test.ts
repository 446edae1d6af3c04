import { loadAnalytics } from '@headwater/protos/services';
import { startAnalytics } from './analytics-fixture';
import { METHODS, SKIPPED } from './oracle/methods';
import { describeOracle, PATIENT } from './oracle/describe-oracle';

it('covers every method, or states why not', () => {
  const listed = [...Object.keys(METHODS), ...Object.keys(SKIPPED)];
  expect(listed.sort()).toEqual(Object.keys(loadAnalytics().definition).sort());
});

describeOracle({
  start: () => startAnalytics('2026-01-01T00:00:00Z', PATIENT),
  cases: Number(process.env['ORACLE_CASES'] ?? 300),
  everywhere: async ({ clickhouse }, statement) => {
    await clickhouse.client.command({ query: statement('events') });
  },
});
