import { containersOf, type Container } from './pods';
import { podsOf, render } from './render';

/** The settings of a cluster that each container has, by where it is. */
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

test('who makes tables, asks and deletes knows the cluster, each in the same words', () => {
  const settings = clusterSettings('cluster');
  expect(Object.keys(settings)).toEqual(
    expect.arrayContaining([
      'Job hw-headwater-migrate migrate',
      'Deployment hw-headwater-analytics analytics',
    ]),
  );
  for (const of of Object.values(settings))
    expect(of).toEqual({
      CLICKHOUSE_CLUSTER: 'events',
      CLICKHOUSE_NODES: 'ch-0-0.db:8123,ch-0-1.db:8123,ch-1-0.db:8123,ch-1-1.db:8123',
      CLICKHOUSE_REPLICATED: 'on',
    });
});

test('without a cluster nobody hears of one', () => {
  expect(clusterSettings('production')).toEqual({});
});
