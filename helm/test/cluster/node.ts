import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess, type RunningProcess } from '../../../services/e2e/src/child-process';
import type { ControlPlane, KubernetesObject } from './control-plane';
import { environmentOf } from './environment';

const NODE = 'node-1';
const POLL_MS = 300;
const METRICS_PORT = 9_090;

/**
 * The only node of the cluster. It runs the containers of pods as processes, each pod on a loopback address of its own. Kubernetes refuses
 * these in EndpointSlices, so it sees 10.a.b.c instead of 127.a.b.c.
 */
export interface TestNode {
  /** The warnings and the latest output of the last process of each container. */
  outputs(): string;
  stop(): Promise<void>;
}

interface NodeOptions {
  readonly namespace: string;
  /** `host:port` of the name server that resolves Services. */
  readonly dns: string;
  /** The folder with the built programs of an image. */
  readonly programsOf: (image: string) => string;
  /** Receives errors, such as a refused status. */
  readonly onError: (error: unknown) => void;
}

interface RunningPod {
  process?: RunningProcess;
  isStopping: boolean;
}

export async function startNode(plane: ControlPlane, options: NodeOptions): Promise<TestNode> {
  const { namespace, dns, programsOf, onError } = options;
  const volumes = mkdtempSync(join(tmpdir(), 'headwater-volumes-'));
  const network = `${randomInt(1, 255)}.${randomInt(0, 255)}`;
  const pods = new Map<string, RunningPod>();
  const outputs = new Map<string, () => string>();
  let addresses = 0;
  const stopping = new AbortController();
  const base = `/api/v1/namespaces/${namespace}`;

  await plane.call('POST', '/api/v1/nodes', { metadata: { name: NODE } });
  const capacity = { cpu: '64', memory: '256Gi', pods: '200', 'ephemeral-storage': '1Ti' };
  await plane.call('PATCH', `/api/v1/nodes/${NODE}/status`, {
    status: { capacity, allocatable: capacity, conditions: [{ type: 'Ready', status: 'True' }] },
  });
  await plane.call('PATCH', `/api/v1/nodes/${NODE}`, { spec: { taints: null } });

  const report = (name: string, status: object): Promise<KubernetesObject> =>
    plane.call('PATCH', `${base}/pods/${name}/status`, { status });

  /** Provides the volume of a pending claim. */
  async function provision({ metadata, spec, status }: KubernetesObject): Promise<void> {
    if (status?.phase !== 'Pending' || spec.volumeName) return;
    const name = `volume-${metadata.uid}`;
    if (await plane.call('GET', `/api/v1/persistentvolumes/${name}`)) return;
    await plane.call('POST', '/api/v1/persistentvolumes', {
      metadata: { name },
      spec: {
        capacity: spec.resources.requests,
        accessModes: spec.accessModes,
        storageClassName: spec.storageClassName ?? '',
        persistentVolumeReclaimPolicy: 'Retain',
        claimRef: { namespace, name: metadata.name },
        hostPath: { path: join(volumes, metadata.name) },
      },
    });
  }

  async function runContainer(
    pod: KubernetesObject,
    container: KubernetesObject,
    address: string,
  ): Promise<RunningProcess> {
    const environment = await environmentOf(plane, namespace, container);
    const claim = pod.spec.volumes?.find((volume: KubernetesObject) => volume.persistentVolumeClaim);
    const own: Record<string, string> = {
      METRICS_HOST: address,
      METRICS_PORT: String(METRICS_PORT),
      GRPC_NODE_USE_ALTERNATIVE_RESOLVER: 'true',
      COLLECTOR_GRPC_HOST: address,
    };
    for (const service of ['GATEWAY', 'SITES', 'IDENTITY', 'ANALYTICS', 'COLLECTOR'])
      own[`${service}_HOST`] = address;
    if (claim) {
      own['COLLECTOR_LOG_DIR'] = join(volumes, claim.persistentVolumeClaim.claimName);
      mkdirSync(own['COLLECTOR_LOG_DIR'], { recursive: true });
    }
    // The name server is not that of this machine.
    for (const [name, value] of Object.entries(environment))
      if (value.startsWith('dns:///')) environment[name] = value.replace('dns:///', `dns://${dns}/`);
    const [name = '', ...args] = container.args as string[];
    const root = programsOf(container.image);
    const started = startProcess(name, { ...environment, ...own }, { args, root });
    outputs.set(`${pod.metadata.name} ${container.name}`, () => started.output());
    return started;
  }

  async function run(pod: KubernetesObject, running: RunningPod): Promise<void> {
    const { metadata, spec } = pod;
    const host = `${network}.${++addresses}`;
    const address = `127.${host}`;
    const ip = `10.${host}`;
    const isStopping = (): boolean => running.isStopping || stopping.signal.aborted;
    for (const container of spec.initContainers ?? [])
      do {
        running.process = await runContainer(pod, container, address);
        if ((await running.process.ended) === 0) break;
        await pause(1_000);
      } while (!isStopping());
    if (isStopping()) return;
    const [container] = spec.containers;
    running.process = await runContainer(pod, container, address);
    const state = { podIP: ip, podIPs: [{ ip }], hostIP: '127.0.0.1', startTime: now() };
    await report(metadata.name, { ...state, phase: 'Running' });
    if (spec.restartPolicy === 'Never') {
      const code = await running.process.ended;
      const phase = code === 0 ? 'Succeeded' : 'Failed';
      const terminated = { exitCode: code ?? 137, finishedAt: now(), reason: phase };
      await report(metadata.name, {
        phase,
        containerStatuses: [statusOf(container, { terminated }, false)],
      });
      return;
    }
    let wasReady: boolean | undefined;
    while (!isStopping()) {
      if (running.process.child.exitCode !== null)
        throw new Error(`${metadata.name} exited: ${running.process.output()}`);
      const isReady = await isReadyAt(address, container);
      if (isReady !== wasReady && !isStopping()) {
        const status = isReady ? 'True' : 'False';
        await report(metadata.name, {
          conditions: ['Initialized', 'PodScheduled', 'ContainersReady', 'Ready'].map((type) => ({
            ...{ type, lastTransitionTime: now() },
            status: type.endsWith('Ready') ? status : 'True',
          })),
          containerStatuses: [statusOf(container, { running: { startedAt: now() } }, isReady)],
        });
        wasReady = isReady;
      }
      await pause(POLL_MS);
    }
  }

  async function end({ metadata, spec }: KubernetesObject, running: RunningPod): Promise<void> {
    const [container] = spec.containers;
    await pause((container.lifecycle?.preStop?.sleep?.seconds ?? 0) * 1_000);
    await running.process?.stop();
    await plane.call('DELETE', `${base}/pods/${metadata.name}?gracePeriodSeconds=0`);
  }

  const poll = (async () => {
    while (!stopping.signal.aborted) {
      try {
        for (const claim of await plane.list(`${base}/persistentvolumeclaims`)) await provision(claim);
        for (const pod of await plane.list(`${base}/pods`)) {
          const { uid, deletionTimestamp } = pod.metadata;
          let running = pods.get(uid);
          if (!running && pod.spec.nodeName && !deletionTimestamp) {
            running = { isStopping: false };
            pods.set(uid, running);
            run(pod, running).catch(onError);
          }
          if (!deletionTimestamp || running?.isStopping) continue;
          running ??= { isStopping: false };
          running.isStopping = true;
          pods.set(uid, running);
          end(pod, running).catch(onError);
        }
      } catch (error) {
        onError(error);
      }
      await pause(POLL_MS);
    }
  })();

  return {
    outputs: () =>
      [...outputs]
        .map(([name, output]) => {
          const lines = output().split('\n');
          // Of the earlier lines, those of failed requests, warnings and errors.
          const failures = lines.slice(0, -15).filter((line) => /"level":[456]0|"status":5/.test(line));
          return [`--- ${name}`, ...failures, ...lines.slice(-15)].join('\n');
        })
        .join('\n'),
    stop: async () => {
      stopping.abort();
      await poll;
      await Promise.all([...pods.values()].flatMap(({ process }) => (process ? [process.stop()] : [])));
      rmSync(volumes, { recursive: true, force: true });
    },
  };
}

/** The address at which a pod listens. */
export const loopbackOf = (podIp: string): string => podIp.replace(/^10\./, '127.');

const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

function statusOf(container: KubernetesObject, state: object, ready: boolean): object {
  const { name, image } = container as { name: string; image: string };
  return { name, image, imageID: image, state, ready, started: true, restartCount: 0 };
}

/** Whether the process at the address passes its readiness probe; that of gRPC if it accepts connections. */
async function isReadyAt(address: string, { ports, readinessProbe }: KubernetesObject): Promise<boolean> {
  const { httpGet, grpc } = readinessProbe as {
    httpGet?: { path: string; port: string };
    grpc?: { port: number };
  };
  try {
    if (!httpGet) return await accepts(address, grpc?.port ?? 0);
    const { containerPort } = (ports as { name: string; containerPort: number }[]).find(
      ({ name }) => name === httpGet.port,
    ) ?? { containerPort: 0 };
    return (await fetch(`http://${address}:${containerPort}${httpGet.path}`)).ok;
  } catch {
    return false; // not yet listening
  }
}

function accepts(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
