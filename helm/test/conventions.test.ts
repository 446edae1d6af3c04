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

  test('are HTTP on the metrics port under mutual TLS, since Kubernetes probes gRPC in plaintext alone', () => {
    for (const probe of probesOf('mtls-cert-manager', 'identity'))
      expect(probe.httpGet).toEqual({ path: '/healthz', port: 'metrics' });
  });

  test.each(SERVICES)('of %s ask no database', (service) => {
    for (const { httpGet } of probesOf('mtls-own-secret', service)) expect(httpGet?.path).toBe('/healthz');
  });
});

describe('jobs', () => {
  test('the migration is a plain Job on install and a hook before an upgrade', () => {
    const annotations = (name: string, args: string[]) =>
      object(render('production', args), 'Job', name).metadata.annotations;
    expect(annotations('hw-headwater-migrate', [])).toBeUndefined();
    expect(annotations('hw-headwater-migrate-upgrade', ['--is-upgrade'])).toMatchObject({
      'helm.sh/hook': 'pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
    });
  });

  test('neither a hook that failed nor the Job of the install stands in the way of a rollback to the install', () => {
    const job = (args: string[]) => ofKind(render('production', args), 'Job')[0];
    // A rollback makes the Job of the install again: no other may have its name, and it goes by itself in the end.
    expect(job(['--is-upgrade'])?.metadata.name).not.toBe(job([])?.metadata.name);
    expect(job([])?.spec.ttlSecondsAfterFinished).toBe(86_400);
    // The next hook replaces the one before: until then its log tells why it failed.
    expect(job(['--is-upgrade'])?.spec).not.toHaveProperty('ttlSecondsAfterFinished');
    // What a tool of GitOps keeps in place must not go: it would be made again each day.
    expect(ofKind(render('gitops'), 'Job')[0]?.spec).not.toHaveProperty('ttlSecondsAfterFinished');
  });

  test('under GitOps it is a Job always, named for what it runs', () => {
    const name = (args: string[]) => ofKind(render('gitops', args), 'Job').map(({ metadata }) => metadata);
    const [first] = name([]);
    expect(first?.name).toMatch(/^hw-headwater-migrate-[0-9a-f]{8}$/);
    expect(first?.annotations).toBeUndefined();
    expect(name(['--is-upgrade'])[0]?.name).toBe(first?.name);
    expect(name(['--set', `image.digest=sha256:${'f'.repeat(64)}`])[0]?.name).not.toBe(first?.name);
  });

  test('the purge runs one at a time, in UTC, and may start late', () => {
    expect(object(render('production'), 'CronJob', 'hw-headwater-purge').spec).toMatchObject({
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 3_600,
      timeZone: 'Etc/UTC',
      schedule: '17 * * * *',
      jobTemplate: { spec: { activeDeadlineSeconds: 7_200 } },
    });
  });
});

