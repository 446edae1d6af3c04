import { containersOf, podOf, SERVICES, type Container } from './pods';
import { ofKind, podsOf, render, VALUE_FILES } from './render';

describe.each(VALUE_FILES)('with the values %s', (values) => {
  const manifests = [...render(values), ...render(values, ['--is-upgrade'])];

  test('every pod is restricted and has no service account token', () => {
    expect(podsOf(manifests).length).toBeGreaterThanOrEqual(6);
    for (const { from, spec } of podsOf(manifests)) {
      expect([from, spec]).toMatchObject([
        from,
        {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        },
      ]);
      for (const { securityContext } of containersOf({ spec }))
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  test('every container has requests and limits, except a CPU limit', () => {
    for (const pod of podsOf(manifests))
      for (const { resources } of containersOf(pod)) {
        expect(Object.keys(resources.requests).sort()).toEqual(['cpu', 'ephemeral-storage', 'memory']);
        expect(Object.keys(resources.limits).sort()).toEqual(['ephemeral-storage', 'memory']);
      }
  });

  test('no container has duplicate variables', () => {
    for (const pod of podsOf(manifests))
      for (const { env = [] } of containersOf(pod))
        expect(new Set(env.map(({ name }) => name)).size).toBe(env.length);
  });

  test('selectors contain only name, instance and component', () => {
    const selectors = manifests.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec.selector];
      if (['Deployment', 'StatefulSet', 'PodDisruptionBudget'].includes(kind))
        return [spec.selector.matchLabels];
      return [];
    }) as object[];
    for (const selector of selectors)
      expect(Object.keys(selector).sort()).toEqual([
        'app.kubernetes.io/component',
        'app.kubernetes.io/instance',
        'app.kubernetes.io/name',
      ]);
  });

  test('each Service finds exactly the pods of its component', () => {
    for (const { spec, metadata } of ofKind(manifests, 'Service')) {
      const selected = podsOf(manifests).filter(({ metadata: { labels = {} } }) =>
        Object.entries(spec.selector as object).every(([key, value]) => labels[key] === value),
      );
      expect([metadata.name, selected.length > 0]).toEqual([metadata.name, true]);
      for (const { targetPort } of spec.ports as { targetPort: string }[])
        expect(JSON.stringify(selected[0]?.spec.containers[0].ports)).toContain(`"name":"${targetPort}"`);
    }
  });

  test('names have at most 63 characters, including the suffixes of StatefulSets and CronJobs', () => {
    for (const { kind, metadata } of manifests) {
      const maxLength = ['StatefulSet', 'CronJob'].includes(kind) ? 52 : 63;
      expect([kind, metadata.name.length <= maxLength]).toEqual([kind, true]);
    }
  });

  test('only services with more than one pod have a disruption budget', () => {
    const budgets = new Set(ofKind(manifests, 'PodDisruptionBudget').map(({ metadata }) => metadata.name));
    for (const { metadata, spec } of [
      ...ofKind(manifests, 'Deployment'),
      ...ofKind(manifests, 'StatefulSet'),
    ]) {
      if (/postgres|clickhouse/.test(metadata.name)) continue;
      const scaler = ['HorizontalPodAutoscaler', 'ScaledObject']
        .flatMap((kind) => ofKind(manifests, kind))
        .find((one) => one.metadata.name === metadata.name)?.spec;
      const minPods = (scaler ? (scaler.minReplicas ?? scaler.minReplicaCount) : spec.replicas) as number;
      expect([metadata.name, budgets.has(metadata.name)]).toEqual([metadata.name, minPods > 1]);
      // An autoscaler and a fixed number would conflict.
      expect([metadata.name, 'replicas' in spec]).toEqual([metadata.name, scaler === undefined]);
    }
  });

  test('an update spreads the new pods of a Deployment, without counting the old ones', () => {
    for (const { spec } of ofKind(manifests, 'Deployment'))
      for (const constraint of spec.template.spec.topologySpreadConstraints ?? [])
        expect(constraint.matchLabelKeys).toEqual(['pod-template-hash']);
  });

  test('a stopping pod has enough time to finish its requests', () => {
    for (const service of SERVICES) {
      const { spec } = podOf(manifests, service);
      const seconds = spec.containers[0].lifecycle.preStop.sleep.seconds as number;
      expect(seconds).toBeGreaterThanOrEqual(5);
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + 25);
    }
  });

  test('each service waits only for its schema', () => {
    const schemas = SERVICES.map(
      (service) => podOf(manifests, service).spec.initContainers[0].args as string[],
    );
    expect(schemas).toEqual([
      ['wait-for-schema', 'gateway'],
      ['wait-for-schema', 'sites'],
      ['wait-for-schema', 'identity'],
      ['wait-for-schema', 'events'],
      ['wait-for-schema', 'events'],
    ]);
  });

  test('only identity gets the HMAC keys', () => {
    const holders = podsOf(manifests).filter((pod) =>
      containersOf(pod).some(({ env = [] }) => env.some(({ name }) => name.startsWith('HMAC_'))),
    );
    expect(new Set(holders.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component']))).toEqual(
      new Set(['identity']),
    );
  });

  test.each([
    ['SECRETS_KEY', ['gateway', 'sites']],
    ['VISITOR_KEY', ['analytics', 'collector']],
  ])('only the services that need %s get it', (variable, services) => {
    const holders = podsOf(manifests).filter((pod) =>
      containersOf(pod).some(({ env = [] }) => env.some(({ name }) => name === variable)),
    );
    const names = holders.map(({ metadata }) => metadata.labels?.['app.kubernetes.io/component']);
    expect(new Set(names.filter((name) => name !== 'collector-drain'))).toEqual(new Set(services));
  });

  test('all gRPC clients and servers have the service token', () => {
    for (const component of [...SERVICES, ...(values === 'everything-else' ? [] : ['purge', 'selfaudit'])]) {
      const { env = [] } = podOf(manifests, component).spec.containers[0] as Container;
      expect(env.find(({ name }) => name === 'RPC_TOKEN')?.valueFrom?.secretKeyRef).toBeDefined();
    }
  });

  test('the output contains no secret', () => {
    if (values === 'trial') return;
    expect(ofKind(manifests, 'Secret')).toEqual([]);
    for (const pod of podsOf(manifests))
      for (const { env = [] } of containersOf(pod))
        for (const { name, value = '' } of env)
          if (/TOKEN|KEYS|PASSWORD|URL/.test(name))
            expect(value.replaceAll(/\$\(\w+\)/g, '')).not.toMatch(/:[^/@:]+@|:[A-Za-z0-9+/=]{20,}/);
  });
});
