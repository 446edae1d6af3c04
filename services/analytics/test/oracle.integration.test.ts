import { startAnalytics } from './analytics-fixture';
import { describeOracle } from './oracle/describe-oracle';

describeOracle({
  start: () => startAnalytics('2026-01-01T00:00:00Z'),
  cases: Number(process.env['ORACLE_CASES'] ?? 300),
  clear: async ({ clickhouse }) => {
    await clickhouse.client.command({ query: 'TRUNCATE TABLE events' });
  },
});
