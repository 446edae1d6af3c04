import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { testDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { wellFormedToken } from '../../src/api';
import { startProcess, type RunningProcess } from '../../src/child-process';
import { startDnsStub } from './dns-stub';

/** The services of a cluster with their ports. */
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
/** How often clients resolve names at most: a client that loses a replica knows all others that have been ready for this time. */
export const RESOLUTION_MS = 5_000;

/** A process of a service with its own address, like a pod. */
export interface Replica {
  readonly service: ServiceName;
  readonly address: string;
  /** Directory that outlives the process, like the volume of a StatefulSet. */
  readonly volume: string;
  readonly process: RunningProcess;
  /** Resolves when the process is ready. */
  ready(): Promise<void>;
  /** Number of served calls or requests. */
  served(): Promise<number>;
}

/** Starts a replica on a loopback address. */
function startReplica(
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
  const process = startProcess(service, { ...env, ...own });
  const get = (path: string): Promise<Response> => fetch(`http://${address}:${METRICS_PORT}${path}`);
  return {
    service,
    address,
    volume,
    process,
    ready: async () => {
      await waitFor(
        `${service} at ${address} to be ready`,
        async () => {
          if (process.child.exitCode !== null) throw new Error(`exited:\n${process.output()}`);
          const answer = await get('/readyz');
          await answer.arrayBuffer();
          return answer.ok;
        },
        120_000,
      );
    },
    served: async () => {
      const text = await (await get('/metrics')).text();
      const counts = text.matchAll(/^headwater_(?:rpc_server|http)_seconds_count\{.*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    },
  };
}

/** Two replicas of each service. DNS names resolve to both, like headless Services. */
export interface Cluster {
  readonly token: string;
  readonly clickhouseUrl: string;
  /** Runs a statement in Postgres. */
  queryPostgres(statement: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The replicas that get traffic. */
  replicas(service: ServiceName): readonly Replica[];
  /** Kills a replica, like a power loss. Load balancers see it immediately; DNS still returns its address. */
  kill(victim: Replica): Promise<void>;
  /** Starts a new replica on the volume of a killed one. */
  revive(dead: Replica): Promise<void>;
  /** Replaces a replica like a rolling update: the next one may be replaced when clients that lose it know the successor. */
  replace(old: Replica): Promise<void>;
  /**
   * Replaces the replicas of a service one after the other, as a Deployment does with pods that start immediately: the old one stops when
   * its successor has been ready for `minReadyMs`, whether callers know the successor or not.
   */
  roll(service: ServiceName, minReadyMs: number): Promise<void>;
  /** From now on, DNS shows changes only after this time. */
  delayDns(ms: number): void;
  /** From now on, DNS answers after this time. */
  slowDns(ms: number): void;
  stop(): Promise<void>;
}

/**
 * Starts a cluster on loopback addresses; on Linux all of 127.0.0.0/8 is local.
 *
 * @param engines the superusers of the servers
 */
export async function startCluster(engines = engineUrls()): Promise<Cluster> {
  const database = await testDatabase([], engines.databaseUrl);
  const clickhouseUrl = withDatabase(engines.clickhouseUrl, `e2e_${randomBytes(6).toString('hex')}`);
  const dns = await startDnsStub();
  const volumes = mkdtempSync(join(tmpdir(), 'headwater-replicas-'));
  const network = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`;
  const token = wellFormedToken();
  const nameOf = (service: ServiceName): string => `${service}.headwater.test`;
  const addressOf = (service: Exclude<ServiceName, 'gateway'>): string =>
    `dns://${dns.address}/${nameOf(service)}:${PORTS[service].grpc}`;
  const env = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: clickhouseUrl,
    HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    VISITOR_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_TOKEN: token,
    RPC_TOKEN: randomBytes(16).toString('hex'),
    // The webhook receivers of the tests run on localhost.
    WEBHOOK_TARGETS: 'any',
    SITES_ADDRESS: addressOf('sites'),
    IDENTITY_ADDRESS: addressOf('identity'),
    ANALYTICS_ADDRESS: addressOf('analytics'),
    COLLECTOR_ADDRESS: addressOf('collector'),
    // Makes grpc-js use the name server in the address instead of that of the system.
    GRPC_NODE_USE_ALTERNATIVE_RESOLVER: 'true',
  };
  const migrate = startProcess('migrate', env);
  await new Promise((resolve) => migrate.child.once('exit', resolve));
  if (migrate.child.exitCode !== 0) throw new Error(`migrate failed:\n${migrate.output()}`);

  const all: Replica[] = [];
  const serving = new Map<ServiceName, readonly Replica[]>();
  const replicas = (service: ServiceName): readonly Replica[] => serving.get(service) ?? [];
  const begin = (service: ServiceName, volume = mkdtempSync(join(volumes, `${service}-`))): Replica => {
    const replica = startReplica(service, { address: `${network}.${all.length + 1}`, volume }, env);
    all.push(replica);
    return replica;
  };
  const publish = (service: ServiceName, now: readonly Replica[]): void => {
    serving.set(service, now);
    const addresses = now.map(({ address }) => address);
    dns.set(nameOf(service), addresses);
  };
  const enter = async (replica: Replica): Promise<void> => {
    await replica.ready();
    publish(replica.service, [...replicas(replica.service), replica]);
    await pause(RESOLUTION_MS);
  };
  const leave = (replica: Replica): void => {
    const others = replicas(replica.service).filter((one) => one !== replica);
    publish(replica.service, others);
  };
  const end = async (replica: Replica): Promise<void> => {
    const code = await replica.process.stop();
    if (code !== 0) throw new Error(`${replica.service} exited with ${code}:\n${replica.process.output()}`);
  };
  const stop = async (): Promise<void> => {
    await Promise.all(all.filter(isRunning).map(({ process }) => process.stop()));
    await dns.close();
    rmSync(volumes, { recursive: true, force: true });
    await database.drop();
  };

  const first = SERVICES.flatMap((service) => [begin(service), begin(service)]);
  const ofService = (service: ServiceName) => first.filter((replica) => replica.service === service);
  for (const service of SERVICES) publish(service, ofService(service));
  try {
    await Promise.all(first.map((replica) => replica.ready()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    token,
    clickhouseUrl,
    queryPostgres: async (statement) => (await database.pool.query<Record<string, unknown>>(statement)).rows,
    replicas,
    stop,
    delayDns: (ms) => dns.delayChanges(ms),
    slowDns: (ms) => dns.delayAnswers(ms),
    roll: async (service, minReadyMs) => {
      const old = replicas(service);
      const successors = old.map(() => begin(service));
      await Promise.all(successors.map((successor) => successor.ready()));
      for (const [index, replica] of old.entries()) {
        publish(service, [...replicas(service), ...successors.slice(index, index + 1)]);
        await pause(minReadyMs);
        leave(replica);
        await end(replica);
      }
    },
    kill: async (victim) => {
      const ended = once(victim.process.child, 'exit');
      victim.process.child.kill('SIGKILL');
      await ended;
      serving.set(
        victim.service,
        replicas(victim.service).filter((one) => one !== victim),
      );
    },
    revive: async (dead) => {
      leave(dead);
      await enter(begin(dead.service, dead.volume));
    },
    replace: async (old) => {
      if (old.service === 'collector') {
        // Only one process may use a volume.
        leave(old);
        await end(old);
        await enter(begin(old.service, old.volume));
        return;
      }
      await enter(begin(old.service));
      leave(old);
      await end(old);
    },
  };
}

const isRunning = ({ process: { child } }: Replica): boolean =>
  child.exitCode === null && child.signalCode === null;
