import { containersOf, podOf, type Container } from './pods';
import { object, ofKind, render } from './render';

const variables = (manifests: ReturnType<typeof render>, component: string): Record<string, unknown> => {
  const [container] = containersOf(podOf(manifests, component));
  const env: NonNullable<Container['env']> = container?.env ?? [];
  return Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [name, value ?? valueFrom?.secretKeyRef]),
  );
};

const manifests = render('operators');
const tls = '?sslmode=verify-full&sslrootcert=/etc/headwater/postgres-ca/ca.crt';

describe('a Postgres of CloudNativePG', () => {
  test.each(['gateway', 'sites', 'identity', 'purge'])(
    'gives %s its own role, through the pooler and with a verified certificate',
    (service) => {
      expect(variables(manifests, service)).toMatchObject({
        DATABASE_URL: `postgres://headwater_${service}:$(POSTGRES_PASSWORD)@hw-headwater-postgres-pooler:5432/headwater${tls}`,
        POSTGRES_PASSWORD: { name: 'headwater-postgres', key: service },
      });
      const { spec } = podOf(manifests, service);
      expect(spec.volumes).toContainEqual({
        name: 'postgres-ca',
        // Without the key of the authority, which is in the same Secret.
        secret: {
          secretName: 'hw-headwater-postgres-ca',
          items: [{ key: 'ca.crt', path: 'ca.crt' }],
          defaultMode: 0o440,
        },
      });
      for (const { volumeMounts } of [...(spec.initContainers ?? []), ...spec.containers])
        expect(volumeMounts).toContainEqual(
          expect.objectContaining({ name: 'postgres-ca', mountPath: '/etc/headwater/postgres-ca' }),
        );
    },
  );

  test('gives the superuser only to the migrations, without the pooler', () => {
    const server = `@hw-headwater-postgres-rw:5432/headwater${tls}`;
    expect(variables(manifests, 'migrate')).toMatchObject({
      DATABASE_ADMIN_URL: `postgres://postgres:$(POSTGRES_PASSWORD)${server}`,
      POSTGRES_PASSWORD: { name: 'hw-headwater-postgres-superuser', key: 'password' },
      DATABASE_URL: `postgres://headwater_owner:$(POSTGRES_OWNER_PASSWORD)${server}`,
      POSTGRES_OWNER_PASSWORD: { name: 'hw-headwater-postgres-app', key: 'password' },
      POSTGRES_GATEWAY_PASSWORD: { name: 'headwater-postgres', key: 'gateway' },
    });
    expect(JSON.stringify(manifests).match(/postgres-superuser/g)).toHaveLength(1);
  });

  test('has a certificate for the name of the pooler', () => {
    const { spec } = object(manifests, 'Cluster', 'hw-headwater-postgres');
    expect(spec.certificates.serverAltDNSNames).toEqual([
      object(manifests, 'Pooler', 'hw-headwater-postgres-pooler').metadata.name,
    ]);
  });

  test('takes further fields of its spec', () => {
    const spec = { postgresql: { parameters: { shared_buffers: '512MB' } }, instances: 5 };
    const own = render('operators', ['--set-json', `postgres.cloudnativepg.spec=${JSON.stringify(spec)}`]);
    const cluster = object(own, 'Cluster', 'hw-headwater-postgres').spec;
    expect(cluster).toMatchObject({
      instances: 5,
      postgresql: { parameters: { shared_buffers: '512MB', max_connections: '200' } },
    });
  });

  test.each(['recovery', 'pg_basebackup'])(
    'is created by %s alone, because the operator accepts one method',
    (method) => {
      const spec = { bootstrap: { [method]: { source: 'before' } } };
      const own = render('operators', ['--set-json', `postgres.cloudnativepg.spec=${JSON.stringify(spec)}`]);
      expect(object(own, 'Cluster', 'hw-headwater-postgres').spec.bootstrap).toEqual({
        // With both, the operator creates the Secret of the owner, which the migrations need.
        [method]: { source: 'before', database: 'headwater', owner: 'headwater_owner' },
      });
    },
  );

  test('adds fields to its first start', () => {
    const spec = { bootstrap: { initdb: { dataChecksums: true } } };
    const own = render('operators', ['--set-json', `postgres.cloudnativepg.spec=${JSON.stringify(spec)}`]);
    const { initdb } = object(own, 'Cluster', 'hw-headwater-postgres').spec.bootstrap;
    expect(initdb).toMatchObject({ dataChecksums: true, database: 'headwater' });
  });

  test.each([1, 2, 3, 8])('has connections for %d poolers', (poolers) => {
    const own = render('operators', ['--set', `postgres.cloudnativepg.poolerInstances=${poolers}`]);
    const { parameters } = object(own, 'Pooler', 'hw-headwater-postgres-pooler').spec.pgbouncer;
    expect(poolers * 4 * Number(parameters.default_pool_size)).toBeLessThanOrEqual(170);
  });
});

