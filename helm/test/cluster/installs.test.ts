import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { parseAllDocuments } from 'yaml';
import { CHART, EXAMPLE_FILES, valuesFile } from '../render';
import { CRDS } from '../tools';
import { missing, startControlPlane, type ControlPlane, type KubernetesObject } from './control-plane';
import { helmIn, type Helm } from './release';

/** Releases on a control plane without nodes: it stores, validates and admits all objects, but no pod runs. */
let plane: ControlPlane;
const directory = mkdtempSync(join(tmpdir(), 'headwater-installs-'));

if (missing !== undefined) console.warn(`Installs of the chart are not tested on a cluster. ${missing}`);

const HELM_VERSIONS = ['helm 3', 'helm 4'] as const;
const PRODUCTION = ['--values', valuesFile('production')];
const TRIAL = ['--values', valuesFile('trial')];
/** The hook of an upgrade would wait for its pod. */
const WITHOUT_HOOK = '--no-hooks';

/** A namespace that admits only restricted pods. */
interface Namespace {
  readonly helm: Helm;
  /** @returns the object of the path below the namespace; undefined if it does not exist */
  get(group: string, path: string): Promise<KubernetesObject>;
  list(group: string, plural: string): Promise<readonly KubernetesObject[]>;
  send(method: string, group: string, path: string, body?: unknown): Promise<KubernetesObject>;
  /** Waits until the API server has admitted the pods of all workloads, also new ones. */
  admitsAllPods(): Promise<void>;
}

async function createNamespace(name: string): Promise<Namespace> {
  await plane.call('POST', '/api/v1/namespaces', {
    metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
  });
  const path = (group: string, rest: string): string => `/${group}/namespaces/${name}/${rest}`;
  const list = (group: string, plural: string) => plane.list(path(group, plural));
  return {
    list,
    helm: helmIn(plane, name),
    get: (group, rest) => plane.call('GET', path(group, rest)),
    send: (method, group, rest, body) => plane.call(method, path(group, rest), body),
    admitsAllPods: async () => {
      await waitFor(
        'the pods of all workloads',
        async () => {
          await pause(300);
          const workloads = [
            ...(await list('apis/apps/v1', 'deployments')),
            ...(await list('apis/apps/v1', 'statefulsets')),
          ];
          const jobs = await list('apis/batch/v1', 'jobs');
          return (
            workloads.length >= 5 &&
            workloads.every(
              ({ metadata, spec, status }) =>
                status.observedGeneration === metadata.generation &&
                status.replicas >= spec.replicas &&
                status.updatedReplicas > 0,
            ) &&
            jobs.every(({ status }) => status.active === 1)
          );
        },
        120_000,
      );
    },
  };
}

