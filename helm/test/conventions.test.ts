import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containersOf, podOf, SERVICES, type Container } from './pods';
import { CHART, helm, object, ofKind, podsOf, render, valuesFile } from './render';

describe('probes', () => {
  const probesOf = (values: string, component: string) => {
    const { startupProbe, readinessProbe, livenessProbe } = podOf(render(values), component).spec
      .containers[0];
    return [startupProbe, readinessProbe, livenessProbe] as {
      grpc?: object;
      httpGet?: { path: string; port: string };
    }[];
  };

  test('are native gRPC where gRPC is plaintext', () => {
    for (const probe of probesOf('production', 'identity')) expect(probe.grpc).toEqual({ port: 50_052 });
  });

  test('are HTTP on the metrics port under mutual TLS, because Kubernetes probes gRPC only in plaintext', () => {
    for (const probe of probesOf('mtls-cert-manager', 'identity'))
      expect(probe.httpGet).toEqual({ path: '/healthz', port: 'metrics' });
  });

  test.each(SERVICES)('of %s query no database', (service) => {
    for (const { httpGet } of probesOf('mtls-own-secret', service)) expect(httpGet?.path).toBe('/healthz');
  });
});

describe('secrets', () => {
  test('the Secret of a trial is generated once and survives an uninstall', () => {
    const secret = object(render('trial'), 'Secret', 'hw-headwater-trial');
    expect(secret.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
    const key = Buffer.from(secret.data?.['k1'] ?? '', 'base64').toString();
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
  });

  test('HMAC_KEYS lists the active key first', () => {
    const { env = [] } = podOf(render('rotation'), 'identity').spec.containers[0] as Container;
    expect(env.find(({ name }) => name === 'HMAC_KEYS')?.value).toBe(
      'k2026:$(HMAC_KEY_0),k2025:$(HMAC_KEY_1)',
    );
    expect(env.find(({ name }) => name === 'HMAC_KEY_0')?.valueFrom?.secretKeyRef).toEqual({
      name: 'headwater-hmac',
      key: 'k2026',
    });
  });

  test('each service gets the URL of its role if one is set', () => {
    const manifests = render('rotation');
    const keyOf = (component: string, variable: string) =>
      (podOf(manifests, component).spec.containers[0] as Container).env?.find(({ name }) => name === variable)
        ?.valueFrom?.secretKeyRef.key;
    expect(keyOf('sites', 'DATABASE_URL')).toBe('sites-url');
    expect(keyOf('migrate', 'DATABASE_URL')).toBe('owner-url');
    expect(keyOf('analytics', 'CLICKHOUSE_URL')).toBe('reader-url');
    expect(keyOf('collector', 'CLICKHOUSE_URL')).toBe('writer-url');
    expect(keyOf('gateway', 'BOOTSTRAP_TOKEN')).toBe('bootstrap-token');
  });
});

test('the defaults schedule every pod, including jobs and trial databases', () => {
  const placed = {
    priorityClassName: 'high',
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
  };
  const defaults = ['--set-json', `defaults=${JSON.stringify(placed)}`];
  const pods = [
    ...podsOf(render('trial', defaults)),
    ...podsOf(render('production', [...defaults, '--is-upgrade'])),
  ];
  expect(new Set(pods.map(({ from }) => from.split(' ')[0]))).toEqual(
    new Set(['Deployment', 'StatefulSet', 'Job', 'CronJob', 'Pod']),
  );
  for (const { from, spec } of pods) expect([from, spec]).toMatchObject([from, placed]);
  const own = render('production', [...defaults, '--set-json', 'gateway={"priorityClassName":"highest"}']);
  expect(podOf(own, 'gateway').spec.priorityClassName).toBe('highest');
});

describe('pods', () => {
  test('are ready for longer than cluster DNS caches addresses before an old pod stops', () => {
    const workloads = render('production').filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind));
    expect(workloads).toHaveLength(SERVICES.length);
    for (const { spec } of workloads) expect(spec.minReadySeconds).toBeGreaterThan(30);
  });

  test('have a heap of 70 % of their memory limit, and the options of the configuration', () => {
    for (const pod of podsOf(render('production')).filter(({ from }) => !from.startsWith('Pod')))
      for (const { env = [], resources } of containersOf(pod)) {
        const limit = Number(/^(\d+)Mi$/.exec(resources.limits['memory'] ?? '')?.[1]);
        const value = `--max-old-space-size=${Math.floor(limit * 0.7)}`;
        expect(env).toContainEqual({ name: 'NODE_OPTIONS', value });
      }
    const own = render('production', [
      '--set',
      'config.NODE_OPTIONS=--no-deprecation,gateway.resources.limits.memory=1Gi',
    ]);
    expect(podOf(own, 'gateway').spec.containers[0].env).toContainEqual({
      name: 'NODE_OPTIONS',
      value: '--max-old-space-size=716 --no-deprecation',
    });
  });
});

