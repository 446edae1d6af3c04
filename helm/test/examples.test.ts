import { EXAMPLE_FILES, object, ofKind, render } from './render';

test('there is an example for each cloud, and for databases by operators', () => {
  expect(EXAMPLE_FILES).toEqual(['aks', 'eks', 'gke', 'openshift', 'operators']);
});

describe.each(EXAMPLE_FILES)('the example %s', (name) => {
  const manifests = render(name);

  test('routes both URLs and trusts the proxies in front of them', () => {
    const { data = {} } = object(manifests, 'ConfigMap', 'hw-headwater');
    const hosts = ofKind(manifests, 'Ingress').flatMap(({ spec }) =>
      (spec.rules as { host: string }[]).map(({ host }) => `https://${host}`),
    );
    expect(hosts.sort()).toEqual([data['PUBLIC_URL'], data['COLLECT_URL']].sort());
    expect(data['TRUSTED_PROXIES']).not.toBe('');
  });

  test('renders the expected platform-specific objects', () => {
    const kinds = [
      ...['Ingress', 'ConfigMap', 'ManagedCertificate'],
      ...['Cluster', 'Pooler', 'ScheduledBackup', 'PodMonitor'],
      ...['ClickHouseInstallation', 'ClickHouseKeeperInstallation'],
    ];
    const policies = ofKind(manifests, 'NetworkPolicy').filter(({ metadata }) =>
      /-(?:default-deny|gateway|analytics|postgres|postgres-pooler|clickhouse|clickhouse-keeper)$/.test(
        metadata.name,
      ),
    );
    expect([...manifests.filter(({ kind }) => kinds.includes(kind)), ...policies]).toMatchSnapshot();
  });
});

test('the connections of Google Cloud outlive those of its load balancers', () => {
  const { data = {} } = object(render('gke'), 'ConfigMap', 'hw-headwater');
  expect(Number(data['HTTP_KEEP_ALIVE_SECONDS'])).toBeGreaterThan(600);
});
