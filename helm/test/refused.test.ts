import { CHART, helm, renderText, valuesFile } from './render';
import { HELMS } from './tools';

/** Invalid values, each with the field that the error must name. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['replicas=3', 'replicas'],
  ['gateway.replica=3', 'replica'],
  ['gateway.replicas=0', 'replicas'],
  ['gateway.replicas=two', 'replicas'],
  ['defaults.autoscaling.minReplicas=0', 'minReplicas'],
  ['sites.autoscaling.minReplicas=9', 'sites.autoscaling.minReplicas'],
  ['defaults.autoscaling.targetCPU=70%', 'targetCPU'],
  ['defaults.topologySpread.whenUnsatisfiable=Never', 'whenUnsatisfiable'],
  ['identity.preStopSeconds=40', 'identity.terminationGracePeriodSeconds'],
  ['image.registry=', 'image.registry'],
  ['image.pullPolicy=Sometimes', 'pullPolicy'],
  ['image.digest=latest', 'digest'],
  ['image.repository=Head Water', 'repository'],
  ['publicUrl=api.example.com', 'publicUrl'],
  ['collectUrl=ftp://events.example.com', 'collectUrl'],
  ['config.lower_case=1', 'lower_case'],
  ['config.HMAC_KEYS=k1:abc', 'HMAC_KEYS'],
  ['config.SITES_ADDRESS=elsewhere:1', 'SITES_ADDRESS'],
  ['hmac.keys={}', 'keys'],
  ['hmac.activeKeyId=k9', 'hmac.activeKeyId'],
  ['hmac.secret=abc', 'secret'],
  ['secretsKey.existingSecret=', 'secretsKey.existingSecret'],
  ['visitorKey.existingSecret=', 'visitorKey.existingSecret'],
  ['config.VISITOR_KEY=abc', 'VISITOR_KEY'],
  ['rpc.tls.mode=on', 'mode'],
  ['rpc.tls.mode=secret', 'rpc.tls.existingSecret'],
  ['rpc.tls.mode=certManager', 'rpc.tls.issuerRef.name'],
  ['rpc.tls.existingSecret=own', 'rpc.tls.mode'],
  ['postgres.mode=internal', 'mode'],
  ['postgres.mode=cloudnativepg,postgres.existingSecret=', 'postgres.existingSecret'],
  ['postgres.cloudnativepg.instances=0', 'instances'],
  ['postgres.cloudnativepg.backup.schedule=0 3 * * *', 'schedule'],
  ['postgres.existingSecret=', 'postgres.existingSecret'],
  ['clickhouse.existingSecret=', 'clickhouse.existingSecret'],
  ['hmac.existingSecret=', 'hmac.existingSecret'],
  ['rpc.token.existingSecret=', 'rpc.token.existingSecret'],
  ['clickhouse.port=0', 'port'],
  ['clickhouse.mode=altinity,clickhouse.cluster=events', 'clickhouse.cluster'],
  ['clickhouse.mode=altinity,fullnameOverride=a-name-that-the-operator-makes-longer', 'fullnameOverride'],
  [
    'clickhouse.mode=altinity,clickhouse.altinity.backup.url=https://bucket.example.com',
    'clickhouse.altinity.backup.existingSecret',
  ],
  ['clickhouse.altinity.keeper.replicas=2', 'replicas'],
  ['clickhouse.cluster=my cluster', 'cluster'],
  ['config.CLICKHOUSE_CLUSTER=events', 'CLICKHOUSE_CLUSTER'],
  ['clickhouse.nodes={ch-0}', 'nodes'],
  ['clickhouse.replicated=true', 'clickhouse.cluster'],
  ['postgres.bundled.storage=10', 'storage'],
  ['collector.persistence.size=5TB', 'size'],
  ['gateway.persistence.size=5Gi', 'persistence'],
  ['collector.trustedProxies={all}', 'trustedProxies'],
  ['collector.trustedProxies={none,10.0.0.0/8}', 'trustedProxies'],
  ['collector.autoscaling.prometheusUrl=prometheus:9090', 'prometheusUrl'],
  ['sites.autoscaling.prometheusUrl=http://prometheus:9090', 'prometheusUrl'],
  ['collector.drain={last}', 'drain'],
  ['collector.drain={1,1}', 'drain'],
  ['ownRoutes=false', 'ownRoutes'],
  ['gateway.replicas=9', 'postgres.maxConnections'],
  ['config.DATABASE_POOL_SIZE=20', 'postgres.maxConnections'],
  ['gateway.service.type=ExternalName', 'type'],
  ['collector.service.externalTrafficPolicy=Global', 'externalTrafficPolicy'],
  ['networkPolicy.dnsPorts={}', 'dnsPorts'],
  ['collector.cityDatabase.file=../secret', 'file'],
  ['gateway.resources.limits.memory=lots', 'memory'],
  ['gateway.resources.limit.memory=1Gi', 'limit'],
  ['purge.schedule=@daily', 'schedule'],
  ['purge.activeDeadlineSeconds=1', 'activeDeadlineSeconds'],
  ['selfaudit.schedule=nightly', 'schedule'],
  ['deletionsExport.schedule=often', 'schedule'],
  ['deletionsExport.enabled=true', 'deletionsExport.claim'],
  ['migrations.mode=hook', 'mode'],
  ['migrations.backoffLimit=99', 'backoffLimit'],
  ['ingress.enabled=true', 'ingress.gatewayHost'],
  ['ingress.gatewayHost=https://api.example.com', 'gatewayHost'],
  ['httpRoute.enabled=true', 'httpRoute.parentRefs'],
  ['networkPolicy.ingressFrom[0].pods=all', 'pods'],
  ['metrics.port=80', 'port'],
  ['metrics.serviceMonitor.interval=often', 'interval'],
  ['gateway.extraEnv[0].name=RPC_TOKEN', 'gateway.extraEnv'],
  ['gateway.extraEnv[0].value=x', 'name'],
];

test('tests at least 25 invalid values', () => {
  expect(REFUSED.length).toBeGreaterThanOrEqual(25);
});

test.each(REFUSED)('rejects %s with an error that names %s', (setting, field) => {
  expect(() => renderText('production', ['--set', setting])).toThrow(field);
});

test.each([
  ['the release', '24-7', []],
  ['the release', 'example.com', []],
  ['nameOverride', 'hw', ['--set', 'nameOverride=head.water']],
  ['fullnameOverride', 'hw', ['--set', 'fullnameOverride=1st']],
])('rejects a name of %s that is invalid for Services: %s', (_, release, args) => {
  const named = () =>
    helm('helm 3', [
      ...['template', release, CHART, '--kube-version', '1.33.0', '--values', valuesFile('production')],
      ...args,
    ]);
  expect(named).toThrow(/fullnameOverride|nameOverride/);
});

test('counts the connections of a service with a pool size of its own', () => {
  const extraEnv = JSON.stringify([{ name: 'DATABASE_POOL_SIZE', value: '20' }]);
  const sized = (...args: string[]) =>
    renderText('production', ['--set-json', `identity.extraEnv=${extraEnv}`, ...args]);
  expect(sized).toThrow(
    '9 pods of gateway, sites and identity, with one more of each during an update, open up to 120 connections',
  );
  expect(() => sized('--set', 'postgres.maxConnections=120')).not.toThrow();
});

test('rejects a trial under GitOps, because its secrets change with each render', () => {
  expect(() => renderText('trial', ['--set', 'migrations.mode=gitops'])).toThrow('trial.generateSecrets');
});

test.each(['ingress', 'gateway-api'])('rejects %s without the addresses of its proxies', (values) => {
  expect(() => renderText(values, ['--set-json', 'collector.trustedProxies=[]'])).toThrow(
    'collector.trustedProxies is not set',
  );
  expect(() => renderText(values, ['--set', 'collector.trustedProxies={none}'])).not.toThrow();
});

test('accepts URLs that a Service of type LoadBalancer routes', () => {
  const types = 'ownRoutes=false,gateway.service.type=LoadBalancer,collector.service.type=LoadBalancer';
  expect(() => renderText('production', ['--set', types])).not.toThrow();
});

test('rejects missing values with an error that names them', () => {
  const bare = () => helm('helm 3', ['template', 'hw', CHART, '--kube-version', '1.33.0']);
  expect(bare).toThrow(/postgres\.existingSecret is not set: name a Secret .*with postgres\.mode/);
});

test.each(Object.keys(HELMS))('%s rejects an unsupported Kubernetes version', (which) => {
  const args = ['template', 'hw', CHART, '--kube-version', '1.30.9', '--values', valuesFile('production')];
  expect(() => helm(which, args)).toThrow(/1\.31/);
});