test('a changed setting restarts the pods', () => {
  const checksum = (args: string[]) =>
    podOf(render('production', args), 'sites').metadata.annotations?.['checksum/config'];
  expect(checksum(['--set', 'config.LOG_LEVEL=debug'])).not.toBe(checksum([]));
});

test('every process that connects to external databases gets their certificate authority', () => {
  const manifests = render('mtls-own-secret');
  for (const component of [...SERVICES, 'migrate', 'purge']) {
    const { spec } = podOf(manifests, component);
    expect(spec.volumes).toContainEqual(
      expect.objectContaining({
        name: 'database-ca',
        secret: expect.objectContaining({ secretName: 'headwater-database-ca' }) as object,
      }),
    );
    for (const { env, volumeMounts } of containersOf({ spec })) {
      expect(env).toContainEqual({
        name: 'NODE_EXTRA_CA_CERTS',
        value: '/etc/headwater/database-ca/root.pem',
      });
      expect(volumeMounts).toContainEqual({
        ...{ name: 'database-ca', mountPath: '/etc/headwater/database-ca', readOnly: true },
      });
    }
  }
  expect(JSON.stringify(render('production'))).not.toMatch(/database-ca|NODE_EXTRA_CA_CERTS/);
});

test('listenOn changes the listen address of every process, for IPv6-only clusters', () => {
  const dockerfile = readFileSync(join(CHART, '../../deploy/Dockerfile'), 'utf8');
  const hosts = [...dockerfile.matchAll(/(\w+_HOST)=0\.0\.0\.0/g)].map(([, name]) => name ?? '');
  expect(hosts.length).toBeGreaterThan(5);
  const { data = {} } = object(render('production', ['--set', 'listenOn=::']), 'ConfigMap', 'hw-headwater');
  expect(data).toMatchObject(Object.fromEntries(hosts.map((name) => [name, '::'])));
  const usual = object(render('production'), 'ConfigMap', 'hw-headwater').data ?? {};
  expect(Object.keys(usual).filter((name) => name.endsWith('_HOST'))).toEqual([]);
});

test('config overrides the settings of the chart without duplicates', () => {
  const { data = {} } = object(
    render('everything-else'),
    'ConfigMap',
    'analytics-with-a-very-long-name-e3d77653',
  );
  expect(data).toMatchObject({
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '100',
    COLLECTOR_LOG_MAX_MIB: '1000',
  });
});

test('Ingress and HTTPRoute route to the gateway and the collector', () => {
  const ingress = object(render('ingress'), 'Ingress', 'hw-headwater').spec;
  expect(JSON.stringify(ingress.rules)).toMatch(
    /events\.example\.com.*hw-headwater-collector.*api\.example\.com.*hw-headwater-gateway/,
  );
  const routes = ofKind(render('gateway-api'), 'HTTPRoute');
  expect(routes.map(({ spec }) => spec.rules[0].backendRefs[0].name)).toEqual([
    'hw-headwater-collector',
    'hw-headwater-gateway',
  ]);
});

test('the Services of gateway and collector have the type, annotations and ranges of their values', () => {
  const exposed = {
    type: 'LoadBalancer',
    annotations: { 'example.com/load-balancer': 'external' },
    loadBalancerSourceRanges: ['203.0.113.0/24'],
  };
  const args = ['gateway', 'collector'].flatMap((name) => [
    '--set-json',
    `${name}.service=${JSON.stringify(exposed)}`,
  ]);
  const { type, annotations, loadBalancerSourceRanges } = exposed;
  // Otherwise kube-proxy replaces the addresses of visitors by those of nodes.
  const externalTrafficPolicy = 'Local';
  for (const { metadata, spec } of ofKind(render('production', args), 'Service'))
    if (['hw-headwater-gateway', 'hw-headwater-collector'].includes(metadata.name)) {
      expect(metadata.annotations).toEqual(annotations);
      expect(spec).toMatchObject({ type, loadBalancerSourceRanges, externalTrafficPolicy });
    } else {
      // Only callers inside of the cluster reach these.
      expect(metadata.annotations).toBeUndefined();
      expect(spec.clusterIP).toBe('None');
    }
});

