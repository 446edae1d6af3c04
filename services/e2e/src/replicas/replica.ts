import { waitFor } from '@headwater/kit/testing/wait-for';
import { startProcess, type RunningProcess } from '../child-process';

/** The services that a cluster runs, each with the ports it has on every one of its addresses. */
export const PORTS = {
  sites: { grpc: 50_051 },
  identity: { grpc: 50_052 },
  analytics: { grpc: 50_053 },
  collector: { grpc: 50_054, http: 8_081 },
  gateway: { http: 8_080 },
} as const;

export type ServiceName = keyof typeof PORTS;
export const SERVICES = Object.keys(PORTS) as ServiceName[];

const METRICS_PORT = 9_090;

/** One process of a service, at an address of its own as a pod is. */
export interface Replica {
  readonly service: ServiceName;
  readonly address: string;
  /** What outlives it, as the volume of a StatefulSet does. */
  readonly volume: string;
  readonly process: RunningProcess;
  /** Resolves when it says that it can serve. */
  ready(): Promise<void>;
  /** Calls or requests that it has answered. */
  served(): Promise<number>;
}

/** Starts a replica at a loopback address. */
export function startReplica(
  service: ServiceName,
  { address, volume }: { readonly address: string; readonly volume: string },
  env: Readonly<Record<string, string>>,
): Replica {
  const own = {
    [`${service.toUpperCase()}_HOST`]: address,
    COLLECTOR_GRPC_HOST: address,
    COLLECTOR_LOG_DIR: volume,
    METRICS_HOST: address,
    METRICS_PORT: String(METRICS_PORT),
  };
  const process = startProcess(service, { ...env, ...own }, { isBuilt: true });
  const ask = (path: string): Promise<Response> => fetch(`http://${address}:${METRICS_PORT}${path}`);
  return {
    service,
    address,
    volume,
    process,
    ready: async () => {
      await waitFor(
        `${service} at ${address} to be ready`,
        async () => {
          if (process.child.exitCode !== null) throw new Error(`it ended:\n${process.output()}`);
          const answer = await ask('/readyz');
          await answer.arrayBuffer();
          return answer.ok;
        },
        120_000,
      );
    },
    served: async () => {
      const text = await (await ask('/metrics')).text();
      const counts = text.matchAll(/^headwater_(?:rpc_server|http)_seconds_count\{.*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    },
  };
}
