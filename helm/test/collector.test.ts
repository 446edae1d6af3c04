import type { Container } from './pods';
import { object, ofKind, podsOf, render } from './render';

describe('the collector', () => {
  const { spec } = object(render('autoscaled'), 'StatefulSet', 'hw-headwater-collector');

  test('keeps its log on a volume that survives an uninstall and scaling down', () => {
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

  test('is scaled by its own value only, and never down', () => {
    const scaled = (values: string) => ofKind(render(values), 'HorizontalPodAutoscaler');
    expect(scaled('autoscaled').map(({ metadata }) => metadata.name)).not.toContain('hw-headwater-collector');
    const own = object(render('gateway-api'), 'HorizontalPodAutoscaler', 'hw-headwater-collector').spec;
    expect(own.behavior.scaleDown).toEqual({ selectPolicy: 'Disabled' });
  });

  test('is scaled by KEDA if a Prometheus is set: also by waiting events, and never down', () => {
    const manifests = render('monitored');
    expect(ofKind(manifests, 'HorizontalPodAutoscaler')).toEqual([]);
    const { metadata, spec: scaled } = object(manifests, 'ScaledObject', 'hw-headwater-collector');
    // KEDA refuses a workload of another autoscaler.
    expect(metadata.annotations).toEqual({ 'scaledobject.keda.sh/transfer-hpa-ownership': 'true' });
    expect(scaled).toMatchObject({
      scaleTargetRef: { kind: 'StatefulSet', name: 'hw-headwater-collector' },
      ...{ minReplicaCount: 2, maxReplicaCount: 6 },
      advanced: { horizontalPodAutoscalerConfig: { behavior: { scaleDown: { selectPolicy: 'Disabled' } } } },
    });
    expect(scaled.triggers).toEqual([
      { type: 'cpu', metricType: 'AverageValue', metadata: { value: '600m' } },
      {
        ...{ type: 'prometheus', metricType: 'AverageValue' },
        metadata: {
          serverAddress: 'http://prometheus.monitoring:9090',
          query: 'sum(headwater_log_bytes{namespace="metrics-of-ours", job="hw-headwater-collector-rpc"})',
          threshold: String(512 * 1_048_576),
        },
      },
    ]);
  });

  test('gets a Job for the volume of each removed pod, which no Service selects', () => {
    const drained = render('drained');
    const jobs = ofKind(drained, 'Job').filter(({ metadata }) => metadata.name.includes('-drain-'));
    expect(
      jobs.map(({ spec: { template } }) => [
        template.spec.containers[0].args,
        template.spec.volumes.at(-1).persistentVolumeClaim,
      ]),
    ).toEqual(
      [1, 2].map((number) => [
        ['collector', '--drain'],
        { claimName: `log-hw-headwater-collector-${number}` },
      ]),
    );
    const components = podsOf(drained).map(
      ({ metadata }) => metadata.labels?.['app.kubernetes.io/component'],
    );
    expect(components.filter((component) => component === 'collector')).toHaveLength(1);
    expect(ofKind(render('production'), 'Job').map(({ metadata }) => metadata.name)).toEqual([
      'hw-headwater-migrate',
    ]);
  });

  test('mounts a city database only if a volume is set', () => {
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

  test('limits its log to less than the volume', () => {
    expect(object(render('autoscaled'), 'ConfigMap', 'hw-headwater').data).toMatchObject({
      COLLECTOR_LOG_MAX_MIB: '16384',
      TRUSTED_PROXIES: '10.0.0.0/8,2001:db8::/32',
    });
  });
});