test('an autoscaler adds pods by the cores that they use, not by a share of their requests', () => {
  const scalers = ofKind(render('autoscaled'), 'HorizontalPodAutoscaler');
  expect(scalers.length).toBeGreaterThan(2);
  for (const { spec } of scalers)
    expect(spec.metrics).toEqual([
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '600m' } },
      },
    ]);
});

test('the certificate for mutual TLS contains the name of each gRPC service', () => {
  const { spec } = object(render('mtls-cert-manager'), 'Certificate', 'hw-headwater-rpc');
  expect(spec.dnsNames).toEqual([
    'hw-headwater-sites',
    'hw-headwater-identity',
    'hw-headwater-analytics',
    'hw-headwater-collector-rpc',
  ]);
  expect(spec.usages).toEqual(expect.arrayContaining(['server auth', 'client auth']));
});

test('monitoring has an endpoint of each service, alerts with runbooks, and a dashboard', () => {
  const manifests = render('monitored');
  const scraped = ofKind(manifests, 'Service').filter(({ spec }) =>
    JSON.stringify(spec.ports).includes('"metrics"'),
  );
  expect(scraped.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component']).sort()).toEqual(
    [...SERVICES].sort(),
  );
  expect(object(manifests, 'ServiceMonitor', 'hw-headwater').spec.endpoints).toEqual([
    { port: 'metrics', interval: '30s' },
  ]);
  const rules = object(manifests, 'PrometheusRule', 'hw-headwater').spec.groups[0].rules as {
    expr: string;
    annotations: { runbook_url: string };
  }[];
  // A service without a running pod has no target, so that only its absence is visible.
  const absent = rules.map(({ expr }) => expr).find((expr) => expr.startsWith('absent('));
  for (const { metadata } of scraped) expect(absent).toContain(`job="${metadata.name}"`);
  for (const { expr, annotations } of rules) {
    expect(expr).not.toMatch(/RELEASE|NAMESPACE/);
    expect(annotations.runbook_url).toMatch(
      /^https:\/\/wiki\.example\.com\/runbooks\/headwater-[a-z-]+\.md$/,
    );
  }
  const board = JSON.parse(
    object(manifests, 'ConfigMap', 'hw-headwater-dashboard').data?.['headwater.json'] ?? '',
  ) as { panels: unknown[] };
  expect(board.panels.length).toBeGreaterThanOrEqual(8);
});

test('helm test calls the gateway and the collector', () => {
  const [pod] = ofKind(render('production'), 'Pod');
  expect(pod?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'test' });
  const command = JSON.stringify(pod?.spec.containers[0].command);
  for (const path of ['-gateway/readyz', '-collector/readyz', '-collector/hw.js'])
    expect(command).toContain(path);
});

test('the notes describe the next steps', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-notes-'));
  const chart = join(folder, 'headwater');
  cpSync(CHART, chart, { recursive: true });
  // `helm template` prints no notes, so this test renders them as a normal template.
  renameSync(join(chart, 'templates/NOTES.txt'), join(chart, 'notes.txt'));
  writeFileSync(
    join(chart, 'templates/notes.yaml'),
    'kind: Notes\ntext: {{ tpl (.Files.Get "notes.txt") . | toJson }}\n',
  );
  const notes = (values: string): string =>
    helm('helm 3', [
      ...['template', 'hw', chart, '--kube-version', '1.33.0', '--values', valuesFile(values)],
      ...['--show-only', 'templates/notes.yaml'],
    ]);
  expect(notes('trial')).toMatch(
    /workspace create .*This is a trial\. The Secret hw-headwater-trial .*helm test hw/,
  );
  expect(notes('production')).toContain(
    'exec deploy/hw-headwater-gateway -- node dist/admin.js dashboard-link',
  );
  expect(notes('production')).not.toContain('This is a trial');
  expect(notes('rotation')).not.toContain('workspace create');
  rmSync(folder, { recursive: true });
});

/** Files that name images which Headwater does not build. */
const FILES_WITH_IMAGES = [
  'helm/headwater/values.yaml',
  'deploy/compose.yaml',
  'deploy/test/replicated/compose.yaml',
  'deploy/Dockerfile',
];

test.each(FILES_WITH_IMAGES)('%s pins each image by its digest', (file) => {
  const images = readFileSync(join(CHART, '../..', file), 'utf8').match(
    /\b[\w.-]+\.io\/[\w./-]+:[\w.-]+(?:@\S+)?/g,
  );
  expect(images?.length).toBeGreaterThan(0);
  for (const image of images ?? []) expect(image).toMatch(/@sha256:[\da-f]{64}$/);
});