/** Creates the definitions of operators, and waits until the API server serves them. */
async function createDefinitions(): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const definitions: KubernetesObject[] = [CRDS, join(__dirname, '../crds')].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.yaml'))
      .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')))
      .map((document): KubernetesObject => document.toJS())
      .filter((one) => one?.kind === 'CustomResourceDefinition'),
  );
  // No package has the definition of Google's certificates.
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  definitions.push({
    metadata: { name: 'managedcertificates.networking.gke.io' },
    spec: {
      ...{ group: 'networking.gke.io', scope: 'Namespaced' },
      names: { kind: 'ManagedCertificate', plural: 'managedcertificates' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  for (const definition of definitions) await plane.call('POST', path, definition);
  await waitFor(
    'the definitions of operators',
    async () => {
      await pause(300);
      const isEstablished = ({ type, status }: KubernetesObject): boolean =>
        type === 'Established' && status === 'True';
      return (await plane.list(path)).every(({ status }) => status?.conditions?.some(isEstablished));
    },
    60_000,
  );
}

/** The chart from before the newest change of its values; undefined if the clone is too shallow. */
function previousChart(): { readonly chart: string; readonly values: string } | undefined {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: CHART, encoding: 'utf8' }).trim();
  const newest = git('log', '-1', '--format=%H', '--', 'values.schema.json');
  const [, parent] = newest === '' ? [] : git('rev-list', '--parents', '-1', newest).split(' ');
  if (parent === undefined) return undefined;
  execFileSync('sh', ['-c', `git archive ${parent} headwater test/values | tar -x -C '${directory}'`], {
    cwd: join(CHART, '..'),
  });
  return {
    chart: join(directory, 'headwater'),
    values: join(directory, 'test/values/production.yaml'),
  };
}

const previous = missing === undefined ? previousChart() : undefined;

(missing === undefined ? describe : describe.skip)('on a control plane without nodes', () => {
  beforeAll(async () => {
    plane = await startControlPlane();
    await createDefinitions();
  });
  afterAll(async () => {
    await plane.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  describe.each([
    ['helm 3', 'helm 4'],
    ['helm 4', 'helm 3'],
  ])('%s installs and %s upgrades', (first, second) => {
    const named = (name: string): string => `${name}-${first.slice(-1)}`;

    test.each(EXAMPLE_FILES)('the example %s, under restricted Pod Security', async (example) => {
      const namespace = await createNamespace(named(example));
      const values = ['--values', valuesFile(example)];
      await namespace.helm(first, 'install', 'hw', CHART, ...values);
      await namespace.admitsAllPods();
      await namespace.helm(second, 'upgrade', 'hw', CHART, ...values, WITHOUT_HOOK);
      await namespace.admitsAllPods();
    });

    (previous === undefined ? test.skip : test)('the chart from before its newest values', async () => {
      const namespace = await createNamespace(named('previous'));
      const { chart, values } = previous ?? { chart: '', values: '' };
      await namespace.helm(first, 'install', 'hw', chart, '--values', values);
      await namespace.admitsAllPods();
      await namespace.helm(second, 'upgrade', 'hw', CHART, ...PRODUCTION, WITHOUT_HOOK);
      await namespace.admitsAllPods();
    });
  });

  describe.each(HELM_VERSIONS)('%s', (which) => {
    const named = (name: string): string => `${name}-${which.slice(-1)}`;

    test('repeats a first install that broke half-way', async () => {
      const namespace = await createNamespace(named('half'));
      const quota = { metadata: { name: 'few' }, spec: { hard: { 'count/services': '3' } } };
      await namespace.send('POST', 'api/v1', 'resourcequotas', quota);
      await waitFor('the quota', async () => {
        const stored = await namespace.get('api/v1', 'resourcequotas/few');
        return stored.status?.hard !== undefined;
      });
      const install = () => namespace.helm(which, 'upgrade', '--install', 'hw', CHART, ...TRIAL);
      await expect(install()).rejects.toThrow('exceeded quota');
      await namespace.send('DELETE', 'api/v1', 'resourcequotas/few');
      // The Job of the migrations waits for no hook, and is not that of the first try.
      await install();
      await namespace.admitsAllPods();
    });

    test('keeps the secrets of a trial, also after an uninstall', async () => {
      const namespace = await createNamespace(named('trial'));
      const secret = async (): Promise<Record<string, string>> =>
        (await namespace.get('api/v1', 'secrets/hw-headwater-trial')).data;
      await namespace.helm(which, 'install', 'hw', CHART, ...TRIAL);
      const generated = await secret();
      await namespace.admitsAllPods();
      await namespace.helm(which, 'uninstall', 'hw');
      await namespace.helm(which, 'install', 'hw', CHART, ...TRIAL);
      expect(await secret()).toEqual(generated);
      // A trial from before the key has events, whose ids have no key.
      await namespace.send('PATCH', 'api/v1', 'secrets/hw-headwater-trial', {
        data: { 'visitor-key': null },
      });
      await namespace.helm(which, 'upgrade', 'hw', CHART, ...TRIAL);
      const none = { ...generated, 'visitor-key': Buffer.from('none').toString('base64') };
      expect(await secret()).toEqual(none);
      await namespace.helm(which, 'upgrade', 'hw', CHART, ...TRIAL);
      expect(await secret()).toEqual(none);
    });

    test('never scales down when it enables autoscaling', async () => {
      const namespace = await createNamespace(named('autoscaling'));
      const replicas = async (): Promise<number> =>
        (await namespace.get('apis/apps/v1', 'deployments/hw-headwater-sites')).spec.replicas;
      const fixed = [...PRODUCTION, '--set', 'postgres.maxConnections=400', WITHOUT_HOOK];
      await namespace.helm(which, 'install', 'hw', CHART, ...fixed, '--set', 'sites.replicas=4');
      const autoscaled = ['--set', 'defaults.autoscaling.enabled=true'];
      await namespace.helm(which, 'upgrade', 'hw', CHART, ...fixed, ...autoscaled);
      expect(await replicas()).toBe(4);
      await namespace.helm(
        which,
        'upgrade',
        'hw',
        CHART,
        ...fixed,
        ...autoscaled,
        '--set',
        'config.LOG_LEVEL=warn',
      );
      expect(await replicas()).toBe(4);
    });

    test('enlarges the volumes of the collector as deploy/UPGRADING.md describes', async () => {
      const namespace = await createNamespace(named('volumes'));
      const statefulSet = 'statefulsets/hw-headwater-collector';
      const collectors = 'pods?labelSelector=app.kubernetes.io/component=collector';
      const pods = async (): Promise<string[]> =>
        (await namespace.list('api/v1', collectors)).map(({ metadata }) => metadata.uid as string).sort();
      await namespace.helm(which, 'install', 'hw', CHART, ...PRODUCTION);
      await namespace.admitsAllPods();
      const before = await pods();
      const larger = ['upgrade', 'hw', CHART, ...PRODUCTION, WITHOUT_HOOK, '--set'];
      const enlarge = () => namespace.helm(which, ...larger, 'collector.persistence.size=20Gi');
      await expect(enlarge()).rejects.toThrow('StatefulSet');
      await namespace.send('DELETE', 'apis/apps/v1', `${statefulSet}?propagationPolicy=Orphan`);
      await waitFor(
        'the end of the StatefulSet',
        async () => (await namespace.get('apis/apps/v1', statefulSet)) === undefined,
        60_000,
      );
      expect(before).toHaveLength(2);
      expect(await pods()).toEqual(before);
      await enlarge();
      const { spec } = await namespace.get('apis/apps/v1', statefulSet);
      expect(spec.volumeClaimTemplates[0].spec.resources.requests.storage).toBe('20Gi');
    });

    test('rolls back to the install after a failed migration, and uninstalls its Job', async () => {
      const namespace = await createNamespace(named('failed'));
      const jobs = async (): Promise<string[]> =>
        (await namespace.list('apis/batch/v1', 'jobs')).map(({ metadata }) => metadata.name);
      await namespace.helm(which, 'install', 'hw', CHART, ...PRODUCTION);
      // As after five minutes. Until then, Helm 3 can't roll back to the install.
      await namespace.send('DELETE', 'apis/batch/v1', 'jobs/hw-headwater-migrate');
      await waitFor('the end of the Job', async () => (await jobs()).length === 0, 60_000);
      // Without nodes, the migration doesn't end.
      const upgrade = namespace.helm(which, 'upgrade', 'hw', CHART, ...PRODUCTION, '--timeout', '5s');
      await expect(upgrade).rejects.toThrow('pre-upgrade hooks failed');
      expect(await jobs()).toContain('hw-headwater-migrate-upgrade');
      await namespace.helm(which, 'rollback', 'hw', '1');
      expect(await jobs()).toContain('hw-headwater-migrate');
      await namespace.helm(which, 'uninstall', 'hw');
      await waitFor('the end of all Jobs', async () => (await jobs()).length === 0, 60_000);
    });
  });
});
