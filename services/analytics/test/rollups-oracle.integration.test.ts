import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { singleNode } from '@headwater/eventstore/topology';
import { describeRollupsOracle } from './oracle/describe-rollups-oracle';

describeRollupsOracle({
  openStore: async () => {
    const store = await migratedClickhouse();
    return { ...store, nodes: [store.client], topology: singleNode(store.client) };
  },
  cases: Number(process.env['ROLLUP_CASES'] ?? 120),
});
