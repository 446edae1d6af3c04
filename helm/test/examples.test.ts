import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { containersOf } from './pods';
import {
  CHART,
  EXAMPLE_FILES,
  helm,
  object,
  ofKind,
  parseManifests,
  podsOf,
  render,
  valuesFile,
  type Manifest,
} from './render';

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

describe('the page for EKS', () => {
  const page = readFileSync(join(CHART, 'examples/eks.md'), 'utf8');
  const manifests = render('eks');
  /** The keys and values of the Secrets that the page creates. */
  const secrets = new Map(
    [...page.matchAll(/create secret generic ([\w-]+)((?: \\\n)?(?: +--from-\w+=.+)+)/g)].map(
      ([, name = '', options = '']) => [
        name,
        new Map(
          [...options.matchAll(/--from-\w+=([\w.-]+)=(\S+)/g)].map(([, key = '', value = '']) => [
            key,
            value,
          ]),
        ),
      ],
    ),
  );

  test('creates exactly the Secrets and keys that the pods read', () => {
    const used = podsOf(manifests).flatMap((pod) => [
      ...containersOf(pod).flatMap(({ env = [] }) =>
        env.flatMap(({ valueFrom }) => (valueFrom ? [valueFrom.secretKeyRef] : [])),
      ),
      ...((pod.spec.volumes ?? []) as { secret?: { secretName: string } }[]).flatMap(({ secret }) =>
        secret ? [{ name: secret.secretName, key: 'ca.crt' }] : [],
      ),
    ]);
    const described = [...secrets].flatMap(([name, keys]) => [...keys.keys()].map((key) => `${name} ${key}`));
    expect(new Set(used.map(({ name, key }) => `${name} ${key}`))).toEqual(new Set(described));
  });

  test('has URLs with TLS and the ports of the network policies', () => {
    const urls = ['headwater-postgres', 'headwater-clickhouse'].map(
      (name) => new URL((secrets.get(name)?.get('url') ?? '').replaceAll("'", '')),
    );
    expect(urls.map(({ protocol, search }) => protocol + search)).toEqual([
      'postgres:?sslmode=verify-full',
      'https:',
    ]);
    const egress = ['gateway', 'collector'].flatMap(
      (name) =>
        object(manifests, 'NetworkPolicy', `hw-headwater-${name}`).spec.egress as {
          ports: { port: number }[];
        }[],
    );
    for (const { port } of urls)
      expect(egress.flatMap(({ ports }) => ports.map((one) => String(one.port)))).toContain(port);
  });

  test('creates the storage class, and names objects and hosts of the release', () => {
    const [{ metadata, allowVolumeExpansion }] = parseManifests(
      /<<'EOF'\n(apiVersion[^]*?)EOF/.exec(page)?.[1] ?? '',
    ) as [Manifest & { allowVolumeExpansion: boolean }];
    const { volumeClaimTemplates } = object(manifests, 'StatefulSet', 'hw-headwater-collector').spec;
    expect(volumeClaimTemplates[0].spec.storageClassName).toBe(metadata.name);
    // deploy/UPGRADING.md enlarges volumes.
    expect(allowVolumeExpansion).toBe(true);
    const names = new Set(manifests.map(({ kind, metadata: { name } }) => `${kind.toLowerCase()}/${name}`));
    const named = [...page.matchAll(/\b(deploy|deployment|statefulset|job|ingress)[/ ](hw-[\w-]+)/g)];
    expect(named.length).toBeGreaterThan(5);
    for (const [, kind = '', name] of named)
      expect(names).toContain(`${kind.replace(/^deploy$/, 'deployment')}/${name}`);
    const hosts = (object(manifests, 'Ingress', 'hw-headwater').spec.rules as { host: string }[]).map(
      ({ host }) => host,
    );
    expect(
      new Set([...page.matchAll(/https:\/\/(\w+\.example\.com)\/healthz/g)].map(([, host]) => host)),
    ).toEqual(new Set(hosts));
  });

  test('names values of the example, and adds valid values for monitoring', () => {
    const [install = ''] = /\n## 5[^]*?(?=\n## )/.exec(page) ?? [];
    const values = parse(readFileSync(valuesFile('eks'), 'utf8')) as { ingress: { annotations: object } };
    const edited = [...install.matchAll(/^\| ((?:`[\w./-]+`(?:, )?)+) \| /gm)].flatMap(([, cell = '']) =>
      cell.split(', '),
    );
    const paths = edited.map((text) => text.replaceAll('`', ''));
    expect(paths).toContain('collector.trustedProxies');
    for (const path of paths)
      expect(path.startsWith('alb.') ? values.ingress.annotations : values).toHaveProperty(
        path.startsWith('alb.') ? [path] : path,
      );
    const [, added = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
    const { metrics } = parse(added) as { metrics: object };
    const kinds = render('eks', ['--set-json', `metrics=${JSON.stringify(metrics)}`]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['ServiceMonitor', 'PrometheusRule']));
  });
});