describe('secrets', () => {
  test('what a trial makes is made once and outlives the release', () => {
    const secret = object(render('trial'), 'Secret', 'hw-headwater-trial');
    expect(secret.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
    const key = Buffer.from(secret.data?.['k1'] ?? '', 'base64').toString();
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
  });

  test('the active HMAC key comes first, the others stay', () => {
    const { env = [] } = podOf(render('rotation'), 'identity').spec.containers[0] as Container;
    expect(env.find(({ name }) => name === 'HMAC_KEYS')?.value).toBe(
      'k2026:$(HMAC_KEY_0),k2025:$(HMAC_KEY_1)',
    );
    expect(env.find(({ name }) => name === 'HMAC_KEY_0')?.valueFrom?.secretKeyRef).toEqual({
      name: 'headwater-hmac',
      key: 'k2026',
    });
  });

  test('each service has the URL of its own role where there is one', () => {
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

describe('the collector', () => {
  const { spec } = object(render('autoscaled'), 'StatefulSet', 'hw-headwater-collector');

  test('keeps its log on a volume that neither an uninstall nor fewer pods delete', () => {
    expect(spec.persistentVolumeClaimRetentionPolicy).toEqual({
      whenDeleted: 'Retain',
      whenScaled: 'Retain',
    });
    expect(spec.volumeClaimTemplates[0].spec).toMatchObject({
      storageClassName: 'fast-ssd',
      resources: { requests: { storage: '20Gi' } },
    });
    expect(spec.template.spec.containers[0].volumeMounts).toContainEqual(
      expect.objectContaining({ name: 'log', mountPath: '/var/lib/headwater/collector-log' }),
    );
  });

  test('reads a city database from the volume that has one, and has none else', () => {
    const [container] = spec.template.spec.containers as [Container];
    expect(container.volumeMounts).toContainEqual({
      name: 'city-database',
      mountPath: '/var/lib/headwater/city-database',
      readOnly: true,
    });
    expect(spec.template.spec.volumes).toContainEqual({
      name: 'city-database',
      persistentVolumeClaim: { claimName: 'geo', readOnly: true },
    });
    const set = {
      name: 'COLLECTOR_CITY_DATABASE',
      value: '/var/lib/headwater/city-database/GeoLite2-City.mmdb',
    };
    expect(container.env).toContainEqual(set);
    expect(JSON.stringify(render('production'))).not.toMatch(/city-database|CITY_DATABASE/);
  });

  test('refuses events before its volume is full', () => {
    expect(object(render('autoscaled'), 'ConfigMap', 'hw-headwater').data).toMatchObject({
      COLLECTOR_LOG_MAX_MIB: '16384',
      TRUSTED_PROXIES: '10.0.0.0/8,2001:db8::/32',
    });
  });
});

test('every pod of a release, those of jobs and of trial databases too, goes to the nodes that the defaults allow', () => {
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

test('a change of the settings rolls the pods', () => {
  const checksum = (args: string[]) =>
    podOf(render('production', args), 'sites').metadata.annotations?.['checksum/config'];
  expect(checksum(['--set', 'config.LOG_LEVEL=debug'])).not.toBe(checksum([]));
});

test('settings for all reach the jobs, too', () => {
  const manifests = render('production', ['--set', 'config.SCHEMA_WAIT_SECONDS=30,config.LOG_LEVEL=debug']);
  for (const component of ['migrate', 'purge']) {
    const { env = [] } = podOf(manifests, component).spec.containers[0] as Container;
    expect(env).toEqual(
      expect.arrayContaining([
        { name: 'SCHEMA_WAIT_SECONDS', value: '30' },
        { name: 'LOG_LEVEL', value: 'debug' },
      ]),
    );
    expect(env.filter(({ name }) => name === 'LOG_LEVEL')).toHaveLength(1);
  }
});

test('the authority of external databases is known to every process that speaks to one, and to those that wait for it', () => {
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

test('on a cluster with IPv6 alone everything that the image has listen on IPv4 listens on both', () => {
  const dockerfile = readFileSync(join(CHART, '../../deploy/Dockerfile'), 'utf8');
  const hosts = [...dockerfile.matchAll(/(\w+_HOST)=0\.0\.0\.0/g)].map(([, name]) => name ?? '');
  expect(hosts.length).toBeGreaterThan(5);
  const { data = {} } = object(render('production', ['--set', 'listenOn=::']), 'ConfigMap', 'hw-headwater');
  expect(data).toMatchObject(Object.fromEntries(hosts.map((name) => [name, '::'])));
  const usual = object(render('production'), 'ConfigMap', 'hw-headwater').data ?? {};
  expect(Object.keys(usual).filter((name) => name.endsWith('_HOST'))).toEqual([]);
});

test('settings of the user win over those of the chart, once each', () => {
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

test('Ingress and HTTPRoute lead to the gateway and the collector', () => {
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

test('mutual TLS has a certificate for each name that is called', () => {
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

test('helm test asks the gateway and the collector', () => {
  const [pod] = ofKind(render('production'), 'Pod');
  expect(pod?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'test' });
  const command = JSON.stringify(pod?.spec.containers[0].command);
  for (const path of ['-gateway/readyz', '-collector/readyz', '-collector/hw.js'])
    expect(command).toContain(path);
});

test('the notes tell what to do next', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-notes-'));
  const chart = join(folder, 'headwater');
  cpSync(CHART, chart, { recursive: true });
  // `helm template` prints no notes: here they are a template like the others.
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
  expect(notes('trial')).toMatch(/workspace create .*A TRIAL: the Secret hw-headwater-trial .*helm test hw/);
  expect(notes('production')).not.toContain('A TRIAL');
  expect(notes('rotation')).not.toContain('workspace create');
  rmSync(folder, { recursive: true });
});
