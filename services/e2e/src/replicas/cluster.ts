import { once } from 'node:events';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { testDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startProcess } from '../child-process';
import { wellFormedToken } from '../well-formed-token';
import { startDnsStub } from './dns-stub';
import { PORTS, SERVICES, startReplica, type Replica, type ServiceName } from './replica';

/** Two of each service behind names that stand for both, as headless Services of a cluster do. */
export interface Cluster {
  readonly token: string;
  /** Those that a load balancer sends requests to, and DNS names to callers. */
  replicas(service: ServiceName): readonly Replica[];
  /** Ends one as a node that loses power does. A load balancer sees it at once; DNS goes on naming it. */
  kill(victim: Replica): Promise<void>;
  /** Takes the place of one that has ended, with what it left on its volume. */
  revive(dead: Replica): Promise<void>;
  /** Replaces one as a cluster does: it gets no new callers, its successor gets calls, then it is told to stop. */
  replace(old: Replica): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it, on loopback addresses of its own: 127.0.0.0/8 is one machine on Linux. */
export async function startCluster(): Promise<Cluster> {
  const database = await testDatabase();
  const dns = await startDnsStub();
  const volumes = mkdtempSync(join(tmpdir(), 'headwater-replicas-'));
  const network = `127.${randomInt(1, 255)}.${randomInt(0, 255)}`;
  const token = wellFormedToken();
  const nameOf = (service: ServiceName): string => `${service}.headwater.test`;
  const addressOf = (service: Exclude<ServiceName, 'gateway'>): string =>
    `dns://${dns.address}/${nameOf(service)}:${PORTS[service].grpc}`;
  const env = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: withDatabase(engineUrls().clickhouseUrl, `e2e_${randomBytes(6).toString('hex')}`),
    HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_TOKEN: token,
    RPC_TOKEN: randomBytes(16).toString('hex'),
    SITES_ADDRESS: addressOf('sites'),
    IDENTITY_ADDRESS: addressOf('identity'),
    ANALYTICS_ADDRESS: addressOf('analytics'),
    COLLECTOR_ADDRESS: addressOf('collector'),
    // Of grpc-js: asks the name server that stands in the address, instead of the system's.
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
    await calledAt(replica);
  };
  const leave = (replica: Replica): void => {
    const others = replicas(replica.service).filter((one) => one !== replica);
    publish(replica.service, others);
  };
  const end = async (replica: Replica): Promise<void> => {
    const code = await replica.process.stop();
    if (code !== 0) throw new Error(`${replica.service} ended with ${code}:\n${replica.process.output()}`);
  };
  const stop = async (): Promise<void> => {
    await Promise.all(all.filter(isRunning).map(({ process }) => process.stop()));
    await dns.close();
    await database.drop();
    rmSync(volumes, { recursive: true, force: true });
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
    replicas,
    stop,
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
      // A volume has one user at a time.
      const isAlone = old.service === 'collector';
      leave(old);
      if (isAlone) await end(old);
      const successor = begin(old.service, isAlone ? old.volume : undefined);
      const entered = enter(successor);
      await successor.ready();
      if (!isAlone) await end(old);
      await entered;
    },
  };
}

const isRunning = ({ process: { child } }: Replica): boolean =>
  child.exitCode === null && child.signalCode === null;

/** Waits until callers have found it. */
async function calledAt(replica: Replica): Promise<void> {
  await waitFor(`calls of ${replica.service}`, async () => (await replica.served()) > 0, 120_000);
}
