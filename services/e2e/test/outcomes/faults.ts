import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import {
  startLossyRpcProxy,
  type LossyRpcProxy,
  type ReplyFate,
} from '@headwater/kit/testing/lossy-rpc-proxy';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startProcesses, type ProcessSystem } from '../../src/start-processes';

/** A fault after an effect of a request with an Idempotency-Key, and before its caller learns the outcome. */
export interface Fault {
  readonly name: string;
  /** Services with effects, of which a request must have one; undefined for all requests. */
  readonly service?: string;
  /** Whether it takes seconds. */
  readonly isSlow: boolean;
  /** Max time that the caller waits for an answer. */
  readonly patienceMs: number;
  begin(): void;
  /** Ends the fault. @param inserted the number of events that the request inserted, if it did */
  end(inserted: number | undefined): Promise<void>;
}

export interface FaultySystem {
  readonly system: ProcessSystem;
  readonly faults: readonly Fault[];
  /** The services that had an effect during some work. */
  servicesOf(work: () => Promise<unknown>): Promise<ReadonlySet<string>>;
  stop(): Promise<void>;
}

/** Called when a service has committed a transaction, or answered a call. */
type OnEffect = (hop: 'commit' | 'reply', service: string) => ReplyFate;

/** The services that can be killed and paused. */
const SERVICES = ['sites', 'identity', 'analytics', 'collector', 'gateway'];
/** Above the deadlines of the gateway. */
const PATIENCE_MS = 90_000;
/** Of a caller who doesn't wait for a paused gateway. */
const SHORT_PATIENCE_MS = 2_000;
const DEADLINE_MS = 5_000;
const WRITES = /INSERT|DELETE|ALTER/;

const forward: OnEffect = () => 'forward';

/** Starts a system with proxies between the services, and between them and the databases. */
export async function startFaultySystem(): Promise<FaultySystem> {
  const rpcProxies: LossyRpcProxy[] = [];
  const databaseProxies: FaultProxy[] = [];
  let clickhouse: FaultProxy | undefined;
  let onEffect = forward;
  const proxyTo = async (port: number): Promise<FaultProxy> => {
    const proxy = await startFaultProxy({ host: '127.0.0.1', port });
    databaseProxies.push(proxy);
    return proxy;
  };
  const system = await startProcesses(
    { DETECTION: 'off', RPC_DEADLINE_MS: String(DEADLINE_MS) },
    undefined,
    async (name, port, user = '') => {
      if (name === 'clickhouse') return (clickhouse = await proxyTo(port)).port;
      if (name === 'postgres') {
        const proxy = await proxyTo(port);
        proxy.onCommit('.operations', () => (onEffect('commit', user) === 'lose' ? 'lose' : 'forward'));
        return proxy.port;
      }
      const proxy = await startLossyRpcProxy(port, () => onEffect('reply', name));
      rpcProxies.push(proxy);
      return proxy.port;
    },
  );
  const begin = (next: OnEffect) => () => void (onEffect = next);
  const end = (): Promise<void> => {
    onEffect = forward;
    return Promise.resolve();
  };

  /** Ends the lease of a gateway that does not run: its keys are free after 15 s. */
  const endLeases = () =>
    system.queryPostgres(
      "UPDATE gateway.idempotency_keys SET running_until = '2000-01-01' WHERE answer IS NULL",
    );

  /** Sends a signal to a service after its first effect, or to the gateway after the first effect of any. */
  const signalled = (service: string, signal: 'SIGSTOP' | 'SIGKILL'): Fault => {
    let isDue = false;
    const isKilled = signal === 'SIGKILL';
    return {
      name: `${service} is ${isKilled ? 'killed' : 'paused'} after the effect`,
      ...(service === 'gateway' ? {} : { service }),
      isSlow: true,
      patienceMs: service === 'gateway' && !isKilled ? SHORT_PATIENCE_MS : PATIENCE_MS,
      begin: () => {
        isDue = true;
        onEffect = (_, actor) => {
          if (!isDue || (service !== 'gateway' && actor !== service)) return 'forward';
          isDue = false;
          process.kill(system.pidOf(service), signal);
          if (service === 'gateway') return 'forward';
          return isKilled ? 'lose' : 'hold';
        };
      },
      end: async () => {
        onEffect = forward;
        if (isDue) return;
        if (!isKilled) return void process.kill(system.pidOf(service), 'SIGCONT');
        await system.restart(service);
        if (service === 'gateway') await endLeases();
      },
    };
  };

  let resetsBefore = 0;
  return {
    system,
    faults: [
      {
        name: 'a connection to Postgres breaks after the commit',
        isSlow: false,
        patienceMs: PATIENCE_MS,
        begin: begin((hop) => (hop === 'commit' ? 'lose' : 'forward')),
        end,
      },
      {
        name: 'the reply of a service is lost',
        isSlow: false,
        patienceMs: PATIENCE_MS,
        begin: begin((hop) => (hop === 'reply' ? 'lose' : 'forward')),
        end,
      },
      {
        name: 'connections to ClickHouse break after a write',
        isSlow: false,
        patienceMs: PATIENCE_MS,
        begin: () => {
          resetsBefore = clickhouse?.resets() ?? 0;
          clickhouse?.resetAnswers(WRITES);
        },
        end: async (inserted) => {
          // The collector inserts events after it has accepted them.
          if (inserted) await waitFor('a lost answer', () => (clickhouse?.resets() ?? 0) > resetsBefore);
          clickhouse?.recover();
        },
      },
      ...SERVICES.map((service) => signalled(service, 'SIGSTOP')),
      ...SERVICES.map((service) => signalled(service, 'SIGKILL')),
    ],
    servicesOf: async (work) => {
      const services = new Set<string>();
      onEffect = (_, service) => {
        services.add(service);
        return 'forward';
      };
      await work();
      onEffect = forward;
      return services;
    },
    stop: async () => {
      await system.stop();
      for (const proxy of [...rpcProxies, ...databaseProxies]) await proxy.stop();
    },
  };
}
