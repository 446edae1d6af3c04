import { containersOf, type Container } from './pods';
import { podsOf, render } from './render';

/** The cluster settings of each container, by object and container name. */
function clusterSettings(values: string): Record<string, Record<string, string | undefined>> {
  const found: Record<string, Record<string, string | undefined>> = {};
  for (const pod of podsOf(render(values)))
    for (const { name, env = [] } of containersOf(pod)) {
      const own = env.filter((one: NonNullable<Container['env']>[number]) =>
        /^CLICKHOUSE_[CNR]/.test(one.name),
      );
      if (own.length > 0)
        found[`${pod.from} ${name}`] = Object.fromEntries(own.map((one) => [one.name, one.value]));
    }
  return found;
}

test('migrate and analytics have the same cluster settings', () => {
  const settings = clusterSettings('cluster');
  expect(Object.keys(settings)).toEqual(
    expect.arrayContaining([
      'Job hw-headwater-migrate migrate',
      'Deployment hw-headwater-analytics analytics',
    ]),
  );
  for (const setting of Object.values(settings))
    expect(setting).toEqual({
      CLICKHOUSE_CLUSTER: 'events',
      CLICKHOUSE_NODES: 'ch-0-0.db:8123,ch-0-1.db:8123,ch-1-0.db:8123,ch-1-1.db:8123',
      CLICKHOUSE_REPLICATED: 'on',
    });
});

test('no container has cluster settings without a cluster', () => {
  expect(clusterSettings('production')).toEqual({});
});
