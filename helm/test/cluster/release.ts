import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import { testDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { wellFormedToken } from '../../../services/e2e/src/api';
import { repositoryRoot } from '../../../services/e2e/src/child-process';
import { startDnsStub } from '../../../services/e2e/test/replicas/dns-stub';
import { CHART, valuesFile } from '../render';
import { HELMS } from '../tools';
import { startControlPlane, type ControlPlane, type KubernetesObject } from './control-plane';
import { loopbackOf, startNode } from './node';

export const NAMESPACE = 'metrics-of-ours';
/** The cluster DNS of kubeadm caches addresses for 30 s. */
const DNS_CACHE_MS = 30_000;

/** Runs helm 3 or helm 4. @returns its output @throws with its standard error in the message */
export type Helm = (which: string, ...args: readonly string[]) => Promise<string>;

export function helmIn({ kubeconfig }: ControlPlane, namespace: string): Helm {
  const run = promisify(execFile);
  const fixed = ['--kubeconfig', kubeconfig, '--namespace', namespace];
  return async (which, ...args) => {
    const { stdout } = await run(HELMS[which] ?? which, [...fixed, ...args], {
      maxBuffer: 64 * 1_048_576,
    });
    return stdout;
  };
}

/** A version of the chart and of its programs. */
export interface Release {
  /** The folder of the chart. */
  readonly chart: string;
  /** The file with values for production. */
  readonly values: string;
  /** The tag of its image. */
  readonly tag: string;
  /** The folder with its built programs. */
  readonly programs: string;
}

export const THIS_RELEASE: Release = {
  chart: CHART,
  values: valuesFile('production'),
  tag: 'this',
  programs: repositoryRoot(),
};

/** A cluster with databases, Secrets and an API token, for releases of the chart. */
export interface Cluster {
  readonly plane: ControlPlane;
  readonly token: string;
  /** Between the collectors and ClickHouse. */
  readonly clickhouse: FaultProxy;
  readonly helm: Helm;
  /** Installs `hw`, or upgrades it. Default: to this release. */
  apply(which: string, verb: 'install' | 'upgrade', options?: ApplyOptions): Promise<void>;
  /** Waits until all pods of the release are those of its newest templates, and ready. */
  rolledOut(): Promise<void>;
  /** The address of a ready pod behind a Service, round robin, as kube-proxy would choose. */
  addressOf(service: string): string;
  /** The errors of the node and the latest output of each pod. */
  outputs(): string;
  stop(): Promise<void>;
}

interface ApplyOptions {
  readonly release?: Release;
  /** Further values, `name=value`. */
  readonly values?: readonly string[];
}

/** @param releases whose programs can run */
export async function startCluster(releases: readonly Release[]): Promise<Cluster> {
  const database = await testDatabase();
  const store = new URL(
    withDatabase(engineUrls().clickhouseUrl, `cluster_${randomBytes(6).toString('hex')}`),
  );
  const clickhouse = await startFaultProxy({ host: store.hostname, port: Number(store.port) });
  const throughProxy = new URL(store);
  throughProxy.port = String(clickhouse.port);
  const dns = await startDnsStub();
  const plane = await startControlPlane();
  const token = wellFormedToken();
  const errors: unknown[] = [];

  await plane.call('POST', '/api/v1/namespaces', {
    metadata: { name: NAMESPACE, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
  });
  const key = (): string => randomBytes(32).toString('base64');
  const secrets: Record<string, Record<string, string>> = {
    'headwater-hmac': { k1: key() },
    'headwater-secrets': { 'secrets-key': key() },
    'headwater-visitors': { 'visitor-key': key() },
    'headwater-rpc': { 'rpc-token': key() },
    'headwater-bootstrap': { 'bootstrap-token': token },
    'headwater-postgres': { url: database.url, 'missing-database': withDatabase(database.url, 'missing') },
    'headwater-clickhouse': { url: store.toString(), collector: throughProxy.toString() },
  };
  for (const [name, stringData] of Object.entries(secrets))
    await plane.call('POST', `/api/v1/namespaces/${NAMESPACE}/secrets`, { metadata: { name }, stringData });

  const onError = (error: unknown): void => void errors.push(error);
  const programsOf = (image: string): string => {
    const release = releases.find(({ tag }) => image.endsWith(`:${tag}`));
    if (!release) throw new Error(`No release has the image ${image}.`);
    return release.programs;
  };
  const node = await startNode(plane, { namespace: NAMESPACE, dns: dns.address, programsOf, onError });
  const endpoints = watchEndpoints(plane, (service, addresses) => dns.set(service, addresses), onError);
  const nextIndex = new Map<string, number>();
  const helm = helmIn(plane, NAMESPACE);
  const outputs = (): string => `${errors.map(String).join('\n')}\n${node.outputs()}`;
  return {
    plane,
    token,
    clickhouse,
    outputs,
    helm,
    apply: async (which, verb, { release = THIS_RELEASE, values = [] } = {}) => {
      const fixed = [
        `image.tag=${release.tag}`,
        'bootstrapToken.existingSecret=headwater-bootstrap',
        'clickhouse.existingSecretKeys.collector=collector',
      ];
      const options = ['--values', release.values, '--timeout', '10m'];
      for (const value of [...fixed, ...values]) options.push('--set', value);
      await helm(which, verb, 'hw', release.chart, ...options);
      dns.delayChanges(DNS_CACHE_MS);
    },
    rolledOut: async () => {
      const apps = `/apis/apps/v1/namespaces/${NAMESPACE}`;
      try {
        await waitFor(
          'the pods of the release',
          async () => {
            await pause(500);
            const workloads = [
              ...(await plane.list(`${apps}/deployments`)),
              ...(await plane.list(`${apps}/statefulsets`)),
            ];
            const pods = await plane.list(
              `/api/v1/namespaces/${NAMESPACE}/pods?labelSelector=app.kubernetes.io/instance=hw`,
            );
            const expected = workloads.reduce<number>((sum, { spec }) => sum + Number(spec.replicas), 0);
            const serving = pods.filter(({ spec }: KubernetesObject) => spec.restartPolicy === 'Always');
            return workloads.length === 5 && serving.length === expected && workloads.every(isRolledOut);
          },
          600_000,
        );
      } catch (error) {
        throw new Error(`${String(error)}\n${outputs()}`, { cause: error });
      }
    },
    addressOf: (service) => {
      const addresses = endpoints.addresses(service);
      const index = nextIndex.get(service) ?? 0;
      nextIndex.set(service, index + 1);
      const address = addresses[index % addresses.length];
      if (address === undefined) throw new Error(`${service} has no ready pod.`);
      return address;
    },
    stop: async () => {
      await endpoints.stop();
      await node.stop();
      await plane.stop();
      await dns.close();
      await clickhouse.stop();
      await database.drop();
    },
  };
}

/** Whether a Deployment or StatefulSet has only available pods of its newest template. */
function isRolledOut({ metadata, spec, status }: KubernetesObject): boolean {
  return (
    status.observedGeneration === metadata.generation &&
    [status.replicas, status.updatedReplicas, status.availableReplicas].every(
      (count) => count === spec.replicas,
    )
  );
}

/** Follows the ready addresses of all Services. */
function watchEndpoints(
  plane: ControlPlane,
  onChange: (service: string, addresses: readonly string[]) => void,
  onError: (error: unknown) => void,
): { addresses(service: string): readonly string[]; stop(): Promise<void> } {
  const current = new Map<string, readonly string[]>();
  const stopping = new AbortController();
  const poll = async (): Promise<void> => {
    const path = `/apis/discovery.k8s.io/v1/namespaces/${NAMESPACE}/endpointslices`;
    for (const { metadata, endpoints } of await plane.list(path)) {
      const service = metadata.labels['kubernetes.io/service-name'] as string;
      const addresses = ((endpoints ?? []) as { addresses: string[]; conditions: { ready?: boolean } }[])
        .filter(({ conditions }) => conditions.ready)
        .flatMap((endpoint) => endpoint.addresses.map(loopbackOf))
        .sort();
      if (addresses.join() === (current.get(service) ?? []).join()) continue;
      current.set(service, addresses);
      onChange(service, addresses);
    }
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await poll().catch(onError);
      await pause(200);
    }
  })();
  return {
    addresses: (service) => current.get(service) ?? [],
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}
