import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHART, EXAMPLE_FILES, helm, object, ofKind, parseManifests, render, valuesFile } from './render';

const readme = readFileSync(join(CHART, 'README.md'), 'utf8');

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

  test('uses only Secrets that the README creates, or that the example describes', () => {
    const text = readFileSync(valuesFile(name), 'utf8');
    const used = [...text.matchAll(/(?:existingSecret|credentials): ([\w-]+)/g)].map(([, secret]) => secret);
    expect(used).toContain('headwater-hmac');
    const created = [...readme.matchAll(/create secret generic ([\w-]+)/g)].map(([, secret]) => secret);
    const described = [...text.matchAll(/^ *# ([\w-]+): /gm)].map(([, secret]) => secret);
    expect(used.filter((secret) => ![...created, ...described].includes(secret))).toEqual([]);
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

test("the README's command installs what the tests call production", () => {
  const [, command = ''] =
    /```sh\n(?:kubectl create secret [^`]*\n)(helm install [^`]*)```/.exec(readme) ?? [];
  const args = command.replaceAll('\\\n', ' ').trim().split(/ +/).slice(4);
  expect(args).toContain('--set');
  const fixed = ['template', 'hw', CHART, '--namespace', 'metrics-of-ours', '--kube-version', '1.33.0'];
  expect(parseManifests(helm('helm 4', [...fixed, ...args]))).toEqual(render('production'));
});