describe('a ClickHouse of the Altinity operator', () => {
  test('gives migrations and analytics the nodes of its cluster', () => {
    const own = render('operators', ['--set', 'clickhouse.altinity.shards=2']);
    for (const component of ['migrate', 'analytics'])
      expect(variables(own, component)).toMatchObject({
        CLICKHOUSE_URL: 'http://headwater:$(CLICKHOUSE_PASSWORD)@hw-headwater-clickhouse:8123/headwater',
        CLICKHOUSE_CLUSTER: 'events',
        CLICKHOUSE_NODES:
          'chi-hw-headwater-events-0-0:8123,chi-hw-headwater-events-0-1:8123,chi-hw-headwater-events-1-0:8123,chi-hw-headwater-events-1-1:8123',
        CLICKHOUSE_REPLICATED: 'on',
      });
    const { configuration } = object(own, 'ClickHouseInstallation', 'hw-headwater').spec;
    expect(configuration.clusters[0]).toMatchObject({
      name: 'events',
      layout: { shardsCount: 2, replicasCount: 2 },
    });
  });

  test('is backed up by a user that can only back up, to a bucket that its configuration names', () => {
    const { configuration } = object(manifests, 'ClickHouseInstallation', 'hw-headwater').spec;
    expect(configuration.users['headwater_backup/grants/query'].join()).not.toMatch(
      /SELECT(?! ON system\.backups)|INSERT|ALTER/,
    );
    expect(configuration.users['headwater/grants/query'].join()).not.toMatch(/BACKUP|S3/);
    const { spec } = podOf(manifests, 'clickhouse-backup');
    expect(spec.containers[0].args[0]).toContain('TO S3(backups,');
    expect(JSON.stringify(spec)).not.toContain('access-key');
    const none = render('operators', ['--set', 'clickhouse.altinity.backup.url=']);
    expect(/headwater_backup|clickhouse-backup/.exec(JSON.stringify(none))).toBeNull();
  });
});

test('an uninstall keeps the databases, whose volumes the operators would delete', () => {
  for (const kind of ['Cluster', 'Pooler', 'ClickHouseInstallation', 'ClickHouseKeeperInstallation'])
    for (const { metadata } of ofKind(manifests, kind))
      expect([kind, metadata.annotations]).toEqual([kind, { 'helm.sh/resource-policy': 'keep' }]);
});

test('no selector of this release matches pods of operators, which may inherit labels', () => {
  const inherited = manifests.filter(({ apiVersion }) => /cnpg|altinity/.test(apiVersion));
  expect(inherited).toHaveLength(5);
  for (const { metadata } of inherited)
    expect(Object.keys(metadata.labels ?? {})).not.toContain('app.kubernetes.io/instance');
});

test('the migration is no hook, because a hook would wait for databases of the same upgrade', () => {
  const [job] = ofKind(render('operators', ['--is-upgrade']), 'Job');
  expect(job?.metadata.annotations).toBeUndefined();
});
