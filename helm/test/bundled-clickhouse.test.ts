import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { podOf, type Container } from './pods';
import { CHART, object, render } from './render';

const FILES = ['admin.xml', 'server.xml', 'users.xml'];

test('the bundled ClickHouse reads the settings and users that compose and the embedded one read', () => {
  const manifests = render('trial');
  const { data } = object(manifests, 'ConfigMap', 'hw-headwater-clickhouse');
  const stored = FILES.map((name) => [
    name,
    readFileSync(join(CHART, 'files/clickhouse', name), 'utf8').trim(),
  ]);
  expect(Object.entries(data ?? {}).map(([name, text]) => [name, text.trim()])).toEqual(stored);

  const { spec } = podOf(manifests, 'clickhouse');
  const { env = [], volumeMounts } = spec.containers[0] as Container & {
    readonly volumeMounts: readonly { name: string; mountPath: string; subPath?: string }[];
  };
  const mounted = volumeMounts.filter(({ name }) => name === 'config');
  expect(mounted.map(({ mountPath, subPath }) => [mountPath, subPath])).toEqual([
    ['/etc/clickhouse-server/users.d/headwater.xml', 'users.xml'],
    ['/etc/clickhouse-server/users.d/headwater-admin.xml', 'admin.xml'],
    ['/etc/clickhouse-server/config.d/headwater.xml', 'server.xml'],
  ]);
  expect(spec.volumes).toContainEqual({ name: 'config', configMap: { name: 'hw-headwater-clickhouse' } });
  expect(env).toContainEqual({ name: 'CLICKHOUSE_USER', value: 'headwater' });
});

test('an external ClickHouse gets no settings', () => {
  const names = render('production')
    .filter(({ kind }) => kind === 'ConfigMap')
    .map(({ metadata }) => metadata.name);
  expect(names).not.toContain('hw-headwater-clickhouse');
});
